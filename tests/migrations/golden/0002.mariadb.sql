/*!40014 SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0 */;
/*!40014 SET @OLD_FOREIGN_KEY_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0 */;
/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;
/*!40111 SET @OLD_SQL_NOTES=@@SQL_NOTES, SQL_NOTES=0 */;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `ledger_append_keys` (
  `session` bigint(20) NOT NULL,
  `append_key` varchar(255) NOT NULL,
  `first_seq` bigint(20) NOT NULL,
  `last_seq` bigint(20) NOT NULL,
  `request_hash` binary(32) NOT NULL,
  PRIMARY KEY (`session`,`append_key`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;

INSERT INTO `ledger_append_keys` VALUES
(1,'answer 0',4,4,0x2D46CBE1E50CC1F1013588661359AD53A135C9F30A88D4739B704E57517CEB64),
(1,'answer 1',7,7,0x5787BD97423F68300110989DEE677237F86820A8C5E8514F170F8870638A33F3),
(1,'answer 10',34,34,0xCD76D1AF2AFE6E7247550866B090F46BBC361697484519BB833F6B5DBA83A0B5),
(1,'answer 11',37,37,0x817901566A816BA9D9384A88553E968F2EF0CF8CE14A3243902EC9BC58B0BF69),
(1,'answer 2',10,10,0x7E36E30EA60A8EF010FC4C38884FAA75B200FD93CAB58E94F2D9BC7CC9079306),
(1,'answer 3',13,13,0xDEEEDB9FA74BDBEE97C466B50AD86516401792DC912BFEA785417A7E740772DF),
(1,'answer 4',16,16,0x73DB43A9B849E98D6DB38E70CD27DE456C9D24283B1CEB559EEE7EA4B1F4FB08),
(1,'answer 5',19,19,0x6B5BE7FA56BDBEACDB1A02CE2EB9E220E8073887732FFE5143FFB5607698EE11),
(1,'answer 6',22,22,0xA449E302D74E32F8DD4FAA8195D67CBB160F7609A28466A603233056C374D807),
(1,'answer 7',25,25,0x673BF810B3F47C926513B013FF1D91690AC768E7ED911277724760448A6AD637),
(1,'answer 8',28,28,0xA4D4EAAB05E387D0F3DD7ECCFDB5F35B4D7E2119704B36667F96508C822D20E8),
(1,'answer 9',31,31,0x350F2ACD9712019381B0495C7946291E007BEF398F1EE36B12B8EAAEC89A5119);
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `ledger_bodies` (
  `session` bigint(20) NOT NULL,
  `seq` bigint(20) NOT NULL,
  `payload` longtext DEFAULT NULL,
  `metadata` longtext DEFAULT NULL,
  PRIMARY KEY (`session`,`seq`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;

INSERT INTO `ledger_bodies` VALUES
(1,38,'{\"role\":\"user\",\"content\":\"long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long \"}',NULL);
SET @saved_cs_client     = @@character_set_client;
SET character_set_client = utf8mb4;
/*!50001 CREATE VIEW `ledger_current_windows` AS SELECT
 NULL AS `owner`,
 NULL AS `session_id`,
 NULL AS `revision`,
 NULL AS `position`,
 NULL AS `first_seq`,
 NULL AS `last_seq`,
 NULL AS `derived_id` */;
SET character_set_client = @saved_cs_client;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `ledger_deletions` (
  `session` bigint(20) NOT NULL,
  PRIMARY KEY (`session`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;

/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `ledger_derived_messages` (
  `session` bigint(20) NOT NULL,
  `derived_id` bigint(20) NOT NULL,
  `revision` bigint(20) NOT NULL,
  `source_seq` bigint(20) DEFAULT NULL,
  `role` varchar(255) DEFAULT NULL,
  `links` smallint(6) NOT NULL,
  `encoding` smallint(6) NOT NULL,
  `payload` longtext DEFAULT NULL,
  `length` bigint(20) NOT NULL,
  `nonce` varbinary(255) NOT NULL,
  PRIMARY KEY (`session`,`derived_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;

INSERT INTO `ledger_derived_messages` VALUES
(1,1,11,38,'user',0,1,'{\"role\":\"user\",\"content\":\"g long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long \"}',648,0x69A3CB9823078576F4163353),
(1,2,18,NULL,'system',0,1,'{\"role\":\"system\",\"content\":\"They talked of the weather.\"}',60,0xC951A9AC4FC6153C50A34327),
(3,1,6,NULL,'user',0,1,'{\"role\":\"user\",\"content\":\"Summary of the conversation so far:\\n4 messages\"}',78,0xE7ED0AE58336474D46FC9A0F),
(3,2,8,24,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c5\",\"content\":\"[cleared: 153 characters; the original is message 24 of the log]\"}',21,0x4E1EE02A0FA0F742BD9B9CB0);
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `ledger_lengths` (
  `session` bigint(20) NOT NULL,
  `measurement` int(11) NOT NULL,
  `derived` smallint(6) NOT NULL,
  `number` bigint(20) NOT NULL,
  `length` bigint(20) NOT NULL,
  `running_length` bigint(20) NOT NULL,
  PRIMARY KEY (`session`,`measurement`,`derived`,`number`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;

INSERT INTO `ledger_lengths` VALUES
(3,1,0,1,10,10),
(3,1,0,2,7,17),
(3,1,0,3,25,42),
(3,1,0,4,44,86),
(3,1,0,5,11,97),
(3,1,0,6,7,104),
(3,1,0,7,25,129),
(3,1,0,8,44,173),
(3,1,0,9,11,184),
(3,1,0,10,7,191),
(3,1,0,11,25,216),
(3,1,0,12,44,260),
(3,1,0,13,11,271),
(3,1,0,14,7,278),
(3,1,0,15,25,303),
(3,1,0,16,44,347),
(3,1,0,17,11,358),
(3,1,0,18,7,365),
(3,1,0,19,25,390),
(3,1,0,20,44,434),
(3,1,0,21,11,445),
(3,1,0,22,7,452),
(3,1,0,23,25,477),
(3,1,0,24,44,521),
(3,1,0,25,11,532),
(3,1,1,1,16,16);
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `ledger_measurements` (
  `session` bigint(20) NOT NULL,
  `measurement` int(11) NOT NULL,
  `measure` varchar(255) NOT NULL,
  `revision` bigint(20) DEFAULT NULL,
  `messages_upto` bigint(20) NOT NULL,
  `derived_upto` bigint(20) NOT NULL,
  `running_length` bigint(20) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  PRIMARY KEY (`session`,`measurement`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;

INSERT INTO `ledger_measurements` VALUES
(3,0,'characters',1,0,0,0,1796123610892129),
(3,1,'approximate',7,25,1,532,1796123610972621);
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `ledger_memos` (
  `session` bigint(20) NOT NULL,
  `revision` bigint(20) NOT NULL,
  `encoding` smallint(6) NOT NULL,
  `content` longtext DEFAULT NULL,
  `nonce` varbinary(255) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  PRIMARY KEY (`session`,`revision`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;

INSERT INTO `ledger_memos` VALUES
(1,12,2,'{\"summary\":\"weather\",\"big\":1180591620717411303424,\"text\":\"a\\u0000b\"}',0x99942A87798B1872837320F3,1796123610827806),
(1,18,1,'{\"rounds\":3}',0x7B56788CAB8E98F6D7B1E9A3,1796123610861710);
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `ledger_messages` (
  `session` bigint(20) NOT NULL,
  `seq` bigint(20) NOT NULL,
  `role` varchar(255) DEFAULT NULL,
  `links` smallint(6) NOT NULL,
  `encoding` smallint(6) NOT NULL,
  `payload` longtext DEFAULT NULL,
  `metadata` longtext DEFAULT NULL,
  `length` bigint(20) NOT NULL,
  `running_length` bigint(20) NOT NULL,
  `revision` bigint(20) NOT NULL,
  `nonce` varbinary(255) NOT NULL,
  `digest` binary(32) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  PRIMARY KEY (`session`,`seq`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;

INSERT INTO `ledger_messages` VALUES
(1,1,'system',0,1,'{\"role\":\"system\",\"content\":\"You answer briefly.\"}',NULL,52,52,1,0x7CD05C0547202137D5936258,0xD2FEA9B680AAC5C01265363E1E365B99C6D12F7BAAAB3A31FB4FE8BEE81CC87B,1796123610144894),
(1,2,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 0? \\ud83d \\ud83d\\ude42\"}','{\"number\":0}',51,103,1,0x1B0020E11CE6F3A8A1AC4134,0xD15894640E76D66C52F51D9E473DCE2D68F68449BE9AB0787DAB1099CE5A9F61,1796123610726960),
(1,3,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c0\",\"type\":\"function\"}]}',NULL,88,191,1,0x26C6FE0D554B049B122BFC0F,0x9F9BA755448C4180BBAB91073F2E409F1E9458E8ACD651139D28252CF2964719,1796123610730850),
(1,4,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c0\",\"content\":\"21 °C\"}',NULL,58,249,1,0xF6E3C8489BE2122F67D1A563,0xF9EA3DF812D116910EA8CA71D1BF403DF18A797A76475D72D355234C0015D85D,1796123610732735),
(1,5,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 1? \\ud83d \\ud83d\\ude42\"}','{\"number\":1}',51,300,1,0x5D44301FF0A0C40AF893900E,0x6C14E32DE7552CD6EE982454EAF9753FA716C6DA0B118CAB7D25C501E1C0CCB5,1796123610736234),
(1,6,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\"}]}',NULL,88,388,1,0xF7DC5F13C2D408B1A495E8EB,0x4B1279FC9FDE83451EBC49BCE173FC0D0BAE828B95F5989EB9C607C30AC8577A,1796123610737822),
(1,7,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"21 °C\"}',NULL,58,446,1,0x77A10DBB0F65386507A24D29,0x872705B66FD235E7A2717E632812449AEC091080807F77B8BBEC3EF3CECAC314,1796123610739295),
(1,8,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 2? \\ud83d \\ud83d\\ude42\"}','{\"number\":2}',51,497,1,0x16142FC1FD38DB296AFCAB13,0x5DFEBFDDC48F59E3A95AAF530E2B7B4D82A17BC74DFAEC945BBCA0683669BF1E,1796123610741316),
(1,9,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c2\",\"type\":\"function\"}]}',NULL,88,585,1,0x7D836AE9417168969F77AEAF,0xAE24331FFDFA87E8E4513B12603EA5738126198FFE62F51352A8FC77E333D8A6,1796123610743074),
(1,10,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c2\",\"content\":\"21 °C\"}',NULL,58,643,1,0x3F227477F30B54992188B206,0x3FF81E1CF5CA70ECF6059F78387C03D937148BC1D9F399EC4816E8C7D28A24AF,1796123610745252),
(1,11,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 3? \\ud83d \\ud83d\\ude42\"}','{\"number\":3}',51,694,1,0x50E5E1E7CE6CDFCCC3C9E390,0xCEBA317F6F13147F425DC43CA8FCA6F2BE6DD45B94C6F99A8CB59FAF29B3C31A,1796123610747389),
(1,12,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c3\",\"type\":\"function\"}]}',NULL,88,782,1,0xAFF2B9828A3A8B308D3DF0A8,0x0DA977E8EF9E63AD129564CE5FEAC480FC13F6A9ED0EF8D285E685BAB8C14B96,1796123610748932),
(1,13,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c3\",\"content\":\"21 °C\"}',NULL,58,840,2,0x04ADDF1D0C2F8239E3E5ECDF,0x2733ABF5117DE621A087561604257B317590E7A68520D55D323BA1EE996580AF,1796123610756681),
(1,14,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 4? \\ud83d \\ud83d\\ude42\"}','{\"number\":4}',51,891,2,0x731CE3C39B997D66832EDFCE,0xBE754828734250DC7F676ECB91D8FB0FC100CE9416775FAC0F145D7488CE7F9F,1796123610759109),
(1,15,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c4\",\"type\":\"function\"}]}',NULL,88,979,2,0x7C9BAC5FA22A9803E142F6E1,0x76E0237483326672A1474A69B661ADD834554FA55F22C3577B5ECA3C72C279B0,1796123610760887),
(1,16,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c4\",\"content\":\"21 °C\"}',NULL,58,1037,3,0x8862A37C65A5462E8AAD8FA3,0xCAC9202CF242BA11AE4B40BB513DEEFFB6B1CF97FF171F0563E6196A5B6F5872,1796123610766725),
(1,17,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 5? \\ud83d \\ud83d\\ude42\"}','{\"number\":5}',51,1088,3,0x51AAEFA023D646F989138BC1,0x3E777729CAEB1488F820B4BBEDBB5B46471601B59A8A9A759E690BB97AD210CA,1796123610769313),
(1,18,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c5\",\"type\":\"function\"}]}',NULL,88,1176,3,0x566EC72DF7A6F5A7A5FDF531,0x824770B4529615D3A46EED2CAA3404C1177E37A0A03ECECBC42CABA9BFBC4088,1796123610771048),
(1,19,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c5\",\"content\":\"21 °C\"}',NULL,58,1234,4,0xF007930922D59590A7C32884,0x6DD0B3B2774A3D6C48371C8CFD2F60C6B39CB53CA347212FF0FC2AFA1DAC46F5,1796123610774930),
(1,20,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 6? \\ud83d \\ud83d\\ude42\"}','{\"number\":6}',51,1285,4,0x9E5F028FA2CB598CCD0D5E30,0xE60C316B8FEA44EF7478D80FBF6DE8F7CA7E4BD780080A1FF0D3D1CCFB59A81E,1796123610776725),
(1,21,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c6\",\"type\":\"function\"}]}',NULL,88,1373,4,0xE860140B5F56BB26904AA69D,0x7987E271456EE8452B6E4683B18CB470923B7CF338D330F4094D4B6AB110BD1E,1796123610778128),
(1,22,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c6\",\"content\":\"21 °C\"}',NULL,58,1431,5,0xBD0B0C98D8ABD1F321BF46EE,0x2ED058335FF2FD1757E0FCF633E3A5B01501A99ED60D00C0D40FD36691312BC3,1796123610781626),
(1,23,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 7? \\ud83d \\ud83d\\ude42\"}','{\"number\":7}',51,1482,5,0xD3FFBD2A61087E64AE94F22E,0x8BAD1FA6AC4C103BA4379D2B306F4A64CEBE239DA0396D220F020D91D5AE7A5B,1796123610783343),
(1,24,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c7\",\"type\":\"function\"}]}',NULL,88,1570,5,0x5C99FBE2D31C8CE1C28B4269,0xADA8270AD637F0BF00138298D20A155F27084A33B28B72472E7CFE8F5529F980,1796123610784910),
(1,25,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c7\",\"content\":\"21 °C\"}',NULL,58,1628,6,0xF32ED65BA1E51068A0B79E6C,0x875B98028DB15ED500D056E0066BA955F3A3A6CBFEB99D522B04B28B11C9DEB3,1796123610788256),
(1,26,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 8? \\ud83d \\ud83d\\ude42\"}','{\"number\":8}',51,1679,6,0x31E5C0D405C7475611AD83AB,0x48393DD5236CEC5BFEFFC52B70246C0F750B7C547173F03A648E494439B4BB8F,1796123610789833),
(1,27,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c8\",\"type\":\"function\"}]}',NULL,88,1767,6,0x8F2D04C1602FDD88C1C694E0,0xD1DB51DBA68E2619210938225B908DF3AD14B24FC3E9310C4C0291A2336987F1,1796123610790926),
(1,28,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c8\",\"content\":\"21 °C\"}',NULL,58,1825,7,0x9C118A724BFA308106752F5F,0xE37B463D258907112E1273ED0FD1E0A107A92782E48C6DC444234420647D65D9,1796123610795643),
(1,29,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 9? \\ud83d \\ud83d\\ude42\"}','{\"number\":9}',51,1876,7,0xE491817F088A0312E22E9CCA,0x360FD60468EF68F974E3E278EAF92839CC7EFD83B622B59307BB3A95B0AC930F,1796123610797550),
(1,30,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c9\",\"type\":\"function\"}]}',NULL,88,1964,7,0x86EDD8AFF48032E95D6F8034,0x67DA00BD77300AD02733DC4C6067E39EC628FF62996DA8F80EA0CE9238FE135D,1796123610798954),
(1,31,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c9\",\"content\":\"21 °C\"}',NULL,58,2022,8,0x67E2465989EA09981FF5C998,0xC840B4069DDFDE2C773A59DF4112C006015B2099DAC57B381A2EE89F4B8CB78D,1796123610802536),
(1,32,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 10? \\ud83d \\ud83d\\ude42\"}','{\"number\":10}',52,2074,8,0x0D2E9F9E4830871B93E243EC,0xA61375F5AAAA3D4F1E7D33860DEC1B1961C005A14F90A06DBB9B1C1C66CF8BAB,1796123610803997),
(1,33,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c10\",\"type\":\"function\"}]}',NULL,89,2163,8,0x28587D65B619ED20926E01BE,0x7DCA7E0733FFAB9D8006AAAD724C538D1D75C317EB8630C95AB75B6B3A439910,1796123610805213),
(1,34,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c10\",\"content\":\"21 °C\"}',NULL,59,2222,9,0xA8AFA373DA30C960D355B4AF,0x73B3682D1D0FDFAE70555F5F43E87C31780B159F33789EC419E3F8F2997D01E5,1796123610808468),
(1,35,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 11? \\ud83d \\ud83d\\ude42\"}','{\"number\":11}',52,2274,9,0x0F238F4DB6C1BB3AFED06889,0x3C8B0A8FA5AF5D92E7FE7EB3723CDF91C1754C1B999B4D6714558E1D5DB01F2D,1796123610809996),
(1,36,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c11\",\"type\":\"function\"}]}',NULL,89,2363,9,0xA36FD6FD91A5DB1952691C6C,0xA2EE5AD66B275C996A47B6BC35806CA82EFD4BD69F728776E56B3699CDB59084,1796123610811065),
(1,37,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c11\",\"content\":\"21 °C\"}',NULL,59,2422,10,0xF09A75DF598EA43431E31F57,0x9A128A006EA05CA56C590B3DEF96E78EB1B4F475DD25D910F24A00DB7A5462D8,1796123610813855),
(1,38,'user',0,1,NULL,NULL,10031,12453,10,0x81F42EA93053281F9417AA09,0x8CA663558596C82F7B9303823C75C3A4FDD6BAC8D5ECEFFDA09B42221B5E7AC8,1796123610815698),
(1,39,'user',0,1,'{\"role\":\"user\",\"content\":\"from here\"}',NULL,40,12493,15,0x322DA09A678FF178F9A281D3,0xC35E43C06E748C24296DBC752221C8736A7C427ED40AE241F0EE1FCEF0F4211B,1796123610842710),
(1,40,'user',0,1,'{\"role\":\"user\",\"content\":\"And now?\"}',NULL,39,12532,18,0x4610327294F2DB9BDF4119BF,0xC0BAB22093C1BF579A53B740FE86F9A86027819F6E7BED203FE6737BB88CF239,1796123610864877),
(2,1,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"0\"}]}',NULL,70,70,1,0xC0442FC99AA5E27D73F47745,0x5B50B2166A3A4E4F54EBD7AD17A810612461EC5E93F4643D16D0B64BDC6F1B1C,1796123610871271),
(2,2,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"1\"}]}',NULL,70,140,1,0x39DE481A771852C224F5A6A3,0x637D89C2AB2CC0FA87D0C52E3C652A1EAA1CD23988AEFF7A034161874E244F99,1796123610871271),
(2,3,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"2\"}]}',NULL,70,210,1,0xC180CF0C1DB4F9A6E39E0819,0x218CFB497EBE8301F8801D93C80873869C64DD8920068711B38E0860246DC0E9,1796123610871271),
(2,4,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"3\"}]}',NULL,70,280,1,0x2DC08B77689E7F06D33A3E94,0xB6F32B9C4C02561C6D8C2643DD01228C24494C50BF82F28F16D0386C381A4878,1796123610871271),
(2,5,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"4\"}]}',NULL,70,350,1,0x4A0013FCA62B8F0BE13244E8,0xBBD44CF5CAA9AA3D5E0B0B9EE0983CA653FD28CBBAB06D20B93F70F12D3905D6,1796123610871271),
(2,6,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"5\"}]}',NULL,70,420,1,0x3A844FBFDE19BF2157535D6F,0x19E5330C2F3C1B156F56B6655E692502BE1976007E330DC0A4A9BDCF89C290EC,1796123610871271),
(2,7,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"6\"}]}',NULL,70,490,1,0x0972E2A6A8DF68C40A6354EA,0x0B695FBAE125B56FA6A49B60071DCF4F25356F959C44CBF3376F523340FEE090,1796123610871271),
(2,8,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"7\"}]}',NULL,70,560,1,0x7A1B491FEFB258C2794D7AC2,0x9C34FC928C8DDE556B3EEADB26B1C80420E055D7AFFE026286A0407427668432,1796123610871271),
(2,9,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"8\"}]}',NULL,70,630,1,0x012531D740F4EE27B347A49D,0xE42ED8D48623667FB9E6F92EC319EE4779AEDD20E4DAB8337357061408799650,1796123610871271),
(2,10,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"9\"}]}',NULL,70,700,1,0xBCB98CDAC0D911F4FB84EFAA,0xE26856089939A53E9E32C76272FBBF14C60B698C900DA186FCC5C09BC309F69C,1796123610871271),
(2,11,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"10\"}]}',NULL,71,771,1,0x2AF069A28AC5377455B6D231,0x4141CF1E021B590B6E84E40EADB3B62054B18FCE5D52543CC58CF67EB0FE532A,1796123610871271),
(2,12,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"11\"}]}',NULL,71,842,1,0x198D98E566EB6E80B2EBD501,0x140445DA2503C5EB297FD411FF9994133E392FA9065DA129165197FFD4C18FDF,1796123610871271),
(2,13,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"12\"}]}',NULL,71,913,1,0x17C5E8F7ED4D915B8B1BE2A4,0xC4776F57256C64DF11340399BF2381C00B996B04F8DDCCF54EA5E3CD15C4C200,1796123610871271),
(2,14,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"13\"}]}',NULL,71,984,1,0x4C0994C3E7C9D31614DFEEF5,0x7869EBD838EDD2EAB875744EBD16EC22C3F30824BDEEF93740B88B4EF66E4D14,1796123610871271),
(2,15,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"14\"}]}',NULL,71,1055,1,0xAC031C1626297ECD1DA63864,0x1E24C9DA963DE3ED4342F346AE76C81E28AAE6A296488EAAE3E26E74D2E4954B,1796123610871271),
(2,16,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"15\"}]}',NULL,71,1126,1,0xB1B72BE2E69FF9C36EB5217C,0x5538A8EDF9894BD359EE4C4C2086AA01CEEB6561367B7269C312267DD3D3A787,1796123610871271),
(2,17,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"16\"}]}',NULL,71,1197,1,0x645D1A8BDDD761E8FAAC357C,0xA76ADEA3B8D17BD375277D8075256F2A4FD515BDD7A1D166F4B73ABA38EF4FE1,1796123610871271),
(2,18,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"17\"}]}',NULL,71,1268,1,0xC921BA5C06F440D5FF976208,0xC0C4BCAE9F6E99D3B43DB14A600AF8C89E66C5DC60ACAE2BA8A06A4A7F1A4845,1796123610871271),
(2,19,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"18\"}]}',NULL,71,1339,1,0x7FF2C71839ED12638E8028FA,0xDF3F4ACD93AACCD4D85B587D817BC07A361C6957C47F5617171D8491577BC884,1796123610871271),
(2,20,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"19\"}]}',NULL,71,1410,1,0x4B4BED09B03554AABB42157F,0x73801FC48CB5AC79F97EC00261266CC11E3C1471741E9480C43FB670297E0B6D,1796123610871271),
(2,21,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"20\"}]}',NULL,71,1481,1,0x968D7E54D6BAEAC46BEAAD78,0x45CF91DD283E102835B1B874A05DD70AC6A2DB681C27BFA4907DCC909F278B50,1796123610871271),
(2,22,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"21\"}]}',NULL,71,1552,1,0xAE52E215E0EE57E4F7E2454D,0x74BB38F6B90DCF7402D2485E900C346BB3881BE0F91A189477394C73018521D4,1796123610871271),
(2,23,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"22\"}]}',NULL,71,1623,1,0x668AB14BEE9140FEB7CA1A09,0xA8866C179623BD658A62E1842A9E4141D19AFE9807D9F19BFA00AFF98A5FBE32,1796123610871271),
(2,24,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"23\"}]}',NULL,71,1694,1,0x5373A8C7A8F58A89AE0EAF55,0xC7FC751E185F1B30B5B17A850074BA1E3848C5A9998D480C349953001A03ABC3,1796123610871271),
(2,25,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"24\"}]}',NULL,71,1765,1,0x5A2B6BE788F19D330EBD665E,0x038CA1E90CCE3601AAF4B2A899BFE4FD9E077270D0645F818319AFBFCD53601E,1796123610871271),
(2,26,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"25\"}]}',NULL,71,1836,1,0x921D5940C39FC097CF9A4625,0x6B870791C009226346288B5B8E702E20D12E9A0F5A4006C800AF71357C5D3374,1796123610871271),
(2,27,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"26\"}]}',NULL,71,1907,1,0x512BE3E7665548189E38EE7C,0x8DEF036E41D23094E36ABD8960F59F9E35CD4517FDFB40940B1E256594A51A0F,1796123610871271),
(2,28,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"27\"}]}',NULL,71,1978,1,0x9B67930C6A3DB5C040DE8FD7,0x0471BF7829546B3549CA5071497551B3CFD08916C2076F86395043E1731CD140,1796123610871271),
(2,29,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"28\"}]}',NULL,71,2049,1,0xD89073C814FE8AE4A453995F,0x1C8F8ECCE588A7EE4D2C820C440E6E3D176B7E60F2622577D77AC8D893BC3B9A,1796123610871271),
(2,30,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"29\"}]}',NULL,71,2120,1,0xA1A522ED3C1253A99F224F45,0xCFA6553C0C7850799D83C09D5D917B443670660968D3517EAAE53267F6898A3A,1796123610871271),
(2,31,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"30\"}]}',NULL,71,2191,1,0x2780F67436C3C3BA87C132EF,0x02D29D98FDC24715A7989BE034748992A23B5EAFD44B987B0DE3AD226C349C7D,1796123610871271),
(2,32,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"31\"}]}',NULL,71,2262,1,0x14BDD898017EE32D9C919C26,0x9704389AEFC26D7658A8D7F5F6F81A89DBC2CCCA745E130E18C65A6C9577D7F2,1796123610871271),
(2,33,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"32\"}]}',NULL,71,2333,1,0x10A9D360816DA834F4FC23E4,0x93552096D21FE877F20C37CB230929F9A876EAADB18647C7BD9ABB21919BED5F,1796123610871271),
(2,34,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"33\"}]}',NULL,71,2404,1,0xA2A430DFF8B03126C7264256,0x9C6E1E4DA2E36C69B0B532333F83E1CF23EFAF54ACCD5E68E4EB9BF49845EC58,1796123610871271),
(2,35,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"34\"}]}',NULL,71,2475,1,0xE851073EDA10F094F803ADDF,0xEDE46EC5413E1713DB93593025F30E2A5FAFCE18B936A52625962E7C630257E2,1796123610871271),
(2,36,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"35\"}]}',NULL,71,2546,1,0x2AA2C2CBBCA0BDA1352DDAD6,0xB989C1D9DF5BB9245AE292B0740161D9871AAA7B29F90AD4D66E5D27DBEDE4C6,1796123610871271),
(2,37,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"36\"}]}',NULL,71,2617,1,0xCBA07A72EA92A0508E741195,0x00EF42D3819951FA4AE41468BDC39CD8825B357CD6FE510473012ABA153D47BC,1796123610871271),
(2,38,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"37\"}]}',NULL,71,2688,1,0x65A89BF3FED579BB4E1851A1,0x7413C9B996BCD8F505E1570A1D992B2C9816184DFB883967D70180D0A890BB0A,1796123610871271),
(2,39,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"38\"}]}',NULL,71,2759,1,0x5934ED167F3928FF63A687E1,0xA8C4D8D3F8C6422E0C8F13955B11E98B024A25A2FB4A1EDDA7250E789DA13322,1796123610871271),
(2,40,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"39\"}]}',NULL,71,2830,1,0x471334B1031B925F935E809C,0xBA64F5FDA4667DE0C23F7EC921A3638A0A21F64717A2A78E2AF1D9786679DC47,1796123610871271),
(2,41,'user',0,1,'{\"role\":\"user\",\"content\":\"after the clear\"}',NULL,46,2876,2,0x59FA1DCDEF143B1D3E8C38C4,0x584CBC125F8B2A6B51BC7C48F360109B9FDAFC32D70A38A3317C8835F21EAB64,1796123610877838),
(2,42,'user',0,1,'{\"role\":\"user\",\"content\":\"after the reset\"}',NULL,46,2922,4,0x3E756E67BAA83C1D4631798A,0x1F42824AD93C63E46F466640F9F63CCDC4DC546682829EEDC39354A6D5450C68,1796123610890678),
(3,1,'system',0,1,'{\"role\":\"system\",\"content\":\"You book flights.\"}',NULL,50,50,1,0xE54FEEF7382DE9A824D38C43,0xC7F3F7BE42EB6819D23D81247FC93EA447CA484C69FD9F571EA43B8D456813AA,1796123610892129),
(3,2,'user',0,1,'{\"role\":\"user\",\"content\":\"Flight 0?\"}',NULL,40,90,1,0x7A9C795850FF8C30A9614D38,0xE9E43D3E8CA44B6E3F1699B20121AA7D725C55E02BBA7BAB4FE20663E1E220E0,1796123610895280),
(3,3,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c0\",\"type\":\"function\",\"function\":{\"name\":\"find\",\"arguments\":\"{}\"}}]}',NULL,137,227,1,0x9959626B96D25FFFADB3D916,0xCBC3F942FAE1B2D6E265A8DCF1AB0B333E07D0BA2C524A0024F60CBD5F8033F8,1796123610896755),
(3,4,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c0\",\"content\":\"0: seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat \"}',NULL,206,433,1,0x5C959D137CF375CF4E15BE26,0xFDA816848F3F813957295ADDDD6DF407FDDFF6EACA3E9BDE8AC5947F2831C85B,1796123610898206),
(3,5,'assistant',0,1,'{\"role\":\"assistant\",\"content\":\"Flight 0 has seats.\"}',NULL,55,488,1,0x2CDBA728E93D6B72135459BF,0x3C5A7AF814FB1AFC77E37C5A1FD7D192FD7A7C3AD1225902D5511AB097651CDF,1796123610899583),
(3,6,'user',0,1,'{\"role\":\"user\",\"content\":\"Flight 1?\"}',NULL,40,528,1,0x527BB0BA71A0CD5B16971E63,0x6277C4B463289D9EEFAFC61C23D337F07094CA819F23DBDA4208A3A0F605DAE3,1796123610900986),
(3,7,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"find\",\"arguments\":\"{}\"}}]}',NULL,137,665,1,0xB11A5BBB4D447F22550137E6,0x8ADA354E72ADD1E4E8D350A6EACF3F890EE155DCBDE407F1FC69EC4BA434F62E,1796123610902231),
(3,8,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"1: seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat \"}',NULL,206,871,1,0x330265321359A698956B4864,0x600BCAE3CA1991628990CECC2D8B69E8E74E29474E97A430EA61AC2B87ED80E8,1796123610903484),
(3,9,'assistant',0,1,'{\"role\":\"assistant\",\"content\":\"Flight 1 has seats.\"}',NULL,55,926,1,0x746BC16FCD367484A1D43FB3,0xAFF65DB3DA57B7AF85487A38B68934C843187D8560FA33B61F7E36393E48186D,1796123610904877),
(3,10,'user',0,1,'{\"role\":\"user\",\"content\":\"Flight 2?\"}',NULL,40,966,1,0xB3903E9168AC3931B6EAF3C1,0xF7BED94DDDAE233018B836CAADD2624743F08459183315E68DD58627D885DB43,1796123610906323),
(3,11,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c2\",\"type\":\"function\",\"function\":{\"name\":\"find\",\"arguments\":\"{}\"}}]}',NULL,137,1103,1,0xDFB02E0E9E84D1F883DC8E9D,0xF79F7A81EFB7CB1FE75D075A81BB39EEC37730ED7DD4DDAC53FB84E41D6DBF92,1796123610907621),
(3,12,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c2\",\"content\":\"2: seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat \"}',NULL,206,1309,1,0x6CBA3D031F93ADAF65E261D7,0x606EFCDD18D60754897951E05759A9D2B110A6A75FAAB554D34ECB25FD057C70,1796123610909036),
(3,13,'assistant',0,1,'{\"role\":\"assistant\",\"content\":\"Flight 2 has seats.\"}',NULL,55,1364,1,0x19F9D6BA9A0E2EC668FE5FFF,0x5E00473E7F1DC6DDC67D6ADA6AA06053D3C870D5E0155C464922F62E583EDBD5,1796123610910280),
(3,14,'user',0,1,'{\"role\":\"user\",\"content\":\"Flight 3?\"}',NULL,40,1404,1,0x6781053AECE2FEB6588B14B7,0xAE8FD0D9961655AB5B4F53F31DDCAE37CC85DB0A11716FB25EC670AB76EDD197,1796123610911384),
(3,15,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c3\",\"type\":\"function\",\"function\":{\"name\":\"find\",\"arguments\":\"{}\"}}]}',NULL,137,1541,1,0xF957D9F75B1F600CF0E58A0B,0xCFF413BE5551C8EB65660E363260E054D9518E7BD4038A47D0C6700C1C3EF7A9,1796123610912469),
(3,16,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c3\",\"content\":\"3: seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat \"}',NULL,206,1747,1,0x0DC054D39B214EA0F173E38C,0x9EF4B4C00E662A7E7529FC4ED2D92A729394E9286E4E31AF07400C03E9439105,1796123610913873),
(3,17,'assistant',0,1,'{\"role\":\"assistant\",\"content\":\"Flight 3 has seats.\"}',NULL,55,1802,2,0xE248AD942010AE138972332D,0xD626A99F535B4F3F7290575C4AF11BC9C5523DEB3045D9A40900BB43A93F4102,1796123610918119),
(3,18,'user',0,1,'{\"role\":\"user\",\"content\":\"Flight 4?\"}',NULL,40,1842,2,0x9D785BF1353BE5E9AAAD03D1,0xFCF5AF50C65AB85B41286696704981637BF1147AEF569F8E6427DF674B3D6BAD,1796123610919839),
(3,19,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c4\",\"type\":\"function\",\"function\":{\"name\":\"find\",\"arguments\":\"{}\"}}]}',NULL,137,1979,2,0x5910658CC227F3C7B8847708,0x638635EE839CE865B235EA442019CC883A7BF3FC654740BF519C6908E163236E,1796123610921355),
(3,20,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c4\",\"content\":\"4: seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat \"}',NULL,206,2185,2,0xEEE4DBFE6AEBB8CF7B5611AC,0x32FC53380E381622C7DDF7596AB4B54B3A4A3ADC6D55AC24958097D584613C70,1796123610922753),
(3,21,'assistant',0,1,'{\"role\":\"assistant\",\"content\":\"Flight 4 has seats.\"}',NULL,55,2240,2,0x4B7A4CAF121F054F5B528FF7,0xDAC764516E6960922303B5E91D71727AAA6B55FE2C03968C40FD27F5E43CFD36,1796123610924110),
(3,22,'user',0,1,'{\"role\":\"user\",\"content\":\"Flight 5?\"}',NULL,40,2280,2,0x29B1D06A28811CB2A12A03D3,0x2F4492A7C7F53B517ECFCFF213ECEE88F5B4426479BC4586CE240720EF05FAB9,1796123610925500),
(3,23,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c5\",\"type\":\"function\",\"function\":{\"name\":\"find\",\"arguments\":\"{}\"}}]}',NULL,137,2417,2,0x05A1E231489194C148C164D7,0x279B8C27207B2FA3E7A5774CF4CD38519FF71AF5281152ED498D8FFC14B95D49,1796123610926837),
(3,24,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c5\",\"content\":\"5: seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat seat \"}',NULL,206,2623,2,0xC7951385B71E3B5738754F9D,0x38C32A4882AA1F77856A4D74EE233A6B17E5355F0433E0C7E20B9DC98EA73456,1796123610928222),
(3,25,'assistant',0,1,'{\"role\":\"assistant\",\"content\":\"Flight 5 has seats.\"}',NULL,55,2678,3,0x3459D2D4FA707AA7D896E64B,0xEFFBBB78C134EDA0C0C094CC3EE4A4AAA76B10C3B9C2BBE1C5B4E74690E4A895,1796123610932403),
(3,26,NULL,4,1,'{\"type\":\"reasoning\",\"id\":\"r\",\"summary\":[]}',NULL,8,540,8,0x0D0078022355211C98A4C9BB,0x2A69FE567F9F16A48D6F34D44011EA8F894217FDC5055992F1849A0B8FABBB6B,1796123611011753),
(3,27,NULL,1,1,'{\"type\":\"function_call\",\"call_id\":\"f1\",\"name\":\"find\",\"arguments\":\"{}\"}',NULL,11,551,9,0x397478F2EF4A7669AF4C52EF,0xD580B0B2B04AB75122695B597C78E373A022DD23897E3A7BFCC7B8A2C4B29A36,1796123611026636);
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `ledger_pins` (
  `session` bigint(20) NOT NULL,
  `seq` bigint(20) NOT NULL,
  PRIMARY KEY (`session`,`seq`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;

INSERT INTO `ledger_pins` VALUES
(3,2),
(3,4);
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `ledger_resize_attempts` (
  `session` bigint(20) NOT NULL,
  `attempt` bigint(20) NOT NULL,
  `revision` bigint(20) NOT NULL,
  `head_seq` bigint(20) NOT NULL,
  `cause` varchar(255) NOT NULL,
  `strategy` varchar(255) DEFAULT NULL,
  `outcome` varchar(255) NOT NULL,
  `window_count` bigint(20) NOT NULL,
  `window_length` bigint(20) NOT NULL,
  `max_length` bigint(20) DEFAULT NULL,
  `max_messages` bigint(20) DEFAULT NULL,
  `reason` longtext DEFAULT NULL,
  `duration_us` bigint(20) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  PRIMARY KEY (`session`,`attempt`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;

INSERT INTO `ledger_resize_attempts` VALUES
(3,1,8,25,'manual','clear_tool_results','over_limit',9,166,150,NULL,'\"the window measures 166 after \'clear_tool_results\', the limit is 150\"',3438,1796123610997479),
(3,2,8,25,'manual','declines','declined',9,166,150,NULL,'\"it left everything as it was\"',11,1796123611008920);
SET @saved_cs_client     = @@character_set_client;
SET character_set_client = utf8mb4;
/*!50001 CREATE VIEW `ledger_resize_history` AS SELECT
 NULL AS `owner`,
 NULL AS `session_id`,
 NULL AS `revision`,
 NULL AS `strategy`,
 NULL AS `cause`,
 NULL AS `messages_before`,
 NULL AS `messages_after`,
 NULL AS `length_before`,
 NULL AS `length_after`,
 NULL AS `dropped_count`,
 NULL AS `dropped_length`,
 NULL AS `max_length`,
 NULL AS `reason`,
 NULL AS `actor`,
 NULL AS `created_at`,
 NULL AS `created_utc` */;
SET character_set_client = @saved_cs_client;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `ledger_session_details` (
  `session` bigint(20) NOT NULL,
  `title` longtext DEFAULT NULL,
  `metadata` longtext DEFAULT NULL,
  PRIMARY KEY (`session`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;

INSERT INTO `ledger_session_details` VALUES
(1,'\"a \\\"title\\\"\\u0000\"','{\"n\":1180591620717411303424}');
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `ledger_sessions` (
  `id` bigint(20) NOT NULL AUTO_INCREMENT,
  `owner` varchar(255) NOT NULL,
  `session_id` varchar(255) DEFAULT NULL,
  `measure` varchar(255) NOT NULL,
  `settings` longtext NOT NULL,
  `head_seq` bigint(20) NOT NULL,
  `head_length` bigint(20) NOT NULL,
  `head_digest` binary(32) NOT NULL,
  `current_revision` bigint(20) NOT NULL,
  `revision_digest` binary(32) NOT NULL,
  `derived_count` bigint(20) NOT NULL,
  `full_from` bigint(20) NOT NULL,
  `full_at` bigint(20) NOT NULL,
  `window_from` bigint(20) NOT NULL,
  `window_at` bigint(20) NOT NULL,
  `memo_from` bigint(20) DEFAULT NULL,
  `full_count` bigint(20) NOT NULL,
  `window_count` bigint(20) NOT NULL,
  `window_length` bigint(20) NOT NULL,
  `window_pinned` int(11) DEFAULT NULL,
  `held_revision` bigint(20) DEFAULT NULL,
  `created_at` bigint(20) NOT NULL,
  `updated_at` bigint(20) NOT NULL,
  `active_at` bigint(20) NOT NULL,
  `open_calls` longtext DEFAULT NULL,
  `pin_count` int(11) NOT NULL DEFAULT 0,
  `measurement` int(11) NOT NULL DEFAULT 0,
  `measured_upto` bigint(20) NOT NULL DEFAULT 0,
  `retry_length` bigint(20) DEFAULT NULL,
  `retry_count` bigint(20) DEFAULT NULL,
  `retry_rules` binary(32) DEFAULT NULL,
  `lease_holder` varbinary(255) DEFAULT NULL,
  `lease_until` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`id`),
  UNIQUE KEY `ledger_sessions_owner_session_id` (`owner`,`session_id`),
  KEY `ledger_sessions_owner_active` (`owner`,`active_at`,`id`)
) ENGINE=InnoDB AUTO_INCREMENT=4 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;

INSERT INTO `ledger_sessions` VALUES
(1,'','Grüße','characters','{\"session.max_length\":700}',40,12532,0xC0BAB22093C1BF579A53B740FE86F9A86027819F6E7BED203FE6737BB88CF239,19,0x72B00C27010253F54829A34F9AED05429897C1722787BAB7D94E21B51AE46033,2,17,39,19,40,18,10,3,150,NULL,NULL,1796123610144894,1796123610864877,1796123580000000,NULL,0,0,0,NULL,NULL,NULL,NULL,NULL),
(2,'Ω','second','characters','{}',42,2922,0x1F42824AD93C63E46F466640F9F63CCDC4DC546682829EEDC39354A6D5450C68,4,0x0A358163F7803593EA35F56BC39EF622B5109B35F762FE53360AF1627E79924F,0,4,41,4,41,NULL,1,1,46,NULL,NULL,1796123610871271,1796123610890678,1796123580000000,NULL,0,0,0,NULL,NULL,NULL,NULL,NULL),
(3,'Ω','third','approximate','{\"session.max_length\":150,\"session.target_length\":1200,\"session.keep_tool_results\":0}',27,551,0xD580B0B2B04AB75122695B597C78E373A022DD23897E3A7BFCC7B8A2C4B29A36,9,0x63DDC142D403F0E1E87DD24DA3386030C337D0E8372587D64EA2AD6D1FE423C3,2,1,0,9,26,NULL,27,8,132,2,NULL,1796123610892129,1796123611026636,1796123580000000,'[0, \"f1\"]',2,1,25,NULL,NULL,NULL,NULL,NULL);
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `ledger_summaries` (
  `session` bigint(20) NOT NULL,
  `revision` bigint(20) NOT NULL,
  `call_number` int(11) NOT NULL,
  `given` longtext NOT NULL,
  `returned` longtext NOT NULL,
  `derived_id` bigint(20) DEFAULT NULL,
  `model` longtext DEFAULT NULL,
  `cost` longtext DEFAULT NULL,
  `duration_us` bigint(20) NOT NULL,
  `nonce` varbinary(255) NOT NULL,
  PRIMARY KEY (`session`,`revision`,`call_number`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;

INSERT INTO `ledger_summaries` VALUES
(3,6,1,'[[7,8],[17,18]]','{\"text\":\"4 messages\"}',NULL,'\"a model\"','{\"tokens\":1180591620717411303424}',100,0xBA0BC9442DF7A8B380AA9DDE),
(3,6,2,'[{\"call\":1},[19,21]]','{\"text\":\"4 messages\"}',1,'\"a model\"','{\"tokens\":1180591620717411303424}',67,0xD8B2E9DB83D134723D353466);
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `ledger_version` (
  `version_num` varchar(32) NOT NULL,
  PRIMARY KEY (`version_num`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

INSERT INTO `ledger_version` VALUES
('0002');
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `ledger_window_entries` (
  `session` bigint(20) NOT NULL,
  `revision` bigint(20) NOT NULL,
  `part` smallint(6) NOT NULL,
  `position` bigint(20) NOT NULL,
  `first_seq` bigint(20) DEFAULT NULL,
  `last_seq` bigint(20) DEFAULT NULL,
  `derived_id` bigint(20) DEFAULT NULL,
  PRIMARY KEY (`session`,`revision`,`part`,`position`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;

INSERT INTO `ledger_window_entries` VALUES
(1,2,1,0,1,1,NULL),
(1,2,1,1,5,12,NULL),
(1,3,1,0,1,1,NULL),
(1,3,1,1,8,15,NULL),
(1,4,1,0,1,1,NULL),
(1,4,1,1,11,18,NULL),
(1,5,1,0,1,1,NULL),
(1,5,1,1,14,21,NULL),
(1,6,1,0,1,1,NULL),
(1,6,1,1,17,24,NULL),
(1,7,1,0,1,1,NULL),
(1,7,1,1,20,27,NULL),
(1,8,1,0,1,1,NULL),
(1,8,1,1,23,30,NULL),
(1,9,1,0,1,1,NULL),
(1,9,1,1,26,33,NULL),
(1,10,1,0,1,1,NULL),
(1,10,1,1,29,36,NULL),
(1,11,1,0,1,1,NULL),
(1,11,1,1,NULL,NULL,1),
(1,15,0,0,1,3,NULL),
(1,15,0,1,39,39,NULL),
(1,15,1,0,1,3,NULL),
(1,15,1,1,39,39,NULL),
(1,16,0,0,1,3,NULL),
(1,16,1,0,1,3,NULL),
(1,17,0,0,1,9,NULL),
(1,17,1,0,1,9,NULL),
(1,18,1,0,NULL,NULL,2),
(1,18,1,1,8,9,NULL),
(1,19,1,0,NULL,NULL,2),
(1,19,1,1,8,8,NULL),
(1,19,1,2,40,40,NULL),
(2,3,0,0,1,41,NULL),
(2,3,1,0,41,41,NULL),
(3,2,1,0,1,1,NULL),
(3,2,1,1,9,16,NULL),
(3,3,1,0,1,1,NULL),
(3,3,1,1,17,24,NULL),
(3,4,1,0,1,4,NULL),
(3,4,1,1,17,25,NULL),
(3,5,1,0,1,4,NULL),
(3,5,1,1,7,8,NULL),
(3,5,1,2,17,25,NULL),
(3,6,1,0,1,1,NULL),
(3,6,1,1,NULL,NULL,1),
(3,6,1,2,2,4,NULL),
(3,6,1,3,22,25,NULL),
(3,8,1,0,1,1,NULL),
(3,8,1,1,NULL,NULL,1),
(3,8,1,2,2,4,NULL),
(3,8,1,3,22,23,NULL),
(3,8,1,4,NULL,NULL,2),
(3,8,1,5,25,25,NULL),
(3,9,1,0,1,1,NULL),
(3,9,1,1,NULL,NULL,1),
(3,9,1,2,2,4,NULL),
(3,9,1,3,25,26,NULL);
SET @saved_cs_client     = @@character_set_client;
SET character_set_client = utf8mb4;
/*!50001 CREATE VIEW `ledger_window_messages` AS SELECT
 NULL AS `owner`,
 NULL AS `session_id`,
 NULL AS `revision`,
 NULL AS `position`,
 NULL AS `seq`,
 NULL AS `role`,
 NULL AS `payload` */;
SET character_set_client = @saved_cs_client;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `ledger_window_revisions` (
  `session` bigint(20) NOT NULL,
  `revision` bigint(20) NOT NULL,
  `owner` varchar(255) NOT NULL,
  `parent` bigint(20) DEFAULT NULL,
  `kind` varchar(255) NOT NULL,
  `strategy` varchar(255) DEFAULT NULL,
  `cause` varchar(255) DEFAULT NULL,
  `restored` bigint(20) DEFAULT NULL,
  `full_from` bigint(20) NOT NULL,
  `full_at` bigint(20) NOT NULL,
  `window_from` bigint(20) NOT NULL,
  `window_at` bigint(20) NOT NULL,
  `memo_from` bigint(20) DEFAULT NULL,
  `head_seq` bigint(20) NOT NULL,
  `head_length` bigint(20) NOT NULL,
  `appended_count` bigint(20) NOT NULL,
  `full_count` bigint(20) NOT NULL,
  `window_count` bigint(20) NOT NULL,
  `window_length` bigint(20) NOT NULL,
  `window_pinned` int(11) DEFAULT NULL,
  `dropped_count` bigint(20) NOT NULL,
  `dropped_length` bigint(20) NOT NULL,
  `max_length` bigint(20) DEFAULT NULL,
  `settings` longtext DEFAULT NULL,
  `actor` varchar(255) DEFAULT NULL,
  `reason` longtext DEFAULT NULL,
  `metadata` longtext DEFAULT NULL,
  `duration_us` bigint(20) NOT NULL,
  `digest` binary(32) NOT NULL,
  `created_at` bigint(20) NOT NULL,
  PRIMARY KEY (`session`,`revision`),
  KEY `ledger_window_revisions_created` (`created_at`,`session`,`revision`),
  KEY `ledger_window_revisions_owner` (`owner`,`created_at`,`session`,`revision`),
  KEY `ledger_window_revisions_strategy` (`strategy`,`created_at`,`session`,`revision`),
  KEY `ledger_window_revisions_head` (`session`,`head_seq`,`revision`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;

INSERT INTO `ledger_window_revisions` VALUES
(1,1,'',NULL,'created',NULL,NULL,NULL,1,0,1,0,NULL,0,0,0,0,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,0,0x427D455957FC2EA0E15831160D8C919970EF6B2AFA262CEF041ED411D7BB01EC,1796123610144894),
(1,2,'',1,'resize','simple_cut','auto',NULL,1,0,2,12,NULL,12,782,0,12,9,585,1,3,197,700,NULL,NULL,NULL,NULL,4012,0x1A8648819FB1A87D32ADDE07DE4BC966AE71D73A31B79F6FDD05D589F0435E14,1796123610748932),
(1,3,'',2,'resize','simple_cut','auto',NULL,1,0,3,15,NULL,15,979,0,15,9,585,1,3,197,700,NULL,NULL,NULL,NULL,2906,0x805B620262920C1829AAFA07E97CBB089118521BFB027F13CB46C2C4686B8BF0,1796123610760887),
(1,4,'',3,'resize','simple_cut','auto',NULL,1,0,4,18,NULL,18,1176,0,18,9,585,1,3,197,700,NULL,NULL,NULL,NULL,1506,0xE85CBE50234AEF72360C31A109FD5BF56DC99EF0980A84E4AC89054764B66AAE,1796123610771048),
(1,5,'',4,'resize','simple_cut','auto',NULL,1,0,5,21,NULL,21,1373,0,21,9,585,1,3,197,700,NULL,NULL,NULL,NULL,1291,0x29E3BFFA2C70FC995C40C491DF5ADEC770C5CA08859F616C138BE36BCC8F3159,1796123610778128),
(1,6,'',5,'resize','simple_cut','auto',NULL,1,0,6,24,NULL,24,1570,0,24,9,585,1,3,197,700,NULL,NULL,NULL,NULL,1219,0xCD8E7FE46A24D765E6C247F65F03E65E8429726F1AA25F577BD308FAE27A8F38,1796123610784910),
(1,7,'',6,'resize','simple_cut','auto',NULL,1,0,7,27,NULL,27,1767,0,27,9,585,1,3,197,700,NULL,NULL,NULL,NULL,1129,0x4E95988E1F5385C9E9723240FCCD949BA6B970862D0361B626703BF4EAF97411,1796123610790926),
(1,8,'',7,'resize','simple_cut','auto',NULL,1,0,8,30,NULL,30,1964,0,30,9,585,1,3,197,700,NULL,NULL,NULL,NULL,1107,0xF2CC5E06B15B2409795310A3DE430769FB61E023BD98A690CDF3A2550613DF8B,1796123610798954),
(1,9,'',8,'resize','simple_cut','auto',NULL,1,0,9,33,NULL,33,2163,0,33,9,587,1,3,197,700,NULL,NULL,NULL,NULL,1089,0xC3E474F2C10E8710EE290BED921AEF45BFAF194A2B4936F9C7E9234D38F27D35,1796123610805213),
(1,10,'',9,'resize','simple_cut','auto',NULL,1,0,10,36,NULL,36,2363,0,36,9,590,1,3,197,700,NULL,NULL,NULL,NULL,1030,0x9A910A8A4AFBFD267F4CCE3C6274C37A36ED6D442FF506895995A13278C1B771,1796123610811065),
(1,11,'',10,'resize','simple_cut','auto',NULL,1,0,11,38,NULL,38,12453,0,38,2,700,1,10,10628,700,NULL,NULL,NULL,NULL,1599,0x61FD145C3C28AA4D8D16E880C24846A2E3F36F8C95E27C8CCEBDB4492AC8C1AB,1796123610815698),
(1,12,'',11,'memo',NULL,NULL,NULL,1,0,11,38,12,38,12453,0,38,2,700,1,0,0,NULL,NULL,'someone','\"because of \\\"it\\\"\"',NULL,0,0xCF14283E4E4C913A14331B1F7F9B3911A57EE63412397E4B9675145AB39CFBE1,1796123610827806),
(1,13,'',12,'rollback',NULL,NULL,4,1,0,4,18,NULL,38,12453,0,38,29,11862,1,0,0,700,NULL,NULL,'\"the first question is wanted again\"','{\"ticket\":7}',0,0x20ADB4883A01D01996FF4D8C5A0FD17A080F86BD17DB83E75539F467EE8FF830,1796123610830274),
(1,14,'',13,'rollback',NULL,NULL,12,1,0,11,38,12,38,12453,0,38,2,700,1,0,0,700,NULL,NULL,NULL,NULL,0,0xC4BAB27C7CFA6A597DAA0185480B122605F1F045565C97BE6469BFD42761C759,1796123610834293),
(1,15,'',14,'set',NULL,NULL,NULL,15,39,15,39,12,39,12493,1,4,4,231,NULL,0,0,NULL,NULL,NULL,NULL,NULL,0,0xB010B9F6DCA3089239632BEFE1991D9E9455DF47EFD0AE5A2F6B0AAFA0EC65C5,1796123610842710),
(1,16,'',15,'pop',NULL,NULL,NULL,16,39,16,39,12,39,12493,0,3,3,191,NULL,1,40,NULL,NULL,NULL,NULL,NULL,0,0x206537FF54B4C5CFF48158FF7498916D25D865C536641EA8C47E2256EA1CA090,1796123610846846),
(1,17,'',16,'rewind',NULL,NULL,1,17,39,17,39,12,39,12493,0,9,9,585,NULL,0,0,NULL,NULL,NULL,NULL,NULL,0,0x4B7602EA1D6B77220EBE0C31CEB064C56A57AB488A880790627C25DA6083502C,1796123610851066),
(1,18,'',17,'resize','summary','manual',NULL,17,39,18,39,18,39,12493,0,9,3,199,NULL,7,446,700,NULL,NULL,NULL,NULL,66,0x660C67EF24A5CEF85822ABD98CA23729A4F88215EB571940DC618A4C47474CAD,1796123610861710),
(1,19,'',18,'resize','drop_unanswered_calls','auto',NULL,17,39,19,40,18,40,12532,0,10,3,150,NULL,1,88,700,NULL,NULL,NULL,NULL,2915,0x72B00C27010253F54829A34F9AED05429897C1722787BAB7D94E21B51AE46033,1796123610864877),
(2,1,'Ω',NULL,'created',NULL,NULL,NULL,1,0,1,0,NULL,0,0,0,0,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,0,0x7D21CEC1FB8F8D199A11B8A89841AA31D75395615E16B82BFBDC9AFB81A0097A,1796123610871271),
(2,2,'Ω',1,'clear',NULL,NULL,NULL,1,0,2,40,NULL,40,2830,0,40,0,0,NULL,40,2830,NULL,NULL,NULL,NULL,NULL,0,0x1F22BCC00F3CF3352A4E40128AE2BF21A993BF3F94ED2094DBD9A494A6AC2A09,1796123610876073),
(2,3,'Ω',2,'import',NULL,NULL,NULL,3,41,3,41,NULL,41,2876,0,41,1,46,NULL,0,0,NULL,NULL,NULL,NULL,NULL,0,0x6107C727E0DB75249B8DF45528F0B34748EBEBDEE0B44635BE29470DF24BFA6E,1796123610884521),
(2,4,'Ω',3,'reset',NULL,NULL,NULL,4,41,4,41,NULL,41,2876,0,0,0,0,NULL,1,46,NULL,NULL,NULL,NULL,NULL,0,0x0A358163F7803593EA35F56BC39EF622B5109B35F762FE53360AF1627E79924F,1796123610888899),
(3,1,'Ω',NULL,'created',NULL,NULL,NULL,1,0,1,0,NULL,0,0,0,0,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,0,0xEF7D72357F885C0286F071572DF312358BD97231470669870E4854693529680D,1796123610892129),
(3,2,'Ω',1,'resize','simple_cut','auto',NULL,1,0,2,16,NULL,16,1747,0,16,9,926,1,7,821,1600,'{\"session.target_length\":1200}',NULL,NULL,NULL,1760,0x324615BC8F87045AA19E4FA4DB09405750D7F90D47C1EDC1B59F7A2B5F9542AA,1796123610913873),
(3,3,'Ω',2,'resize','simple_cut','auto',NULL,1,0,3,24,NULL,24,2623,0,24,9,926,1,8,876,1600,'{\"session.target_length\":1200}',NULL,NULL,NULL,1720,0xDD46D342438483E0DF21EBB3602BB41833CF9028A78F91843B71C93AD4C3EE81,1796123610928222),
(3,4,'Ω',3,'pin',NULL,NULL,NULL,1,0,4,25,NULL,25,2678,0,25,13,1364,1,0,0,NULL,NULL,NULL,'\"what it began with\"',NULL,0,0xB0A5D8BEA08CAD582FFFC8A93296517993FFB4B610CA06705BBEA1D3E7D38C8B,1796123610933924),
(3,5,'Ω',4,'recall',NULL,NULL,NULL,1,0,5,25,NULL,25,2678,0,25,15,1707,1,0,0,NULL,NULL,NULL,NULL,NULL,0,0xA975DAFB5A7B52F0D72D66E91CF3439EC30EF319CE70C68AE5471C49E7DC5D7E,1796123610948475),
(3,6,'Ω',5,'resize','sums up','manual',NULL,1,0,6,25,NULL,25,2678,0,25,9,949,2,7,836,4000,'{\"session.target_length\":1200,\"summarize\":{\"keep_rounds\":1,\"into\":\"window\",\"max_input\":500}}',NULL,'\"sums up summarized 7 messages into the window in 2 calls\"',NULL,2777,0x12DEB2352D4DCFEB2AAE0028EF78D3485AC8993BC7493CF30F4ADE06AB1365DA,1796123610968376),
(3,7,'Ω',6,'remeasure',NULL,NULL,NULL,1,0,6,25,NULL,25,532,0,25,9,189,2,0,0,NULL,'{\"session.measure\":\"approximate\"}',NULL,'\"counted as the provider does\"',NULL,0,0x9D931F7400558FE7860A4F83673AE079486B1276B516CE2C95FB6A5BEB567159,1796123610972621),
(3,8,'Ω',7,'resize','clear_tool_results','manual',NULL,1,0,8,25,NULL,25,532,0,25,9,166,2,1,44,150,'{\"session.keep_tool_results\":0}',NULL,'\"clear_tool_results cleared 1 result\"',NULL,3438,0x0AE7A3787001E583450C8B552147B5A2292C47B05813AD7E51B0452BCB197CA6,1796123610997479),
(3,9,'Ω',8,'resize','simple_cut','auto',NULL,1,0,9,26,NULL,26,540,0,26,7,121,2,3,53,150,NULL,NULL,NULL,NULL,5015,0x63DDC142D403F0E1E87DD24DA3386030C337D0E8372587D64EA2AD6D1FE423C3,1796123611011753);
/*!50001 DROP VIEW IF EXISTS `ledger_current_windows`*/;
/*!50001 SET @saved_cs_client          = @@character_set_client */;
/*!50001 SET @saved_cs_results         = @@character_set_results */;
/*!50001 SET @saved_col_connection     = @@collation_connection */;
/*!50001 SET character_set_client      = utf8mb4 */;
/*!50001 SET character_set_results     = utf8mb4 */;
/*!50001 SET collation_connection      = utf8mb4_general_ci */;
/*!50001 CREATE ALGORITHM=UNDEFINED */
/*!50001 VIEW `ledger_current_windows` AS select `s`.`owner` AS `owner`,`s`.`session_id` AS `session_id`,`s`.`current_revision` AS `revision`,`e`.`position` AS `position`,`e`.`first_seq` AS `first_seq`,`e`.`last_seq` AS `last_seq`,`e`.`derived_id` AS `derived_id` from (`ledger_sessions` `s` join `ledger_window_entries` `e` on(`e`.`session` = `s`.`id` and `e`.`revision` = `s`.`window_from` and `e`.`part` = 1)) where `s`.`session_id` is not null union all select `s`.`owner` AS `owner`,`s`.`session_id` AS `session_id`,`s`.`current_revision` AS `current_revision`,(select count(0) from `ledger_window_entries` `e` where `e`.`session` = `s`.`id` and `e`.`revision` = `s`.`window_from` and `e`.`part` = 1) AS `Name_exp_4`,`s`.`window_at` + 1 AS `s.window_at + 1`,`s`.`head_seq` AS `head_seq`,NULL AS `NULL` from `ledger_sessions` `s` where `s`.`session_id` is not null and `s`.`head_seq` > `s`.`window_at` */;
/*!50001 SET character_set_client      = @saved_cs_client */;
/*!50001 SET character_set_results     = @saved_cs_results */;
/*!50001 SET collation_connection      = @saved_col_connection */;
/*!50001 DROP VIEW IF EXISTS `ledger_resize_history`*/;
/*!50001 SET @saved_cs_client          = @@character_set_client */;
/*!50001 SET @saved_cs_results         = @@character_set_results */;
/*!50001 SET @saved_col_connection     = @@collation_connection */;
/*!50001 SET character_set_client      = utf8mb4 */;
/*!50001 SET character_set_results     = utf8mb4 */;
/*!50001 SET collation_connection      = utf8mb4_general_ci */;
/*!50001 CREATE ALGORITHM=UNDEFINED */
/*!50001 VIEW `ledger_resize_history` AS select `s`.`owner` AS `owner`,`s`.`session_id` AS `session_id`,`r`.`revision` AS `revision`,`r`.`strategy` AS `strategy`,`r`.`cause` AS `cause`,`p`.`window_count` + (`r`.`head_seq` - `r`.`appended_count` - `p`.`head_seq`) AS `messages_before`,`r`.`window_count` AS `messages_after`,`p`.`window_length` + (`r`.`head_length` - `p`.`head_length`) AS `length_before`,`r`.`window_length` AS `length_after`,`r`.`dropped_count` AS `dropped_count`,`r`.`dropped_length` AS `dropped_length`,`r`.`max_length` AS `max_length`,`r`.`reason` AS `reason`,`r`.`actor` AS `actor`,`r`.`created_at` AS `created_at`,date_format(cast('1970-01-01' as datetime) + interval `r`.`created_at` microsecond,'%Y-%m-%d %H:%i:%s') AS `created_utc` from ((`ledger_window_revisions` `r` join `ledger_sessions` `s` on(`s`.`id` = `r`.`session`)) join `ledger_window_revisions` `p` on(`p`.`session` = `r`.`session` and `p`.`revision` = `r`.`parent`)) where `r`.`kind` = 'resize' and `s`.`session_id` is not null */;
/*!50001 SET character_set_client      = @saved_cs_client */;
/*!50001 SET character_set_results     = @saved_cs_results */;
/*!50001 SET collation_connection      = @saved_col_connection */;
/*!50001 DROP VIEW IF EXISTS `ledger_window_messages`*/;
/*!50001 SET @saved_cs_client          = @@character_set_client */;
/*!50001 SET @saved_cs_results         = @@character_set_results */;
/*!50001 SET @saved_col_connection     = @@collation_connection */;
/*!50001 SET character_set_client      = utf8mb4 */;
/*!50001 SET character_set_results     = utf8mb4 */;
/*!50001 SET collation_connection      = utf8mb4_general_ci */;
/*!50001 CREATE ALGORITHM=UNDEFINED */
/*!50001 VIEW `ledger_window_messages` AS select `s`.`owner` AS `owner`,`s`.`session_id` AS `session_id`,`r`.`revision` AS `revision`,(select cast(coalesce(sum(case when `q`.`derived_id` is null then `q`.`last_seq` - `q`.`first_seq` + 1 else 1 end),0) as signed) from `ledger_window_entries` `q` where `q`.`session` = `e`.`session` and `q`.`revision` = `e`.`revision` and `q`.`part` = 1 and `q`.`position` < `e`.`position`) + `m`.`seq` - `e`.`first_seq` AS `position`,`m`.`seq` AS `seq`,`m`.`role` AS `role`,coalesce(`m`.`payload`,`b`.`payload`) AS `payload` from ((((`ledger_sessions` `s` join `ledger_window_revisions` `r` on(`r`.`session` = `s`.`id`)) join `ledger_window_entries` `e` on(`e`.`session` = `r`.`session` and `e`.`revision` = `r`.`window_from` and `e`.`part` = 1)) join `ledger_messages` `m` on(`m`.`session` = `r`.`session` and `m`.`seq` >= `e`.`first_seq` and `m`.`seq` <= `e`.`last_seq`)) left join `ledger_bodies` `b` on(`b`.`session` = `m`.`session` and `b`.`seq` = `m`.`seq`)) where `s`.`session_id` is not null and `e`.`derived_id` is null union all select `s`.`owner` AS `owner`,`s`.`session_id` AS `session_id`,`r`.`revision` AS `revision`,(select cast(coalesce(sum(case when `q`.`derived_id` is null then `q`.`last_seq` - `q`.`first_seq` + 1 else 1 end),0) as signed) from `ledger_window_entries` `q` where `q`.`session` = `e`.`session` and `q`.`revision` = `e`.`revision` and `q`.`part` = 1 and `q`.`position` < `e`.`position`) AS `Name_exp_4`,NULL AS `NULL`,`d`.`role` AS `role`,`d`.`payload` AS `payload` from (((`ledger_sessions` `s` join `ledger_window_revisions` `r` on(`r`.`session` = `s`.`id`)) join `ledger_window_entries` `e` on(`e`.`session` = `r`.`session` and `e`.`revision` = `r`.`window_from` and `e`.`part` = 1)) join `ledger_derived_messages` `d` on(`d`.`session` = `e`.`session` and `d`.`derived_id` = `e`.`derived_id`)) where `s`.`session_id` is not null union all select `s`.`owner` AS `owner`,`s`.`session_id` AS `session_id`,`r`.`revision` AS `revision`,(select cast(coalesce(sum(case when `q`.`derived_id` is null then `q`.`last_seq` - `q`.`first_seq` + 1 else 1 end),0) as signed) from `ledger_window_entries` `q` where `q`.`session` = `r`.`session` and `q`.`revision` = `r`.`window_from` and `q`.`part` = 1) + `m`.`seq` - `r`.`window_at` - 1 AS `Name_exp_4`,`m`.`seq` AS `seq`,`m`.`role` AS `role`,coalesce(`m`.`payload`,`b`.`payload`) AS `COALESCE(m.payload, b.payload)` from (((`ledger_sessions` `s` join `ledger_window_revisions` `r` on(`r`.`session` = `s`.`id`)) join `ledger_messages` `m` on(`m`.`session` = `r`.`session` and `m`.`seq` > `r`.`window_at` and `m`.`seq` <= `r`.`head_seq`)) left join `ledger_bodies` `b` on(`b`.`session` = `m`.`session` and `b`.`seq` = `m`.`seq`)) where `s`.`session_id` is not null */;
/*!50001 SET character_set_client      = @saved_cs_client */;
/*!50001 SET character_set_results     = @saved_cs_results */;
/*!50001 SET collation_connection      = @saved_col_connection */;

/*!40101 SET SQL_MODE=@OLD_SQL_MODE */;
/*!40014 SET FOREIGN_KEY_CHECKS=@OLD_FOREIGN_KEY_CHECKS */;
/*!40014 SET UNIQUE_CHECKS=@OLD_UNIQUE_CHECKS */;
/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */;

