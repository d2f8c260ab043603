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
(1,1,20,38,'user',0,1,'{\"role\":\"user\",\"content\":\"g long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long \"}',648,0x083ED1118F02CABC3BB099EE),
(1,2,27,NULL,'system',0,1,'{\"role\":\"system\",\"content\":\"They talked of the weather.\"}',60,0xC2AB7FD0CB090CCD8D3C5380);
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
(1,21,2,'{\"summary\":\"weather\",\"big\":1180591620717411303424,\"text\":\"a\\u0000b\"}',0xB80CAAF7273858B4BEF74B3D,1796096288285443),
(1,27,1,'{\"rounds\":3}',0x1E29CAEF4C36A8D8AF9D946F,1796096288359782);
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
(1,1,'system',0,1,'{\"role\":\"system\",\"content\":\"You answer briefly.\"}',NULL,52,52,1,0x1007A3F8E8C34FE2CD4B112A,0x666CA76C8E8C217CB3F96DB49C4C8DD106C4DEF80C685FA9D18C8A7980B8F323,1796096285338053),
(1,2,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 0? \\ud83d \\ud83d\\ude42\"}','{\"number\":0}',51,103,1,0xB017CC6678C237C784D1FE65,0x92B19DE7A0FF91C140D886F9403C742AB40447AB9CE3EE26E1AF17A5D12034F8,1796096287282902),
(1,3,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c0\",\"type\":\"function\"}]}',NULL,88,191,1,0x63CA593877340ED33C560151,0xEC3312583A5FC4E0C42BBADDB448F9283651214CCB0873BF625ECD4C4855215D,1796096287329477),
(1,4,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c0\",\"content\":\"21 °C\"}',NULL,58,249,1,0x9B26834B668A206F00EFD240,0xA7C7523B19D68F45221E45A5FEB5F61DA408F0FADE92BC4F9291FBB05DA841FA,1796096287351063),
(1,5,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 1? \\ud83d \\ud83d\\ude42\"}','{\"number\":1}',51,300,1,0x80DE3EF95EB41711920A8CEA,0x566A5B9F14F76BF0A6DD77A4C20C138A97444176586B0C2D48C4E3EC89A3D9AA,1796096287382069),
(1,6,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\"}]}',NULL,88,388,1,0x10C190F8148C032C41B3BA22,0xA3552F19E1EFC3DCCB7CAF96213BCDD280499275979EBEF452AD03F31CD515FF,1796096287386630),
(1,7,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"21 °C\"}',NULL,58,446,1,0x73C0E28FF19141139551BD6F,0x35EA0A4D4EAC85EDF4E8E65386200C3655C081F287B166BD301B8E89A8571C21,1796096287396785),
(1,8,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 2? \\ud83d \\ud83d\\ude42\"}','{\"number\":2}',51,497,1,0xEA3C81640D84E0258DEB80CC,0x674EB15EEFA7E3A92691055D3126E403EBAB005CEF217E116068D7C71F987406,1796096287409460),
(1,9,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c2\",\"type\":\"function\"}]}',NULL,88,585,1,0x49D45537959ACA513DB3876A,0x0C3E69FD89D7A328C6B2FBAB50A0C6338401CA5DA2F12CED53C0195DD1A508AC,1796096287431207),
(1,10,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c2\",\"content\":\"21 °C\"}',NULL,58,643,1,0xFE664F96FB070B2EDC04331F,0xBB424A6A8281C40E6824E8B6E024716DE681935B2A30F5ECCF4BDDDB3CA4A630,1796096287453422),
(1,11,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 3? \\ud83d \\ud83d\\ude42\"}','{\"number\":3}',51,694,1,0x5AC9D0760D0A90635A6421C2,0xD4233DFC4443D28C2832D7386CA27F6B03211A7FF691C476B44B8A1A860FBB18,1796096287492714),
(1,12,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c3\",\"type\":\"function\"}]}',NULL,88,782,1,0x33B59645C39AF5D80936CAA1,0x9BC8B0289786F5B10D3B515E58C39D444C7C9E755E4EA5E3316AE9DF1D29DDBE,1796096287513853),
(1,13,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c3\",\"content\":\"21 °C\"}',NULL,58,840,2,0x67BC15423C901B457982F98F,0x28FBFE2512DE87131C0B179F1F689071ADC0A6E5C8FB24D778832174698FE48E,1796096287548342),
(1,14,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 4? \\ud83d \\ud83d\\ude42\"}','{\"number\":4}',51,891,3,0xBD258AA02ED3057DE82CE675,0x541A0021C5BD949FDED82A2E0F7D8AE5278A3818EF46EF1842D1595510B0B3B2,1796096287629602),
(1,15,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c4\",\"type\":\"function\"}]}',NULL,88,979,3,0x5FF4B37AAA09891D12FE3DF8,0x5D2D15482EE864A7BF29BC495E79747BE9F03988DE37BD2A24F6AE124BA7D027,1796096287640578),
(1,16,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c4\",\"content\":\"21 °C\"}',NULL,58,1037,4,0xC85E79230A42A59DA78CCC7A,0x626DFB5668143C11D10905CFF6D5D6A665A8718DC6F1C48AB495BC6AFBD21B43,1796096287714656),
(1,17,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 5? \\ud83d \\ud83d\\ude42\"}','{\"number\":5}',51,1088,5,0x4462DEC81CA26ABA15ABD705,0x584CB283B23EB20D637EA9E6FA6099F1691D4B8901E4BCD38325523B6101214B,1796096287733511),
(1,18,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c5\",\"type\":\"function\"}]}',NULL,88,1176,5,0x1FD39B6F87C552E1ACFADCB9,0xA76A916AA1814898355D0EC137502759F23A8C23A640259C7A17F92ACBE12996,1796096287765608),
(1,19,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c5\",\"content\":\"21 °C\"}',NULL,58,1234,6,0x7CF7970BD97826B5B0DEC23C,0x07C1D737853583FCD121FC790226A6927F996F6C19D1DA337075F806FC0C7D84,1796096287821457),
(1,20,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 6? \\ud83d \\ud83d\\ude42\"}','{\"number\":6}',51,1285,7,0x751D7932AA34C05AEA13E90F,0x9BA919214CFAEA4FAE3F54D68BA6F077281FC4FD61B0B2F5D85C09CD8861ECEB,1796096287840883),
(1,21,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c6\",\"type\":\"function\"}]}',NULL,88,1373,7,0xEF4101F6B87D5B3EF22FCBF5,0xC704D7F278413ADD98D17A63AEF59AA2BCF763B1D2BA30BAFDD31B880A3104AF,1796096287851381),
(1,22,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c6\",\"content\":\"21 °C\"}',NULL,58,1431,8,0x874408E61716D3EDCDC69915,0xDF18F191E6C84BF340216D7BE89CCDE3E0247739D2EFCB09359D19784CCB4DF4,1796096287878912),
(1,23,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 7? \\ud83d \\ud83d\\ude42\"}','{\"number\":7}',51,1482,9,0x8A5AB2F6C830B711B4ACA4FD,0x59D699ED387E66CF528E2BBB609625C6D884FC4C6FE38A9C77A26D9C43FE5B34,1796096287919037),
(1,24,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c7\",\"type\":\"function\"}]}',NULL,88,1570,9,0xCCBD50EC4BD3CA0D48C3FFC1,0xE89CD51B27E6A001FBB54D627B52C9A120C6121D26E8510F4B1941970CF3300E,1796096287942583),
(1,25,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c7\",\"content\":\"21 °C\"}',NULL,58,1628,10,0x8F2BECD7419156256941ECBC,0xF82C4F532B92D105511CAD33F21088435D7C01AD849756B5BCFF45125274159F,1796096287990798),
(1,26,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 8? \\ud83d \\ud83d\\ude42\"}','{\"number\":8}',51,1679,11,0xF948D83476149E77B112549A,0x97BAA23F22E0B734099EFA97707EE27442E97702BD66B23BA9F737FCF5880E34,1796096288092069),
(1,27,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c8\",\"type\":\"function\"}]}',NULL,88,1767,11,0x25EE09927B1B19F47260CF57,0x3DC2D0B86814DF926AEB268DDF007D302291DEA80D083FFC98F2BAE808A90E4C,1796096288115983),
(1,28,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c8\",\"content\":\"21 °C\"}',NULL,58,1825,12,0x2E935AF36F42922062964FF3,0x032C6D37F12583D8F6FAB0C48444AAEBD42D33B2352896E1335E7875A5EE0F4D,1796096288166864),
(1,29,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 9? \\ud83d \\ud83d\\ude42\"}','{\"number\":9}',51,1876,13,0x34D380280339DF1B2AE4F585,0x9BECBB7EBBB0D69ED6613221FCA9E4D9643032D643D956B53C9F0B4E11B34505,1796096288187150),
(1,30,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c9\",\"type\":\"function\"}]}',NULL,88,1964,13,0xF4252F94757D70465F164400,0x6CD6031DF98A46875E91661A71FE06BFD1C9FBA7591F9BB1ADF0EEF847B6D144,1796096288214339),
(1,31,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c9\",\"content\":\"21 °C\"}',NULL,58,2022,14,0xD38958CCE1144FC80E78C8E8,0x187527F17C22E5243D2FA33AA37D107C06EC9B759E930BEB44930008D8846639,1796096288220148),
(1,32,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 10? \\ud83d \\ud83d\\ude42\"}','{\"number\":10}',52,2074,15,0x652AFE075996BC90AF70D8F3,0x517362FDAC40A3046BF520A93F4CE2B46977D82048EAE2849A6DF52C52092164,1796096288226928),
(1,33,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c10\",\"type\":\"function\"}]}',NULL,89,2163,15,0x02F820325174564D50D63C31,0x6CE8C0891759589F61708351925AF531ED8020DFB0A8F2367DAC884DCF28D1B7,1796096288232136),
(1,34,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c10\",\"content\":\"21 °C\"}',NULL,59,2222,16,0xB3E452A93BE26223BBF2AEA7,0x85F5140BBB4B84038A63DB6DC29185C623D271FDDC9ACE3A0B4CE9EF43FA4FE0,1796096288236920),
(1,35,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 11? \\ud83d \\ud83d\\ude42\"}','{\"number\":11}',52,2274,17,0xD04DEDD37869B97A972F121A,0x9501E1AC8F747E569C523E70D2FE32F7253BE47EFED814BBC9F0DCD19597FC2C,1796096288244455),
(1,36,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c11\",\"type\":\"function\"}]}',NULL,89,2363,17,0x5A92DB757C8F307B9A65B0A7,0xA14CFF56CD19F5ECFE600E142A39BFD4B77FB114039B74CC7756504D0533D7BD,1796096288249470),
(1,37,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c11\",\"content\":\"21 °C\"}',NULL,59,2422,18,0xC57832D301CDEA30CFBE1BC3,0xA69580018321EE79671F1F2EED85A6B0B396D36913A17F1CF26873AE6D3D0095,1796096288253862),
(1,38,'user',0,1,NULL,NULL,10031,12453,19,0xC9D483A4A26AA40BD06AE00B,0x21EE262DE70B08AA81DF9E3C32E9D81686E9436DCD0C1719548A45D50F5763FF,1796096288261398),
(1,39,'user',0,1,'{\"role\":\"user\",\"content\":\"from here\"}',NULL,40,12493,24,0x41DB24F6BAF62C6531303080,0x961008F810C54F0D13289A0C88D496DC044D50704C397BD8647040C3CD48773F,1796096288316869),
(1,40,'user',0,1,'{\"role\":\"user\",\"content\":\"And now?\"}',NULL,39,12532,27,0x490AC319FF44866F2D99B583,0x332E873C04A5BF4DE17B94E82CAF92BBBFFDE7F74A904BADDFF3EE5997F98BAA,1796096288367514),
(2,1,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"0\"}]}',NULL,70,70,1,0xB41962FCD634F68AB59B8A9C,0x7EFCE7C7842BE29387F419D1E1DE5B32AA1EDE57FD180009FB3C1FE83F770E35,1796096288378368),
(2,2,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"1\"}]}',NULL,70,140,1,0x55CB98184AA337C7C92C4BEB,0xF8A53024223319DE8BC4FCF774E7486FD6FCD78130A56EA23582E3CF21B87A37,1796096288378368),
(2,3,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"2\"}]}',NULL,70,210,1,0x99455D0718691C2E42460E82,0x140A86F182A10BE397624D77DF871D3C12A746B5D52915EBF4595C3C65DA8082,1796096288378368),
(2,4,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"3\"}]}',NULL,70,280,1,0xC2DDA0A83F109BA2DA7FC65C,0xD468032446E447B4527F2A39326B41259EE606B926308B40F777A8E7937F1985,1796096288378368),
(2,5,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"4\"}]}',NULL,70,350,1,0x999F302D3152A61298BEB68F,0x69EDF6B6AFCD4DDE83949F502C2C623B7AC1639ED2894F8C6185A5FB837E6337,1796096288378368),
(2,6,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"5\"}]}',NULL,70,420,1,0x3EE953967B6360298169424F,0x7E88B6CE292EEBBB67B31CBAC2AB58152B68C0C43E1B2331AF7500D6657B966F,1796096288378368),
(2,7,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"6\"}]}',NULL,70,490,1,0xE160BF0E48FFF731DDBE35EA,0xA85FA74D892EEBE4243721BF78AE33FDF49645E4E85876FDA1B0580EF0FFB1B9,1796096288378368),
(2,8,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"7\"}]}',NULL,70,560,1,0x477826462A79946E7945C36A,0x35666759257C8457BAD4C946FFD74F171C0C8B03F09E3CBF274AF6A6FAF2E4AF,1796096288378368),
(2,9,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"8\"}]}',NULL,70,630,1,0x59509C935370A2443C5CB994,0xAB37722D7E6504AC99F7B5738D4A1475CC654F79C89AF45560AA3363E91ADE7B,1796096288378368),
(2,10,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"9\"}]}',NULL,70,700,1,0x4CBEE728527F9820CCE5AF62,0xFA38F2DE24150D5183CE6548742AA8ECC351DDD4A080BF727E3312D311F5E434,1796096288378368),
(2,11,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"10\"}]}',NULL,71,771,1,0x1D584370A4BAB1936C9E2EEF,0xCF4725B6CD3CEE023FCF52F3439700D205245562F3B5CFC8498AB3C954ECCDB4,1796096288378368),
(2,12,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"11\"}]}',NULL,71,842,1,0xE01340C98354BECAC6B23762,0x2A8D64E2076D6B60247F6D2069ED338DFD4FECBB5B5957B81867F0ADCAB3526B,1796096288378368),
(2,13,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"12\"}]}',NULL,71,913,1,0x2B06B340342A66F9A233E04C,0xC5EF245E4ADBE429E4AF3CF226C2AE8E9D9D5F341DC75B3ADCBE2E7D2D80F447,1796096288378368),
(2,14,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"13\"}]}',NULL,71,984,1,0xB441107B2B58EC7DFB048F97,0x3FCC03277946D1E80BB9C54679776FDCFCBC1ABBA97D5A9970F202635D650C0E,1796096288378368),
(2,15,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"14\"}]}',NULL,71,1055,1,0x41B08ABAD4595D32E4E49EEC,0x92739E3C11A3FA5BB87BE586597B706EFCD510990E22DBC7229D78AA5B4EE11A,1796096288378368),
(2,16,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"15\"}]}',NULL,71,1126,1,0xBE501C3213394CB38BE9F028,0xB684D539B366C4AD6DE15C2501C365D19C8474F79A75FD4F9C426D5D75962721,1796096288378368),
(2,17,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"16\"}]}',NULL,71,1197,1,0xEEB6AC9B943CC1B6E86BD6BA,0x0A3A76060FD04CBD69091FAFE9D224FD4EF2B0D74EB3A4C9B42221913F872E7F,1796096288378368),
(2,18,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"17\"}]}',NULL,71,1268,1,0xDDBD5ED06E8F805445553659,0xA6E75F4B74339AC5A97068A8C78C2175ED2F352ECA2E447BD3197F9F907BADCA,1796096288378368),
(2,19,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"18\"}]}',NULL,71,1339,1,0xC15D2E8F96AB72D30F7C36D7,0x1B982409A48B8C0DC346403BA70BB295B3F0B526FDACEFDAECEEA1C12BE49A19,1796096288378368),
(2,20,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"19\"}]}',NULL,71,1410,1,0x3C2878206D4AD1725EE66993,0xBCB9331AC08CA9894EAEE61A23A31B8E454EDD9467B8A9ECB246EA5921DCC635,1796096288378368),
(2,21,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"20\"}]}',NULL,71,1481,1,0x0F21F5AD1A6AD30684E55E51,0x26FA0A8F6F292B26A34B54FEA58B24BB3826DDE9824A44D8CE456B8E73196EF4,1796096288378368),
(2,22,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"21\"}]}',NULL,71,1552,1,0x17A599D6204C04FC2B225FC9,0x801713448C24F2D194FC929746CEE7C0CC80637F5E1E7D0E96F9DBC55B29E10D,1796096288378368),
(2,23,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"22\"}]}',NULL,71,1623,1,0xE89F895772EEE0DC908B312A,0x486FD0CEF1134C2175DAC5A40C492E0FBDE85EA9EE6AF6F3C232BF8CB73D0336,1796096288378368),
(2,24,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"23\"}]}',NULL,71,1694,1,0x170618100ADEC626F518EA27,0x4F0D1041AFFF5A77C8006C55665B7A7336A97E41F685EA71554F7521D01F6836,1796096288378368),
(2,25,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"24\"}]}',NULL,71,1765,1,0x879C55AB78A3E212D9D60494,0x22A99DED92DB456A90B906CA2D93E57896CECECF95BAEFA72BBFE9962A9A1B43,1796096288378368),
(2,26,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"25\"}]}',NULL,71,1836,1,0x55CAEE05B93C3B0A9DB7A997,0x54D90B0B0E5B391043F6AB1BF3CE2B46C744FB7ECB5652204ED0FE79D1A1DFE1,1796096288378368),
(2,27,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"26\"}]}',NULL,71,1907,1,0x68F98D42DFA90705FB3CFA32,0xE541CDC5FBDCC8A96D6B92C4910E2E74C23C537E1E9E39CD6EF5B01B57FB9D83,1796096288378368),
(2,28,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"27\"}]}',NULL,71,1978,1,0xD454F54F6B9013602E1211A8,0x38AC8862CB1383B99D2F47C08728F40351577B1DE4D63C74F917DE6700A5162B,1796096288378368),
(2,29,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"28\"}]}',NULL,71,2049,1,0x240415ECFDD989BBF28A0923,0xAF2AF8483A0E4CEA7F38CF36FFF9600D8C69B58136ABF3F18718CF6451E560AF,1796096288378368),
(2,30,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"29\"}]}',NULL,71,2120,1,0x0E3981016BAACA4D7699E0A1,0x25B3F726E09A6071D97F5F2387C02601AEA69F13F255E5A5FB89D642EAC28E35,1796096288378368),
(2,31,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"30\"}]}',NULL,71,2191,1,0x9CC21BFB41DB5FEBF0DA9D7B,0x9250E4B73D88D9E5B0592DDB0A69ABE4EBF7FF012764ABB9F8A5C919E8EB2795,1796096288378368),
(2,32,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"31\"}]}',NULL,71,2262,1,0x333A10A0DD951E0704A75DB6,0xE88B2E7026C4CA071483F6280A7708B953088C7430B193050E5F11BB9574466E,1796096288378368),
(2,33,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"32\"}]}',NULL,71,2333,1,0x66641CEDEBEDBD1DEB599740,0xEED14CFD6CF8D225282956C248739C2D1BD16A5699D1C5A6E30825D395AEA9A4,1796096288378368),
(2,34,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"33\"}]}',NULL,71,2404,1,0x5FCF58C994EB21F800FDDDAD,0xA90B800035C5FF9BCD66B7139A59657E0A26795663579651C7339A5635E14EED,1796096288378368),
(2,35,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"34\"}]}',NULL,71,2475,1,0x4E8564402579F164BAB2FD4C,0x46FA2D19DEF201B8289145B8936FFFFFC20691DA650927D707930DD540259EF8,1796096288378368),
(2,36,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"35\"}]}',NULL,71,2546,1,0xE554B2DB42D9DEC5CD1AB256,0xE7647C63AE47A539DB78D657AC20F97E1A001CF0AA25446B72606D2B3BA57E5A,1796096288378368),
(2,37,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"36\"}]}',NULL,71,2617,1,0x2EA4AE9B459E96EA7D72C867,0x1B7927AC486299D10F592B2CF957A39C5FD065A79BCB1AC1C9DD3A6CED339D8D,1796096288378368),
(2,38,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"37\"}]}',NULL,71,2688,1,0xF1197EAB106EE792FFC1BF21,0x641BBB05FD041F17FFD76C982D7420278895AF9BA03D55B5E6169B1DF1ABE1B6,1796096288378368),
(2,39,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"38\"}]}',NULL,71,2759,1,0xC7BF58C33CDFB8A31B61A504,0x26082BF8C29805A1CE8F850E5F8FAD9308F9B4B6E509579D368C20246D384AA7,1796096288378368),
(2,40,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"39\"}]}',NULL,71,2830,1,0x4C7068534C47158FEE2F6B40,0xAC623E149988F56460A117883717C7EBC372FF9D7B9C7B6B862E003F1DB4F7A0,1796096288378368),
(2,41,'user',0,1,'{\"role\":\"user\",\"content\":\"after the clear\"}',NULL,46,2876,2,0xEF486E88B626C16ECFDD1BBE,0xEFBF00C63324D6295CC3BA46B6B21BD53D41B4C3A2BDCE9AEB7EEA91170AD1AA,1796096288389817),
(2,42,'user',0,1,'{\"role\":\"user\",\"content\":\"after the reset\"}',NULL,46,2922,4,0xFA4BF7A0D65C5975BC7EE90A,0x8276B579D9567E3847F2601B55C81023C893E3658C7FDB582CFA277BB63B4D50,1796096288413185);
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
  PRIMARY KEY (`id`),
  UNIQUE KEY `ledger_sessions_owner_session_id` (`owner`,`session_id`),
  KEY `ledger_sessions_owner_active` (`owner`,`active_at`,`id`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin ROW_FORMAT=DYNAMIC;
/*!40101 SET character_set_client = @saved_cs_client */;

INSERT INTO `ledger_sessions` VALUES
(1,'','Grüße','characters','{\"session.max_length\":700}',40,12532,0x332E873C04A5BF4DE17B94E82CAF92BBBFFDE7F74A904BADDFF3EE5997F98BAA,27,0x33F435EBECCD6470D67C10126A774131D670BF06B78E4A6CACFD2C36E691B828,2,26,39,27,39,27,10,4,238,NULL,NULL,1796096285338053,1796096288367514,1796096280000000),
(2,'Ω','second','characters','{}',42,2922,0x8276B579D9567E3847F2601B55C81023C893E3658C7FDB582CFA277BB63B4D50,4,0x7AC03DD13820F3524B29038E9420AD2A5E4E88DE055EFFBFE86F764C698DAED4,0,4,41,4,41,NULL,1,1,46,NULL,NULL,1796096288378368,1796096288413185,1796096280000000);
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `ledger_version` (
  `version_num` varchar(32) NOT NULL,
  PRIMARY KEY (`version_num`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin;
/*!40101 SET character_set_client = @saved_cs_client */;

INSERT INTO `ledger_version` VALUES
('0001');
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
(1,2,1,1,4,12,NULL),
(1,3,1,0,1,1,NULL),
(1,3,1,1,5,13,NULL),
(1,4,1,0,1,1,NULL),
(1,4,1,1,7,15,NULL),
(1,5,1,0,1,1,NULL),
(1,5,1,1,8,16,NULL),
(1,6,1,0,1,1,NULL),
(1,6,1,1,10,18,NULL),
(1,7,1,0,1,1,NULL),
(1,7,1,1,11,19,NULL),
(1,8,1,0,1,1,NULL),
(1,8,1,1,13,21,NULL),
(1,9,1,0,1,1,NULL),
(1,9,1,1,14,22,NULL),
(1,10,1,0,1,1,NULL),
(1,10,1,1,16,24,NULL),
(1,11,1,0,1,1,NULL),
(1,11,1,1,17,25,NULL),
(1,12,1,0,1,1,NULL),
(1,12,1,1,19,27,NULL),
(1,13,1,0,1,1,NULL),
(1,13,1,1,20,28,NULL),
(1,14,1,0,1,1,NULL),
(1,14,1,1,22,30,NULL),
(1,15,1,0,1,1,NULL),
(1,15,1,1,23,31,NULL),
(1,16,1,0,1,1,NULL),
(1,16,1,1,25,33,NULL),
(1,17,1,0,1,1,NULL),
(1,17,1,1,26,34,NULL),
(1,18,1,0,1,1,NULL),
(1,18,1,1,28,36,NULL),
(1,19,1,0,1,1,NULL),
(1,19,1,1,29,37,NULL),
(1,20,1,0,1,1,NULL),
(1,20,1,1,NULL,NULL,1),
(1,24,0,0,1,3,NULL),
(1,24,0,1,39,39,NULL),
(1,24,1,0,1,3,NULL),
(1,24,1,1,39,39,NULL),
(1,25,0,0,1,3,NULL),
(1,25,1,0,1,3,NULL),
(1,26,0,0,1,9,NULL),
(1,26,1,0,1,9,NULL),
(1,27,1,0,NULL,NULL,2),
(1,27,1,1,8,9,NULL),
(2,3,0,0,1,41,NULL),
(2,3,1,0,41,41,NULL);
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
(1,1,'',NULL,'created',NULL,NULL,NULL,1,0,1,0,NULL,0,0,0,0,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,0,0xAC887D922F62D15BEAE56A09A841CEFD041A03CB212C353AC8A5237FCBB35BD4,1796096285338053),
(1,2,'',1,'resize','simple_cut','auto',NULL,1,0,2,12,NULL,12,782,0,12,10,643,1,2,139,700,NULL,NULL,NULL,NULL,7054,0x892A3CFCC67431A5C1ECE462AFF816182C1207952CF3C48CE1F0F919697D0640,1796096287513853),
(1,3,'',2,'resize','simple_cut','auto',NULL,1,0,3,13,NULL,13,840,0,13,10,643,1,1,58,700,NULL,NULL,NULL,NULL,24605,0xFEA0FEFF6E46A802A691DE3739E4DAD59766D17EBEAED3B81F3790FE47174FE7,1796096287548342),
(1,4,'',3,'resize','simple_cut','auto',NULL,1,0,4,15,NULL,15,979,0,15,10,643,1,2,139,700,NULL,NULL,NULL,NULL,4665,0x3D32E0F3F92F3ACC1B8DC2D1F285953EA13418C2D11A84440C4C2421DB64EFF8,1796096287640578),
(1,5,'',4,'resize','simple_cut','auto',NULL,1,0,5,16,NULL,16,1037,0,16,10,643,1,1,58,700,NULL,NULL,NULL,NULL,1381,0x363BACF1AEC3C0D5A54734812C895F3DFBABF0AEFEEB635D227DF12AEF0A1FE6,1796096287714656),
(1,6,'',5,'resize','simple_cut','auto',NULL,1,0,6,18,NULL,18,1176,0,18,10,643,1,2,139,700,NULL,NULL,NULL,NULL,2515,0xD4ABA55E9ADFB441B732062F23E97D22FD14F6F89F8A1DF7EFCC9AB57936F73F,1796096287765608),
(1,7,'',6,'resize','simple_cut','auto',NULL,1,0,7,19,NULL,19,1234,0,19,10,643,1,1,58,700,NULL,NULL,NULL,NULL,1018,0x383237AE4DA87A67ACBE082BCA241E3A1D0558CAF9637AD2C0B013C855616F17,1796096287821457),
(1,8,'',7,'resize','simple_cut','auto',NULL,1,0,8,21,NULL,21,1373,0,21,10,643,1,2,139,700,NULL,NULL,NULL,NULL,3185,0x1EC0CAA420E71D3D44FCD3C272CCF00448884E8B6EF569EDEB4A21F7C154A9DC,1796096287851381),
(1,9,'',8,'resize','simple_cut','auto',NULL,1,0,9,22,NULL,22,1431,0,22,10,643,1,1,58,700,NULL,NULL,NULL,NULL,7275,0x98F963EB6BFD268A5770C041CD2D216C6A88D515CFDB2DF6DB4A997159803F24,1796096287878912),
(1,10,'',9,'resize','simple_cut','auto',NULL,1,0,10,24,NULL,24,1570,0,24,10,643,1,2,139,700,NULL,NULL,NULL,NULL,5077,0x7E4A383827C788AB8860DE24B33C134ED6E14D94E477BE7E8C85FBC0095D973F,1796096287942583),
(1,11,'',10,'resize','simple_cut','auto',NULL,1,0,11,25,NULL,25,1628,0,25,10,643,1,1,58,700,NULL,NULL,NULL,NULL,6879,0xF1E32067A27BC04E052B8325A38879EB0DF5924D3DD41079F98FA5F41A2B3900,1796096287990798),
(1,12,'',11,'resize','simple_cut','auto',NULL,1,0,12,27,NULL,27,1767,0,27,10,643,1,2,139,700,NULL,NULL,NULL,NULL,2151,0xC87F13C78BAE8DFB0CEFAAECDC1D5BE6DAFF66221C66146FC074E61B5B234647,1796096288115983),
(1,13,'',12,'resize','simple_cut','auto',NULL,1,0,13,28,NULL,28,1825,0,28,10,643,1,1,58,700,NULL,NULL,NULL,NULL,1384,0x07A87AE992DFD6BBCABA798C229442F4A16F54E1DC1F28A5508BAB0825922ECD,1796096288166864),
(1,14,'',13,'resize','simple_cut','auto',NULL,1,0,14,30,NULL,30,1964,0,30,10,643,1,2,139,700,NULL,NULL,NULL,NULL,766,0x596F31B4780216613F6BED3A0569BF17FE3AC4F27CC4F3969ECC7C15BDD2409F,1796096288214339),
(1,15,'',14,'resize','simple_cut','auto',NULL,1,0,15,31,NULL,31,2022,0,31,10,643,1,1,58,700,NULL,NULL,NULL,NULL,746,0xEC8B3E0FA639435BAE02D7C0BC9846FAFCEA710C22373E6634C09362BD1A10E7,1796096288220148),
(1,16,'',15,'resize','simple_cut','auto',NULL,1,0,16,33,NULL,33,2163,0,33,10,645,1,2,139,700,NULL,NULL,NULL,NULL,788,0xE9EF5A9845F17DEE59152B2142EF0F6B9400AB4B028E62022481A8B244567F9A,1796096288232136),
(1,17,'',16,'resize','simple_cut','auto',NULL,1,0,17,34,NULL,34,2222,0,34,10,646,1,1,58,700,NULL,NULL,NULL,NULL,690,0xF86FEAC3AA3909FF78E08183926A5BC24720325AC091F1B885D022D59460947D,1796096288236920),
(1,18,'',17,'resize','simple_cut','auto',NULL,1,0,18,36,NULL,36,2363,0,36,10,648,1,2,139,700,NULL,NULL,NULL,NULL,802,0xE58DDC2A6AC282C615F867E02FD08DB23A08F03459FCCAF36D47F1A5C42BC540,1796096288249470),
(1,19,'',18,'resize','simple_cut','auto',NULL,1,0,19,37,NULL,37,2422,0,37,10,649,1,1,58,700,NULL,NULL,NULL,NULL,892,0x32D974BD3A2EC52D3FB808796AEB65293D25B44FB5BA6B9CAAFD401EC9C60F33,1796096288253862),
(1,20,'',19,'resize','simple_cut','auto',NULL,1,0,20,38,NULL,38,12453,0,38,2,700,1,10,10628,700,NULL,NULL,NULL,NULL,1123,0x65FEF5090E73A0FDEA29CF6C7564A13DEE4961E5B1A2A549ED39BFBB8DB89587,1796096288261398),
(1,21,'',20,'memo',NULL,NULL,NULL,1,0,20,38,21,38,12453,0,38,2,700,1,0,0,NULL,NULL,'someone','\"because of \\\"it\\\"\"',NULL,0,0xD96BF77D3F3BEA147F5F7384535EE7FDEC8934BE2F79E6B85842262C5A0F9CBA,1796096288285443),
(1,22,'',21,'rollback',NULL,NULL,4,1,0,4,15,NULL,38,12453,0,38,33,12117,1,0,0,700,NULL,NULL,'\"the first question is wanted again\"','{\"ticket\":7}',0,0xFE6033AE30A31539C5C63B7602B5ACC6F2C1054A74CF03D21228DF42863D5ABC,1796096288289280),
(1,23,'',22,'rollback',NULL,NULL,21,1,0,20,38,21,38,12453,0,38,2,700,1,0,0,700,NULL,NULL,NULL,NULL,0,0x25BDBC899A25D29E66C8996EACDABEE03BFE5018B4D0F09680926DDE43DB00D3,1796096288305625),
(1,24,'',23,'set',NULL,NULL,NULL,24,39,24,39,21,39,12493,1,4,4,231,NULL,0,0,NULL,NULL,NULL,NULL,NULL,0,0x47226B804E488B1D17489A83750072381DE58DBB83B2B23AFD77485F1948CA5A,1796096288316869),
(1,25,'',24,'pop',NULL,NULL,NULL,25,39,25,39,21,39,12493,0,3,3,191,NULL,1,40,NULL,NULL,NULL,NULL,NULL,0,0xFB7BBBD1BFE00C87FC62959FFB2F304C32BAC8BC31FABF9AEFE28B73416F2B13,1796096288327982),
(1,26,'',25,'rewind',NULL,NULL,1,26,39,26,39,21,39,12493,0,9,9,585,NULL,0,0,NULL,NULL,NULL,NULL,NULL,0,0x419007997932B1F1B5C397A227B2462456B5BA93B73D2442000C91D2F3A6DCEE,1796096288343303),
(1,27,'',26,'resize','summary','manual',NULL,26,39,27,39,27,39,12493,0,9,3,199,NULL,7,446,700,NULL,NULL,NULL,NULL,42,0x33F435EBECCD6470D67C10126A774131D670BF06B78E4A6CACFD2C36E691B828,1796096288359782),
(2,1,'Ω',NULL,'created',NULL,NULL,NULL,1,0,1,0,NULL,0,0,0,0,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,0,0x6727FC46CAF7AC466F9C35CC572432FFD179916950B263DFD862F89D526EA39D,1796096288378368),
(2,2,'Ω',1,'clear',NULL,NULL,NULL,1,0,2,40,NULL,40,2830,0,40,0,0,NULL,40,2830,NULL,NULL,NULL,NULL,NULL,0,0xBB8DDA345AAADD7B1B6EDD30B0C1D986305EE8D53D04DAA31F8434CB29E1D2EC,1796096288386875),
(2,3,'Ω',2,'import',NULL,NULL,NULL,3,41,3,41,NULL,41,2876,0,41,1,46,NULL,0,0,NULL,NULL,NULL,NULL,NULL,0,0x3A6F360EDFC071D7FFAC17991830AC2CA1EF4C7F97C627DD641E073E0DD3D10B,1796096288399524),
(2,4,'Ω',3,'reset',NULL,NULL,NULL,4,41,4,41,NULL,41,2876,0,0,0,0,NULL,1,46,NULL,NULL,NULL,NULL,NULL,0,0x7AC03DD13820F3524B29038E9420AD2A5E4E88DE055EFFBFE86F764C698DAED4,1796096288410721);
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

