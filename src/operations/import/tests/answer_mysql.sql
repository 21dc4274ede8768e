/*M!999999\- enable the sandbox mode */ 
-- MariaDB dump 10.19  Distrib 10.11.19-MariaDB, for debian-linux-gnu (x86_64)
--
-- Host: localhost    Database: answer
-- ------------------------------------------------------
-- Server version	10.11.19-MariaDB-0+deb12u1

/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET @OLD_CHARACTER_SET_RESULTS=@@CHARACTER_SET_RESULTS */;
/*!40101 SET @OLD_COLLATION_CONNECTION=@@COLLATION_CONNECTION */;
/*!40101 SET NAMES utf8mb4 */;
/*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;
/*!40103 SET TIME_ZONE='+00:00' */;
/*!40014 SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0 */;
/*!40014 SET @OLD_FOREIGN_KEY_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0 */;
/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;
/*!40111 SET @OLD_SQL_NOTES=@@SQL_NOTES, SQL_NOTES=0 */;

--
-- Table structure for table `activity`
--

DROP TABLE IF EXISTS `activity`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `activity` (
  `id` bigint(20) NOT NULL,
  `created_at` timestamp NULL DEFAULT NULL,
  `updated_at` timestamp NULL DEFAULT NULL,
  `cancelled_at` timestamp NULL DEFAULT NULL,
  `user_id` bigint(20) NOT NULL,
  `trigger_user_id` bigint(20) NOT NULL,
  `object_id` bigint(20) NOT NULL,
  `original_object_id` bigint(20) NOT NULL,
  `activity_type` int(11) NOT NULL,
  `cancelled` int(11) NOT NULL,
  `rank` int(11) NOT NULL,
  `has_rank` int(11) NOT NULL,
  `revision_id` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;

--
-- Dumping data for table `activity`
--

LOCK TABLES `activity` WRITE;
/*!40000 ALTER TABLE `activity` DISABLE KEYS */;
INSERT INTO `activity` VALUES
(1,'2024-02-01 18:10:00',NULL,NULL,2,0,10010000000000001,0,28,0,0,0,0),
(2,'2024-02-01 18:10:00',NULL,NULL,1,0,10010000000000001,0,32,0,0,0,0),
(3,'2024-02-01 18:10:00',NULL,NULL,3,0,10010000000000001,0,29,1,0,0,0),
(4,'2024-02-01 18:10:00',NULL,NULL,1,0,10020000000000001,0,30,0,0,0,0),
(5,'2024-02-01 18:10:00',NULL,NULL,1,0,10070000000000001,0,31,0,0,0,0),
(6,'2024-02-04 18:00:00',NULL,NULL,1,0,10010000000000002,0,40,0,0,0,0);
/*!40000 ALTER TABLE `activity` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Table structure for table `answer`
--

DROP TABLE IF EXISTS `answer`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `answer` (
  `id` bigint(20) NOT NULL,
  `created_at` timestamp NULL DEFAULT NULL,
  `updated_at` timestamp NULL DEFAULT NULL,
  `question_id` bigint(20) NOT NULL,
  `user_id` bigint(20) NOT NULL,
  `last_edit_user_id` bigint(20) NOT NULL,
  `original_text` mediumtext NOT NULL,
  `parsed_text` mediumtext NOT NULL,
  `status` int(11) NOT NULL,
  `adopted` int(11) NOT NULL,
  `comment_count` int(11) NOT NULL,
  `vote_count` int(11) NOT NULL,
  `revision_id` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;

--
-- Dumping data for table `answer`
--

LOCK TABLES `answer` WRITE;
/*!40000 ALTER TABLE `answer` DISABLE KEYS */;
INSERT INTO `answer` VALUES
(10020000000000001,'2024-02-01 19:00:00',NULL,10010000000000001,2,0,'Bake it *hotter*','<p>Bake it <em>hotter</em></p>',1,2,0,2,0),
(10020000000000002,'2024-02-02 19:00:00',NULL,10010000000000002,3,0,'Very','<p>Very</p>',1,1,0,0,0),
(10020000000000003,'2024-02-02 20:00:00',NULL,10010000000000001,1,0,'Deleted','<p>Deleted</p>',10,1,0,0,0),
(10020000000000004,'2024-02-02 20:00:00',NULL,10010000000000005,1,0,'To an unlisted one','<p>x</p>',1,1,0,0,0);
/*!40000 ALTER TABLE `answer` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Table structure for table `comment`
--

DROP TABLE IF EXISTS `comment`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `comment` (
  `id` bigint(20) NOT NULL,
  `created_at` timestamp NULL DEFAULT NULL,
  `updated_at` timestamp NULL DEFAULT NULL,
  `user_id` bigint(20) NOT NULL,
  `reply_user_id` bigint(20) DEFAULT NULL,
  `reply_comment_id` bigint(20) DEFAULT NULL,
  `object_id` bigint(20) NOT NULL,
  `question_id` bigint(20) NOT NULL,
  `vote_count` int(11) NOT NULL,
  `status` int(11) NOT NULL,
  `original_text` mediumtext NOT NULL,
  `parsed_text` mediumtext NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;

--
-- Dumping data for table `comment`
--

LOCK TABLES `comment` WRITE;
/*!40000 ALTER TABLE `comment` DISABLE KEYS */;
INSERT INTO `comment` VALUES
(10070000000000001,'2024-02-01 20:00:00',NULL,2,NULL,NULL,10010000000000001,10010000000000001,0,1,'Which oven, see [it](https://bake.example.org:8443/forum/questions/D1E1)?',''),
(10070000000000002,'2024-02-01 21:00:00',NULL,1,NULL,NULL,10020000000000001,10010000000000001,0,1,'Thanks',''),
(10070000000000003,'2024-02-01 21:00:00',NULL,1,NULL,NULL,10020000000000001,10010000000000001,0,10,'Deleted','');
/*!40000 ALTER TABLE `comment` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Table structure for table `config`
--

DROP TABLE IF EXISTS `config`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `config` (
  `id` bigint(20) NOT NULL,
  `key` varchar(150) DEFAULT NULL,
  `value` mediumtext DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;

--
-- Dumping data for table `config`
--

LOCK TABLES `config` WRITE;
/*!40000 ALTER TABLE `config` DISABLE KEYS */;
INSERT INTO `config` VALUES
(28,'question.vote_up','0'),
(29,'question.vote_down','0'),
(30,'answer.vote_up','0'),
(31,'comment.vote_up','0'),
(32,'question.voted_up','10'),
(40,'question.closed','0'),
(60,'reason.a_duplicate','{}');
/*!40000 ALTER TABLE `config` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Table structure for table `meta`
--

DROP TABLE IF EXISTS `meta`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `meta` (
  `id` bigint(20) NOT NULL,
  `created_at` timestamp NULL DEFAULT NULL,
  `updated_at` timestamp NULL DEFAULT NULL,
  `object_id` bigint(20) NOT NULL,
  `key` varchar(150) NOT NULL,
  `value` mediumtext NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;

--
-- Dumping data for table `meta`
--

LOCK TABLES `meta` WRITE;
/*!40000 ALTER TABLE `meta` DISABLE KEYS */;
INSERT INTO `meta` VALUES
(1,'2024-02-04 18:00:00','2026-12-01 04:28:28',10010000000000002,'question.close.reason','{\"close_type\":60,\"close_msg\":\"https://bake.example.org:8443/forum/questions/D1D1/why\"}');
/*!40000 ALTER TABLE `meta` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Table structure for table `question`
--

DROP TABLE IF EXISTS `question`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `question` (
  `id` bigint(20) NOT NULL,
  `created_at` timestamp NULL DEFAULT NULL,
  `updated_at` timestamp NULL DEFAULT NULL,
  `user_id` bigint(20) NOT NULL,
  `invite_user_id` mediumtext DEFAULT NULL,
  `last_edit_user_id` bigint(20) NOT NULL,
  `title` mediumtext NOT NULL,
  `original_text` mediumtext NOT NULL,
  `parsed_text` mediumtext NOT NULL,
  `pin` int(11) NOT NULL,
  `show` int(11) NOT NULL,
  `status` int(11) NOT NULL,
  `view_count` int(11) NOT NULL,
  `vote_count` int(11) NOT NULL,
  `answer_count` int(11) NOT NULL,
  `accepted_answer_id` bigint(20) NOT NULL,
  `last_answer_id` bigint(20) NOT NULL,
  `post_update_time` timestamp NULL DEFAULT NULL,
  `revision_id` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;

--
-- Dumping data for table `question`
--

LOCK TABLES `question` WRITE;
/*!40000 ALTER TABLE `question` DISABLE KEYS */;
INSERT INTO `question` VALUES
(10010000000000001,'2024-02-01 18:00:00','2024-02-05 18:00:00',1,NULL,2,'Why is my crust pale?','It is **pale**, see ![a](https://bake.example.org:8443/forum/uploads/post/pale.png) and [this](https://bake.example.org:8443/forum/questions/10010000000000002/how/10020000000000002).','<p>It is <strong>pale</strong></p>',1,1,1,42,1,0,10020000000000001,0,'2024-02-05 18:00:00',0),
(10010000000000002,'2024-02-02 18:00:00',NULL,2,NULL,0,'How hot?','<b>How</b> hot?','<p><b>How</b> hot?</p>',1,1,2,7,0,0,0,0,NULL,0),
(10010000000000003,'2024-02-03 18:00:00',NULL,2,NULL,0,'Deleted?','x','<p>x</p>',1,1,10,0,0,0,0,0,NULL,0),
(10010000000000004,'2024-02-03 18:00:00',NULL,2,NULL,0,'Waiting?','x','<p>x</p>',1,1,11,0,0,0,0,0,NULL,0),
(10010000000000005,'2024-02-03 18:00:00',NULL,2,NULL,0,'Unlisted?','x','<p>x</p>',1,2,1,0,0,0,0,0,NULL,0);
/*!40000 ALTER TABLE `question` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Table structure for table `question_link`
--

DROP TABLE IF EXISTS `question_link`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `question_link` (
  `id` bigint(20) NOT NULL,
  `created_at` timestamp NULL DEFAULT NULL,
  `updated_at` timestamp NULL DEFAULT NULL,
  `from_question_id` bigint(20) NOT NULL,
  `from_answer_id` bigint(20) DEFAULT NULL,
  `to_question_id` bigint(20) NOT NULL,
  `to_answer_id` bigint(20) DEFAULT NULL,
  `status` int(11) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;

--
-- Dumping data for table `question_link`
--

LOCK TABLES `question_link` WRITE;
/*!40000 ALTER TABLE `question_link` DISABLE KEYS */;
INSERT INTO `question_link` VALUES
(1,'2024-02-01 18:00:00',NULL,10010000000000001,NULL,10010000000000002,NULL,1),
(2,'2024-02-01 18:00:00',NULL,10010000000000001,NULL,10010000000000003,NULL,2);
/*!40000 ALTER TABLE `question_link` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Table structure for table `revision`
--

DROP TABLE IF EXISTS `revision`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `revision` (
  `id` bigint(20) NOT NULL,
  `created_at` timestamp NULL DEFAULT NULL,
  `updated_at` timestamp NULL DEFAULT NULL,
  `user_id` bigint(20) NOT NULL,
  `object_type` int(11) NOT NULL,
  `object_id` bigint(20) NOT NULL,
  `title` mediumtext NOT NULL,
  `content` mediumtext NOT NULL,
  `log` mediumtext DEFAULT NULL,
  `status` int(11) NOT NULL,
  `review_user_id` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;

--
-- Dumping data for table `revision`
--

LOCK TABLES `revision` WRITE;
/*!40000 ALTER TABLE `revision` DISABLE KEYS */;
INSERT INTO `revision` VALUES
(1,'2024-02-01 18:00:00',NULL,1,1,10010000000000001,'','{\"ID\":\"10010000000000001\",\"Title\":\"Pale\",\"OriginalText\":\"It is pale\",\"tags\":[{\"ID\":\"10030000000000003\",\"SlugName\":\"crust\"}]}',NULL,0,0),
(2,'2024-02-05 18:00:00',NULL,2,1,10010000000000001,'','{\"Title\":\"Why is my crust pale?\",\"OriginalText\":\"It is **pale**, see ![a](https://bake.example.org:8443/forum/uploads/post/pale.png) and [this](https://bake.example.org:8443/forum/questions/10010000000000002/how/10020000000000002).\",\"tags\":[{\"SlugName\":\"levain\"},{\"SlugName\":\"crust\"}]}',NULL,2,0),
(3,'2024-02-06 18:00:00',NULL,3,1,10010000000000001,'','{\"Title\":\"Refused\",\"OriginalText\":\"Refused\",\"tags\":[]}',NULL,3,0),
(4,'2024-02-01 19:00:00',NULL,2,2,10020000000000001,'','{\"OriginalText\":\"Bake it hot\"}',NULL,0,0);
/*!40000 ALTER TABLE `revision` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Table structure for table `site_info`
--

DROP TABLE IF EXISTS `site_info`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `site_info` (
  `id` bigint(20) NOT NULL,
  `created_at` timestamp NULL DEFAULT NULL,
  `updated_at` timestamp NULL DEFAULT NULL,
  `type` mediumtext NOT NULL,
  `content` mediumtext NOT NULL,
  `status` int(11) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;

--
-- Dumping data for table `site_info`
--

LOCK TABLES `site_info` WRITE;
/*!40000 ALTER TABLE `site_info` DISABLE KEYS */;
INSERT INTO `site_info` VALUES
(1,NULL,NULL,'general','{\"name\":\"Baking\",\"site_url\":\"https://bake.example.org:8443/forum\"}',1);
/*!40000 ALTER TABLE `site_info` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Table structure for table `tag`
--

DROP TABLE IF EXISTS `tag`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `tag` (
  `id` bigint(20) NOT NULL,
  `created_at` timestamp NULL DEFAULT NULL,
  `updated_at` timestamp NULL DEFAULT NULL,
  `main_tag_id` bigint(20) NOT NULL,
  `main_tag_slug_name` mediumtext NOT NULL,
  `slug_name` varchar(150) NOT NULL,
  `display_name` mediumtext NOT NULL,
  `original_text` mediumtext NOT NULL,
  `parsed_text` mediumtext NOT NULL,
  `status` int(11) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;

--
-- Dumping data for table `tag`
--

LOCK TABLES `tag` WRITE;
/*!40000 ALTER TABLE `tag` DISABLE KEYS */;
INSERT INTO `tag` VALUES
(10030000000000001,NULL,NULL,0,'','sourdough','Sourdough','Bread with *wild* yeast','',1),
(10030000000000002,NULL,NULL,10030000000000001,'sourdough','levain','Levain','','',1),
(10030000000000003,NULL,NULL,0,'','crust','Crust','','',1),
(10030000000000004,NULL,NULL,0,'','spam','Spam','','',10);
/*!40000 ALTER TABLE `tag` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Table structure for table `tag_rel`
--

DROP TABLE IF EXISTS `tag_rel`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `tag_rel` (
  `id` bigint(20) NOT NULL,
  `created_at` timestamp NULL DEFAULT NULL,
  `updated_at` timestamp NULL DEFAULT NULL,
  `object_id` bigint(20) NOT NULL,
  `tag_id` bigint(20) NOT NULL,
  `status` int(11) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;

--
-- Dumping data for table `tag_rel`
--

LOCK TABLES `tag_rel` WRITE;
/*!40000 ALTER TABLE `tag_rel` DISABLE KEYS */;
INSERT INTO `tag_rel` VALUES
(1,NULL,NULL,10010000000000001,10030000000000002,1),
(2,NULL,NULL,10010000000000001,10030000000000003,1),
(3,NULL,NULL,10010000000000001,10030000000000004,1),
(4,NULL,NULL,10010000000000002,10030000000000003,10);
/*!40000 ALTER TABLE `tag_rel` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Table structure for table `user`
--

DROP TABLE IF EXISTS `user`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `user` (
  `id` bigint(20) NOT NULL,
  `created_at` timestamp NULL DEFAULT NULL,
  `updated_at` timestamp NULL DEFAULT NULL,
  `suspended_at` timestamp NULL DEFAULT NULL,
  `suspended_until` timestamp NULL DEFAULT NULL,
  `deleted_at` timestamp NULL DEFAULT NULL,
  `last_login_date` timestamp NULL DEFAULT NULL,
  `username` varchar(150) NOT NULL,
  `pass` mediumtext NOT NULL,
  `e_mail` varchar(150) NOT NULL,
  `mail_status` int(11) NOT NULL,
  `rank` int(11) NOT NULL,
  `status` int(11) NOT NULL,
  `display_name` varchar(150) NOT NULL,
  `avatar` mediumtext NOT NULL,
  `bio` mediumtext NOT NULL,
  `bio_html` mediumtext NOT NULL,
  `website` mediumtext NOT NULL,
  `location` mediumtext NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;

--
-- Dumping data for table `user`
--

LOCK TABLES `user` WRITE;
/*!40000 ALTER TABLE `user` DISABLE KEYS */;
INSERT INTO `user` VALUES
(1,'2024-01-01 18:00:00',NULL,NULL,NULL,NULL,NULL,'ann.lee','','ann@example.org',2,0,1,'Ann Lee','{\"type\":\"gravatar\"}','I **bake**.','<p>I <strong>bake</strong>.</p>','https://ann.example',''),
(2,'2024-01-02 18:00:00',NULL,NULL,NULL,NULL,NULL,'two words','','ben@example.org',2,0,9,'Ben','','','','',''),
(3,'2024-01-03 18:00:00',NULL,NULL,NULL,NULL,NULL,'cem','','cem@example.org',2,0,10,'Cem Secret','','gone','<p>gone</p>','','');
/*!40000 ALTER TABLE `user` ENABLE KEYS */;
UNLOCK TABLES;

--
-- Table structure for table `user_role_rel`
--

DROP TABLE IF EXISTS `user_role_rel`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
/*!40101 SET character_set_client = utf8mb4 */;
CREATE TABLE `user_role_rel` (
  `id` bigint(20) NOT NULL,
  `created_at` timestamp NULL DEFAULT NULL,
  `updated_at` timestamp NULL DEFAULT NULL,
  `user_id` bigint(20) NOT NULL,
  `role_id` bigint(20) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci;
/*!40101 SET character_set_client = @saved_cs_client */;

--
-- Dumping data for table `user_role_rel`
--

LOCK TABLES `user_role_rel` WRITE;
/*!40000 ALTER TABLE `user_role_rel` DISABLE KEYS */;
INSERT INTO `user_role_rel` VALUES
(1,NULL,NULL,1,2),
(2,NULL,NULL,2,1);
/*!40000 ALTER TABLE `user_role_rel` ENABLE KEYS */;
UNLOCK TABLES;
/*!40103 SET TIME_ZONE=@OLD_TIME_ZONE */;

/*!40101 SET SQL_MODE=@OLD_SQL_MODE */;
/*!40014 SET FOREIGN_KEY_CHECKS=@OLD_FOREIGN_KEY_CHECKS */;
/*!40014 SET UNIQUE_CHECKS=@OLD_UNIQUE_CHECKS */;
/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;
/*!40101 SET CHARACTER_SET_RESULTS=@OLD_CHARACTER_SET_RESULTS */;
/*!40101 SET COLLATION_CONNECTION=@OLD_COLLATION_CONNECTION */;
/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */;

-- Dump completed on 2026-11-30 20:28:38
