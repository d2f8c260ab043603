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
(1,1,20,38,'user',0,1,'{\"role\":\"user\",\"content\":\"g long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long long \"}',648,0xC2CB6B313646C8B39EF3DC47),
(1,2,27,NULL,'system',0,1,'{\"role\":\"system\",\"content\":\"They talked of the weather.\"}',60,0x17FEA772A93AA00363252394);
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
(1,21,2,'{\"summary\":\"weather\",\"big\":1180591620717411303424,\"text\":\"a\\u0000b\"}',0x0FE7C0D58DA7F9A7B13AEEDA,1796093475835750),
(1,27,1,'{\"rounds\":3}',0x45C74AF9F29813417CE173CF,1796093475980607);
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
(1,1,'system',0,1,'{\"role\":\"system\",\"content\":\"You answer briefly.\"}',NULL,52,52,1,0xC813E20A95CCFE5143F42FC3,0xEA45B641392C148AC5FD87B55F14AC9FC659478934A9A6B319D411F9BB1E4C61,1796093473415669),
(1,2,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 0? \\ud83d \\ud83d\\ude42\"}','{\"number\":0}',51,103,1,0xEA2D7CAF62120B8D6D84127D,0x11128E83B0BF6A43AC4956E2EDD144BE2AFF520475B5E203412AE4A1445D8B00,1796093475386063),
(1,3,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c0\",\"type\":\"function\"}]}',NULL,88,191,1,0x03E07E9118D624612F5A7540,0xCE5CFFBEAF6C6EF4CD7A8F04758DF2D918A51C72265D911C30C377A2AB6D81EC,1796093475401536),
(1,4,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c0\",\"content\":\"21 °C\"}',NULL,58,249,1,0xE57EBF91645533ADD492A759,0xC025915275D3834DD9A2EF4C6575997DB59C1394B47CDCC8FCDDDDF13F80A722,1796093475413462),
(1,5,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 1? \\ud83d \\ud83d\\ude42\"}','{\"number\":1}',51,300,1,0x76EF1C72F83749388ABB63A0,0xCC265721FE5805B17ECEC1B2CEE27FC66671203473C692C9100C9019F19DF749,1796093475418207),
(1,6,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\"}]}',NULL,88,388,1,0xB6165E4AD93E2B4C3C6009B6,0xEBE72758B9D45D8DDD3A25A3EDAAF5022841A6E46ACF7767C61D557A9F28A073,1796093475425398),
(1,7,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"21 °C\"}',NULL,58,446,1,0x037599012604FB137A294D60,0x0DBB1B5704C4361929A65E95F42B383BF3D81AED5E9EFEF266646FE2684048E4,1796093475433386),
(1,8,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 2? \\ud83d \\ud83d\\ude42\"}','{\"number\":2}',51,497,1,0x2FB7D3BF6D55C6F02F396C0D,0xBAE6F34943107010A52B08D534BF34F266175339901BF2060FA455FA9B75CC21,1796093475436720),
(1,9,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c2\",\"type\":\"function\"}]}',NULL,88,585,1,0x3DACC1670AF7EFCC066C4D03,0x7D685E065A2D43C1DCF33B3D4571731BA930EA3DF451EAB9236C123F0D874571,1796093475445492),
(1,10,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c2\",\"content\":\"21 °C\"}',NULL,58,643,1,0x54AA22E53B58AA9AE11DABD0,0xBEE29B11A6935CED227488D18B62F6D3C8CB7CD099A3DFDA8C68B422FCD48417,1796093475457473),
(1,11,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 3? \\ud83d \\ud83d\\ude42\"}','{\"number\":3}',51,694,1,0x728F59C100835CD2CB78A4A4,0x5AF879F01721E4942DCB66BFDBE38288D254C2B7A182433E643E72B7FDA3D644,1796093475465528),
(1,12,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c3\",\"type\":\"function\"}]}',NULL,88,782,1,0x9CDF3D7E51A8E53008BDE3BC,0x0CCF355DB187DF3411A143EE70D25B9FB16CD9A9B04742873E10D859065F05F5,1796093475474147),
(1,13,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c3\",\"content\":\"21 °C\"}',NULL,58,840,2,0xE4B05BF1DC60E2C92285C6E6,0xB0AED92A7051373473A036423BB4F41BD7299D714A10C05AF7117DF16028B38D,1796093475490395),
(1,14,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 4? \\ud83d \\ud83d\\ude42\"}','{\"number\":4}',51,891,3,0x128B8190F89211B039B5646B,0xA3B93E9585844D7E508A1BB92175066F9B0E46F6591A38B1A8B49FE6E8B5A986,1796093475515248),
(1,15,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c4\",\"type\":\"function\"}]}',NULL,88,979,3,0x55D709F9C43CB7AFB674BCC0,0x6FA5992EB589C44BBD46E26BD11E9C738707B32C4F67D5F7807BEB72C4ECE5D7,1796093475520316),
(1,16,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c4\",\"content\":\"21 °C\"}',NULL,58,1037,4,0x9D31E901E7A8C5F46454B8EB,0xB174B951017434F80984CD947C6D382476B7733BC9FD45A7950523B267B5D6DE,1796093475540705),
(1,17,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 5? \\ud83d \\ud83d\\ude42\"}','{\"number\":5}',51,1088,5,0x316382C0949CA8A24493EBD6,0xA2A0E5E6AF6914DCE55D3A30A2C99790DBBDC812FECF5DEB95C1EAAE569AB767,1796093475551861),
(1,18,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c5\",\"type\":\"function\"}]}',NULL,88,1176,5,0x995F56D8EC8232359B339F77,0x759040F62293D226AD5AF4D92F025CC1B57C92E2D014E9262FBADA0A421BBB4B,1796093475565496),
(1,19,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c5\",\"content\":\"21 °C\"}',NULL,58,1234,6,0x8AAF778ED7AF36354793CA02,0xDF91F1651CA60EE6C335258FA3D1D85A3C1C3DD65F9A5B52469706FBBE4E10AC,1796093475581185),
(1,20,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 6? \\ud83d \\ud83d\\ude42\"}','{\"number\":6}',51,1285,7,0x764A7093B41EFFD015901D44,0xDB8CB8EB5A2EA71C84E43A95983ED1777FA26DCED1D09D7EE22004C5D6721B58,1796093475594106),
(1,21,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c6\",\"type\":\"function\"}]}',NULL,88,1373,7,0x82CC7F34CB605BA78AB4162B,0x7CA4C2B3968BFE2B2E3EC358C1C90EC95753B23F859C5DCC139F054218D627F4,1796093475607570),
(1,22,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c6\",\"content\":\"21 °C\"}',NULL,58,1431,8,0x599F0CEFC784B4985134E4B4,0x1A928DA6BB8E3B7F50098E46EDAEF13365D17BABB19EFD89C75DC74BEDD1F4DE,1796093475625193),
(1,23,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 7? \\ud83d \\ud83d\\ude42\"}','{\"number\":7}',51,1482,9,0xBA2F96E91646BC2D485831E2,0x4CA7213455A5D9907993B807F69A91A065941B6C0A349204A3732A9E5F5CC030,1796093475649880),
(1,24,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c7\",\"type\":\"function\"}]}',NULL,88,1570,9,0x89BFB8259B3B530B46C12BEC,0x24C96D13F40DE7CBEC03677FA49CDA52DE60230CB0CFFFE1EBCA7609A41CA990,1796093475653306),
(1,25,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c7\",\"content\":\"21 °C\"}',NULL,58,1628,10,0x4F5CC6DB5FB2AC05F91A1317,0xF08E0B1F12F5771B81D74968745ACB5860C897C766DF694024E1EEA9046CA221,1796093475669520),
(1,26,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 8? \\ud83d \\ud83d\\ude42\"}','{\"number\":8}',51,1679,11,0x8BA7460BCB4879038D5330D3,0xB219AF71CBCD7D1B004E5AB1364014814B1ADAA64551C2C903617DD67E01731A,1796093475681783),
(1,27,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c8\",\"type\":\"function\"}]}',NULL,88,1767,11,0x66A41C5FF5CA77248477B5CC,0x7ED35B4B307A90964DD25FEFFD07454D133923C8FD71956A07E6F99BE5D3D05D,1796093475686929),
(1,28,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c8\",\"content\":\"21 °C\"}',NULL,58,1825,12,0x0CC4F2DFA6537DD1B7C09536,0x8148040A3BA1572846A9E4F303BFA46D3B5954EFE612B49556CEB13F19E6D6F3,1796093475701606),
(1,29,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 9? \\ud83d \\ud83d\\ude42\"}','{\"number\":9}',51,1876,13,0x0EF800C2FC9AF457383EA1CF,0xEBC9421D5D9B551680F68116F2F75DEF58FA21CADABEC90293BE5EC5084AC695,1796093475709742),
(1,30,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c9\",\"type\":\"function\"}]}',NULL,88,1964,13,0x695FF90099BC21D36376C826,0xE072AA2300E6890F030166B5197A90775606A3FD8BFBACCBE9E061E241563FD0,1796093475713353),
(1,31,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c9\",\"content\":\"21 °C\"}',NULL,58,2022,14,0x99167DE4700C4AD3B9360EDE,0x4823811845D102F093AB42D396C7F6873F81C32DF8D2F62E9B9973E7627467D9,1796093475721413),
(1,32,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 10? \\ud83d \\ud83d\\ude42\"}','{\"number\":10}',52,2074,15,0xFB5123CE19CAEA3FF1E6F7FD,0xBCFF7E5D071E9094D87C0C3E7D64D9B02AFDD4E8AD5429217BA6AC2A3595586F,1796093475732013),
(1,33,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c10\",\"type\":\"function\"}]}',NULL,89,2163,15,0x4DBA0856572C2C9E385E089B,0xA2DBD0B068079975C080559AE306B9975D763B1DDA8439F1EC102EF8701369C8,1796093475739139),
(1,34,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c10\",\"content\":\"21 °C\"}',NULL,59,2222,16,0x5A898973E595941C6FF67B16,0xEC5EEA5B7CAFB0F9E84F17A544BC3F8469E50CB4C48BFC1A0CAC6CCAACC501F9,1796093475753452),
(1,35,'user',0,2,'{\"role\":\"user\",\"content\":\"Question 11? \\ud83d \\ud83d\\ude42\"}','{\"number\":11}',52,2274,17,0xE08416BAB99BFDD81DD38B1B,0x4638662A6F3D0315CD05ED1189CCAADCD64F229D52760461FE1329A8F1F4136E,1796093475766914),
(1,36,'assistant',1,1,'{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c11\",\"type\":\"function\"}]}',NULL,89,2363,17,0xA5A44067563607C0391DAD56,0xCC292F6FF08E57DFB972E5D5AF7FE6E68AA62590726EC6F1ECC315A46C782A7A,1796093475774660),
(1,37,'tool',2,1,'{\"role\":\"tool\",\"tool_call_id\":\"c11\",\"content\":\"21 °C\"}',NULL,59,2422,18,0x2E07EAEE2E63F6E929C10293,0xA623CE1461A18812EB9779BE8C55DF70B7CC27B51651E4090BE7C8ED8BB2B8D3,1796093475783120),
(1,38,'user',0,1,NULL,NULL,10031,12453,19,0x67098DD1F4F945709AA648D5,0x04C74974822933587E6D1E922B85B53B9F96B19B2ECC35CB0AC8B39C7DC578BC,1796093475793532),
(1,39,'user',0,1,'{\"role\":\"user\",\"content\":\"from here\"}',NULL,40,12493,24,0xCB3AF79260A272C5540FAA66,0x99AF6A44525882699670436671C312DB8DBA1FA4DB2C53B872DF1826B52F8D77,1796093475899437),
(1,40,'user',0,1,'{\"role\":\"user\",\"content\":\"And now?\"}',NULL,39,12532,27,0x55B3D32F4A00E0D30AE95548,0x41AD835D4CD6AECF8A434301EAEF9DFF27412176DF7434AC9E1182C4A152F8C9,1796093475998051),
(2,1,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"0\"}]}',NULL,70,70,1,0xB36F121E1FC2DA7BDB42A56B,0x01285743D0268A987430DF3C90B0676DE34F11FBF6CFE593273A934865EA9E19,1796093476002057),
(2,2,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"1\"}]}',NULL,70,140,1,0x9809A07B5EC7853FD44FD31E,0xD5ED73835BC49532C4FDB023FE6BBA95F5D4F51A33680799DCF5349A589B94A0,1796093476002057),
(2,3,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"2\"}]}',NULL,70,210,1,0x9CFC828B748810554C8D8832,0xD289D46A0290F9DAABFB101FBDA62480D4B736F94F5234BAAEE89CE1D160AB4D,1796093476002057),
(2,4,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"3\"}]}',NULL,70,280,1,0xBEF718FDE6743F1C364964AC,0x9386A050E5AC1107BE0E0594073B7E58A5FE662DB0D0CBDB6307FAD6C234BBA2,1796093476002057),
(2,5,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"4\"}]}',NULL,70,350,1,0x1B8D4D7B8B9E9C19BFD0F107,0x7A8881CFCB7543D8ECB7C4088770C214783D5104ECAADBF4DBE274453BAE90D9,1796093476002057),
(2,6,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"5\"}]}',NULL,70,420,1,0x58B9E28B128CBD8FD8CD0B8D,0xDED3DB68A8DE570DF5461D68E3EB6C5F90869AB516A3F7F48C41A732A1D72AFE,1796093476002057),
(2,7,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"6\"}]}',NULL,70,490,1,0x6474DDCAAF37936D2BFE732E,0xBD7A7A206E6858A4806AC8DE0F6F849B10C6C2C4F4440AD0310D3A196FA75D34,1796093476002057),
(2,8,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"7\"}]}',NULL,70,560,1,0x0F9EF888D39ACCEFE2BC9370,0x16AECEBB52A0725E3D80556FEC95CA6A2ACFF29F96E25B0E42C68B24511B4649,1796093476002057),
(2,9,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"8\"}]}',NULL,70,630,1,0x9B01AC6DD8AE78514E829FBB,0x64C5EFB8C357F2041815E1FE33751D97C69096C999B79ADB9521C987B83E0344,1796093476002057),
(2,10,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"9\"}]}',NULL,70,700,1,0x70F648C1F0366EEE42B04BF3,0xDDAC0A84C94BF9CC48C4766165806816BC09699CB149DEA8C1C8CF02121FE805,1796093476002057),
(2,11,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"10\"}]}',NULL,71,771,1,0x94846257EC93E7AA7EF3EE04,0xBEEC9B13ABAE777A69E141004FE2D4D59CE1DBFF60AF4E798E6BDFD65EA8B041,1796093476002057),
(2,12,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"11\"}]}',NULL,71,842,1,0x92D70DE10BD280899C92264B,0x2C069FB71C622219AB137041834E31DBF7A1C0013459596AB32B730E9DC3D37E,1796093476002057),
(2,13,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"12\"}]}',NULL,71,913,1,0x73A4D0FE9B4823F2C8020816,0x84622631EAAFF8C245F68002304AA888BCE7664E5CB9DE03F8729D20213F07EF,1796093476002057),
(2,14,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"13\"}]}',NULL,71,984,1,0xBF52EDF85EE403FFF9C97FEE,0x64C61E7E65D52FAACEF749212AA768EB6D26EFCB43587F4392D0AEB115CFFD3A,1796093476002057),
(2,15,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"14\"}]}',NULL,71,1055,1,0x8A6768BD08FC08349AA2EFE9,0xD53ACDED4577F65530183FB3FB02E34066D8FFDC2FE1E7C964E454E1D1ACF06E,1796093476002057),
(2,16,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"15\"}]}',NULL,71,1126,1,0xCEC4DB379AEDBC3859A58339,0xCC239CFEC50EA68B2417E4F58F2A169584C4913DE0BD712B2C2F447E13D95050,1796093476002057),
(2,17,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"16\"}]}',NULL,71,1197,1,0xF47C9DA5E2E0DD23951BA0E9,0xCF4DFD900D834AA4A9DD2CC675897BEC2DA7A531502449D9B083411D4856FAB8,1796093476002057),
(2,18,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"17\"}]}',NULL,71,1268,1,0xD346B79A7CA536B28FCE0535,0x2FDBA09AD53F87A70D95322AE3C1C80BC0FC6EB96E8F2972DDB2C526720875A9,1796093476002057),
(2,19,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"18\"}]}',NULL,71,1339,1,0x44ECB891F193249C3DA72CD2,0x148CB8F114E2D786E5DB144E5C88460C28FE11D0AE10ADD7DA9E85A7D1C9EEBD,1796093476002057),
(2,20,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"19\"}]}',NULL,71,1410,1,0xE075371C4BDB118719F7E46E,0xCE117F2F0252F7B7B625014D1D63AA4130A2F911F7FFB1814349F1C196A91FA5,1796093476002057),
(2,21,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"20\"}]}',NULL,71,1481,1,0x8646966CF702D005006DCFFF,0x62F26B4E69CEB1AF8C04BB0DBF146CF03FC55F8DF4593A4225A44EA86018D9BA,1796093476002057),
(2,22,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"21\"}]}',NULL,71,1552,1,0x6AE32087B48748DC327E1E4B,0x68456D36BEC8DC669A13FF9ECD1E46496E7EEA63315C04062DB01CAF20C62394,1796093476002057),
(2,23,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"22\"}]}',NULL,71,1623,1,0x1ED52080A96CF87C7C530ACD,0xE95477B6C0C3D07BBBB2915637637EDFC8F182EBC2C450F31006E9C30D394F79,1796093476002057),
(2,24,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"23\"}]}',NULL,71,1694,1,0x215015DD8518C26E5E837E0E,0x3AD78356498DECE6DB0F9944A3AF4DBA86D0E089EE22428FC070549E6108B36B,1796093476002057),
(2,25,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"24\"}]}',NULL,71,1765,1,0xF292C34BAF442F2FADB5F89A,0x874C079B593AED2734DC4726ED156558397A0DB3827CE772A4A14F3BBF004F45,1796093476002057),
(2,26,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"25\"}]}',NULL,71,1836,1,0x7B9129581FDD45D3AC784AB5,0xEBF2C583C74FD0D1478FCA2DA7B7F5605276F77D19ACBB314DEC4B1C3893218A,1796093476002057),
(2,27,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"26\"}]}',NULL,71,1907,1,0x247E47654BA125797A17FC76,0xFD914D510DC0DE77FFF635E49F43045FF7BE1B6B472BC231E2C77AF208D4C2DB,1796093476002057),
(2,28,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"27\"}]}',NULL,71,1978,1,0xA1234106969EC02C076159CA,0x40477288C97E186D22626445E0E7AD6887950D4E5F9596039D59875968EEFBED,1796093476002057),
(2,29,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"28\"}]}',NULL,71,2049,1,0xAC002525F897D03EBBA2D389,0x71538B314469450E6E924553679197D1FFBF6CE3EC374E294AB6871426737252,1796093476002057),
(2,30,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"29\"}]}',NULL,71,2120,1,0x078DCE8EBE4E200FD4A06101,0xF72889C6E13D61342F53C6904D5EC478700D75F71CC412712A45F239798A9506,1796093476002057),
(2,31,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"30\"}]}',NULL,71,2191,1,0x1B0B0CACBC5A10DAD7112F55,0x2D2573FA56840AF1BC13D9184B8CD7C9BE1644CFA09AC0AE52463B687C591D24,1796093476002057),
(2,32,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"31\"}]}',NULL,71,2262,1,0x60E730B5707577EEDE9157F6,0xFECF200C2F0FC0D3D1E878D2644D15376DDC001A41175A9F61B91D07DC0C35FA,1796093476002057),
(2,33,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"32\"}]}',NULL,71,2333,1,0x929C21EAD25BFD9ACCDF2B45,0xA1F6C63D20C36F90B403935C7EEAAC0E217C7C2EFCA85A562FD2CCDC7D51CA5B,1796093476002057),
(2,34,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"33\"}]}',NULL,71,2404,1,0x0C3C28C8AC0942C1BD0DA1E6,0x7DA282A779D4D7F33410BB040FEF995ACA12598E7127AA8CA935CC48B63B699F,1796093476002057),
(2,35,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"34\"}]}',NULL,71,2475,1,0x90F092ED47BBA0CDA1628586,0x4E4807A23979902EABC563A6DEA0CE1BF15C4FA0FD4A2A6C44C2AC1096BEDC3E,1796093476002057),
(2,36,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"35\"}]}',NULL,71,2546,1,0x356BB9499AFB9A3E616CF626,0xB41282E55E5FE2F9A2AD8880664423809DC1C29B71F58C49C0829B2AFA34BF14,1796093476002057),
(2,37,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"36\"}]}',NULL,71,2617,1,0xA9245B3B4DEAF61BF4BEAF49,0x6697D3B255F209C672CF499AE127F0625261492C398A703C1FF596338A96A697,1796093476002057),
(2,38,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"37\"}]}',NULL,71,2688,1,0x76E44EC51E1AA8DE846F2B9D,0xD2484EC49C4CD9737B8CB13A5A2D82531A5D6658F5D354F0AE05DE304809FA90,1796093476002057),
(2,39,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"38\"}]}',NULL,71,2759,1,0x4888701E1A475A58CB66D059,0x2CCA10C33C0BF557C45B071D53A523AD8DE940C565518697431C3DCBE80CF646,1796093476002057),
(2,40,NULL,0,1,'{\"type\":\"message\",\"content\":[{\"type\":\"output_text\",\"text\":\"39\"}]}',NULL,71,2830,1,0x68AF457D8DF4F7648C89194B,0x3340A540AC4D78030729E285A426AAC326327B4BE42876B5CE1F0683E97D9FBD,1796093476002057),
(2,41,'user',0,1,'{\"role\":\"user\",\"content\":\"after the clear\"}',NULL,46,2876,2,0xB8B5E393E4EBFEBD50228B44,0x8B969E8906B6BAC737AB6BC32E471D40425E991797A05F3ADB6450C9D6F53E29,1796093476021711),
(2,42,'user',0,1,'{\"role\":\"user\",\"content\":\"after the reset\"}',NULL,46,2922,4,0xCB95A85E0278C29B866AB581,0x47B3077F5E7DD3BCDCC94FB76B55E44EBC3C257AE62ED37B7FF29C0EA9DC67D1,1796093476052035);
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
(1,'','Grüße','characters','{\"session.max_length\":700}',40,12532,0x41AD835D4CD6AECF8A434301EAEF9DFF27412176DF7434AC9E1182C4A152F8C9,27,0x13A7144D005117080A447F8819EE187775E490365353FF647FEEB40A16F04A38,2,26,39,27,39,27,10,4,238,NULL,NULL,1796093473415669,1796093475998051,1796093460000000),
(2,'Ω','second','characters','{\"session.max_length\":null,\"session.strategy\":\"simple_cut\",\"session.pinned_roles\":[\"system\",\"developer\"],\"session.on_resize_error\":\"warn\",\"session.auto_resize\":true}',42,2922,0x47B3077F5E7DD3BCDCC94FB76B55E44EBC3C257AE62ED37B7FF29C0EA9DC67D1,4,0x0C8F44F41D1DEB90C64022424770BA39D0441F9F362F51A9189DE166CF4B84BA,0,4,41,4,41,NULL,1,1,46,NULL,NULL,1796093476002057,1796093476052035,1796093460000000);
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
(1,1,'',NULL,'created',NULL,NULL,NULL,1,0,1,0,NULL,0,0,0,0,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,0,0x66D6BF1ACA5E8E4BBC96A7191F3DF5F173E2D00ABAB1C4BAEA23832D48CC350E,1796093473415669),
(1,2,'',1,'resize','simple_cut','auto',NULL,1,0,2,12,NULL,12,782,0,12,10,643,1,2,139,700,NULL,NULL,NULL,NULL,1711,0xFFC056F3C7F6D1566EF9E03655D0DF981F8AC561C2C2ED2CD455C70B371C6A07,1796093475474147),
(1,3,'',2,'resize','simple_cut','auto',NULL,1,0,3,13,NULL,13,840,0,13,10,643,1,1,58,700,NULL,NULL,NULL,NULL,2917,0x89784D8D97A066ABAFA785B99A4B2E99412B094786C96CE874D84A88C9307C89,1796093475490395),
(1,4,'',3,'resize','simple_cut','auto',NULL,1,0,4,15,NULL,15,979,0,15,10,643,1,2,139,700,NULL,NULL,NULL,NULL,1593,0x47689651293DF1376DEE0221DAC155DAF95A9CBBD206C65ABD312DA6A4F9A9CD,1796093475520316),
(1,5,'',4,'resize','simple_cut','auto',NULL,1,0,5,16,NULL,16,1037,0,16,10,643,1,1,58,700,NULL,NULL,NULL,NULL,1194,0x699EF1438EFE06470D3EE1222D1ACFA400DB8D620F8008D1CD6EF39709A4A8C4,1796093475540705),
(1,6,'',5,'resize','simple_cut','auto',NULL,1,0,6,18,NULL,18,1176,0,18,10,643,1,2,139,700,NULL,NULL,NULL,NULL,959,0xDEFE5859868F9D44A9085D6A0FBECAA16B76325870A4F614BFFAE020A5C3B10C,1796093475565496),
(1,7,'',6,'resize','simple_cut','auto',NULL,1,0,7,19,NULL,19,1234,0,19,10,643,1,1,58,700,NULL,NULL,NULL,NULL,889,0x33EFBB7F475ACF590D338314D1741328F96979BF03ABA9DF8A3D7AD11E9260D1,1796093475581185),
(1,8,'',7,'resize','simple_cut','auto',NULL,1,0,8,21,NULL,21,1373,0,21,10,643,1,2,139,700,NULL,NULL,NULL,NULL,3345,0x0864FD229D6597B015721A91F8F12FF8A44AE2CF381046967A4D6723C0A9DA84,1796093475607570),
(1,9,'',8,'resize','simple_cut','auto',NULL,1,0,9,22,NULL,22,1431,0,22,10,643,1,1,58,700,NULL,NULL,NULL,NULL,1647,0xD50D153E3DF08B4BBDD3F48C08FF6B15FD4DC7FCC77246AD9464265F0B83B8E3,1796093475625193),
(1,10,'',9,'resize','simple_cut','auto',NULL,1,0,10,24,NULL,24,1570,0,24,10,643,1,2,139,700,NULL,NULL,NULL,NULL,1245,0x98A7F3D9341DD899CC51FC5E943476D3E796417D204869394617F8E84A77DFF2,1796093475653306),
(1,11,'',10,'resize','simple_cut','auto',NULL,1,0,11,25,NULL,25,1628,0,25,10,643,1,1,58,700,NULL,NULL,NULL,NULL,1277,0x86FFBEAC1EADA51887F0BE083A147585DBC7CE3BBDF5B719F2721E9F17CCDA2B,1796093475669520),
(1,12,'',11,'resize','simple_cut','auto',NULL,1,0,12,27,NULL,27,1767,0,27,10,643,1,2,139,700,NULL,NULL,NULL,NULL,1422,0x8CE2D007C722C74B3C03BB61AD77261E8145C1B5E4841FA1BFA441DE659308E4,1796093475686929),
(1,13,'',12,'resize','simple_cut','auto',NULL,1,0,13,28,NULL,28,1825,0,28,10,643,1,1,58,700,NULL,NULL,NULL,NULL,1223,0xF031549F7071E1C25B3E8C11330EC2E0F224388673928728C208D3168B8888F9,1796093475701606),
(1,14,'',13,'resize','simple_cut','auto',NULL,1,0,14,30,NULL,30,1964,0,30,10,643,1,2,139,700,NULL,NULL,NULL,NULL,3194,0x5BFF13D7F6A284B19E2620D9739EE6A8F7FCF6BEED79691D03B28CCAE6719653,1796093475713353),
(1,15,'',14,'resize','simple_cut','auto',NULL,1,0,15,31,NULL,31,2022,0,31,10,643,1,1,58,700,NULL,NULL,NULL,NULL,6287,0x5A446CE8B6AC2D56DD163E8A3B3361948B1CA065BFE2304C08C232CA6D318464,1796093475721413),
(1,16,'',15,'resize','simple_cut','auto',NULL,1,0,16,33,NULL,33,2163,0,33,10,645,1,2,139,700,NULL,NULL,NULL,NULL,8129,0x81ABE7A59B13A74124102B20A07CDC025797E250488FFB1FEF8B15217F5B56A2,1796093475739139),
(1,17,'',16,'resize','simple_cut','auto',NULL,1,0,17,34,NULL,34,2222,0,34,10,646,1,1,58,700,NULL,NULL,NULL,NULL,1611,0xB21E33854AC3BD65CCEC9942275F3559B7FFBE9D49D9D1AC08C24CFB8252F891,1796093475753452),
(1,18,'',17,'resize','simple_cut','auto',NULL,1,0,18,36,NULL,36,2363,0,36,10,648,1,2,139,700,NULL,NULL,NULL,NULL,3373,0x9CF9C3EED5BBACE999CDE950D292FCA95506626D47A69841265738514AE423C4,1796093475774660),
(1,19,'',18,'resize','simple_cut','auto',NULL,1,0,19,37,NULL,37,2422,0,37,10,649,1,1,58,700,NULL,NULL,NULL,NULL,2415,0x8C35701A75ADB4BD1913B73A125060C357F182EC2FAC0204FD4EFFAAF5C349B7,1796093475783120),
(1,20,'',19,'resize','simple_cut','auto',NULL,1,0,20,38,NULL,38,12453,0,38,2,700,1,10,10628,700,NULL,NULL,NULL,NULL,8612,0xF3A4C8D83382F0A0163022E8EF466FCB7CFA992A7E50267B7962868ACE69FC39,1796093475793532),
(1,21,'',20,'memo',NULL,NULL,NULL,1,0,20,38,21,38,12453,0,38,2,700,1,0,0,NULL,NULL,'someone','\"because of \\\"it\\\"\"',NULL,0,0x38347777308F6C0D4FFDE1EE3DF1C826D3F29813264609001468AE3E9081F67B,1796093475835750),
(1,22,'',21,'rollback',NULL,NULL,4,1,0,4,15,NULL,38,12453,0,38,33,12117,1,0,0,700,NULL,NULL,'\"the first question is wanted again\"','{\"ticket\":7}',0,0xB2F6CCC41E08D331A7D9EACD1EE99E0D3741081AC1DBE2D983DDF04B79A73DE3,1796093475850086),
(1,23,'',22,'rollback',NULL,NULL,21,1,0,20,38,21,38,12453,0,38,2,700,1,0,0,700,NULL,NULL,NULL,NULL,0,0x857984C3971E9E5657B77923D04E4A7081781E377F27A586A95C73DF3699AFB5,1796093475870089),
(1,24,'',23,'set',NULL,NULL,NULL,24,39,24,39,21,39,12493,1,4,4,231,NULL,0,0,NULL,NULL,NULL,NULL,NULL,0,0xA0AEED011B64A1E6A2FAE6C1B366BAEA8D24FDEB32210226438CF764F24BC087,1796093475899437),
(1,25,'',24,'pop',NULL,NULL,NULL,25,39,25,39,21,39,12493,0,3,3,191,NULL,1,40,NULL,NULL,NULL,NULL,NULL,0,0x375B9E1060518C49C81BEC653518FD464457EBCB5D2365E2742B39D775E2F9E6,1796093475910101),
(1,26,'',25,'rewind',NULL,NULL,1,26,39,26,39,21,39,12493,0,9,9,585,NULL,0,0,NULL,NULL,NULL,NULL,NULL,0,0x37E9805462938CCA53F6CD9548ABC73EAA5153814AF01AA009FE13F0863F40AA,1796093475941400),
(1,27,'',26,'resize','summary','manual',NULL,26,39,27,39,27,39,12493,0,9,3,199,NULL,7,446,700,NULL,NULL,NULL,NULL,70,0x13A7144D005117080A447F8819EE187775E490365353FF647FEEB40A16F04A38,1796093475980607),
(2,1,'Ω',NULL,'created',NULL,NULL,NULL,1,0,1,0,NULL,0,0,0,0,0,0,NULL,0,0,NULL,NULL,NULL,NULL,NULL,0,0x2910EEDC84202E6762397BE98447D5BFE96570164BD71186F1B95507DAFF664B,1796093476002057),
(2,2,'Ω',1,'clear',NULL,NULL,NULL,1,0,2,40,NULL,40,2830,0,40,0,0,NULL,40,2830,NULL,NULL,NULL,NULL,NULL,0,0x8F2A07BE105DC67C6EF07606E397C78CD0283671C7AAEB76D853E18A4F8E3A0A,1796093476018356),
(2,3,'Ω',2,'import',NULL,NULL,NULL,3,41,3,41,NULL,41,2876,0,41,1,46,NULL,0,0,NULL,NULL,NULL,NULL,NULL,0,0x9743A2A5564F8CFEEC182F4EFA0AC7EDF656716D0481735C266B948963A4119A,1796093476032501),
(2,4,'Ω',3,'reset',NULL,NULL,NULL,4,41,4,41,NULL,41,2876,0,0,0,0,NULL,1,46,NULL,NULL,NULL,NULL,NULL,0,0x0C8F44F41D1DEB90C64022424770BA39D0441F9F362F51A9189DE166CF4B84BA,1796093476048272);
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

