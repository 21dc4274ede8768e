/*M!999999\- enable the sandbox mode */ 
-- MariaDB dump 10.19  Distrib 10.11.19-MariaDB, for debian-linux-gnu (x86_64)
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
/*!40101 SET NAMES utf8mb4 */;
/*!40103 SET TIME_ZONE='+00:00' */;
DROP TABLE IF EXISTS `qa_blobs`;
CREATE TABLE `qa_blobs` (
  `blobid` bigint(20) unsigned NOT NULL,
  `format` varchar(20) CHARACTER SET ascii NOT NULL,
  `content` mediumblob DEFAULT NULL,
  `filename` varchar(255) DEFAULT NULL,
  `userid` int(10) unsigned DEFAULT NULL,
  `createip` varbinary(16) DEFAULT NULL,
  PRIMARY KEY (`blobid`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb3;
LOCK TABLES `qa_blobs` WRITE;
INSERT INTO `qa_blobs` VALUES (17446744073709551615,'png',{PICTURE},'a.png',1,_binary '\0\'\\'),(456,'pdf','%PDF',NULL,1,NULL);
UNLOCK TABLES;
CREATE TABLE `qa_categories` (
  `categoryid` int(10) unsigned NOT NULL AUTO_INCREMENT,
  `parentid` int(10) unsigned DEFAULT NULL,
  `title` varchar(80) NOT NULL,
  `tags` varchar(200) NOT NULL,
  `content` varchar(800) NOT NULL DEFAULT '',
  PRIMARY KEY (`categoryid`)
);
INSERT INTO `qa_categories` VALUES (1,NULL,'Bread','bread',''),(3,1,'Rye bread','rye','Made of rye');
CREATE TABLE `qa_messages` (`messageid` int(10) unsigned NOT NULL, `content` varchar(12000) NOT NULL, PRIMARY KEY (`messageid`));
INSERT INTO `qa_messages` VALUES (1,'A private message');
CREATE TABLE `qa_options` (
  `title` varchar(40) NOT NULL,
  `content` varchar(12000) NOT NULL,
  PRIMARY KEY (`title`)
);
INSERT INTO `qa_options` VALUES ('db_version','67'),('do_close_on_select','0'),('site_url','https://bake.example.org/'),('smtp_password','smtp-password-1');
CREATE TABLE `qa_posts` (
  `postid` int(10) unsigned NOT NULL AUTO_INCREMENT,
  `type` enum('Q','A','C','Q_HIDDEN','A_HIDDEN','C_HIDDEN','Q_QUEUED','A_QUEUED','C_QUEUED','NOTE') NOT NULL,
  `parentid` int(10) unsigned DEFAULT NULL,
  `categoryid` int(10) unsigned DEFAULT NULL,
  `selchildid` int(10) unsigned DEFAULT NULL,
  `closedbyid` int(10) unsigned DEFAULT NULL,
  `userid` int(10) unsigned DEFAULT NULL,
  `createip` varbinary(16) DEFAULT NULL,
  `lastuserid` int(10) unsigned DEFAULT NULL,
  `views` int(10) unsigned NOT NULL DEFAULT 0,
  `format` varchar(20) CHARACTER SET ascii NOT NULL DEFAULT '',
  `created` datetime NOT NULL,
  `updated` datetime DEFAULT NULL,
  `updatetype` char(1) CHARACTER SET ascii DEFAULT NULL,
  `title` varchar(800) DEFAULT NULL,
  `content` varchar(12000) DEFAULT NULL,
  `tags` varchar(800) DEFAULT NULL,
  `name` varchar(40) DEFAULT NULL,
  PRIMARY KEY (`postid`),
  CONSTRAINT `qa_posts_ibfk_2` FOREIGN KEY (`parentid`) REFERENCES `qa_posts` (`postid`)
);
INSERT INTO `qa_posts` VALUES
(1,'Q',NULL,3,10,NULL,1,'\n)','2',42,'html','2026-02-01 10:00:00','2026-02-03 10:00:00','E','Why is my \'crust\' pale?','<p>It is <strong>pale</strong>, see <img alt=\"a\" src=\"https://bake.example.org/?qa=blob&amp;qa_blobid=17446744073709551615\"> and <a href=\"https://bake.example.org/2/how-hot?show=20#a20\">this</a>.</p>','crust,two words',NULL),
(2,'Q',NULL,NULL,NULL,1,NULL,NULL,1,7,'','2026-02-02 10:00:00','2026-02-04 10:00:00','C','How hot?','Is <b> 200 enough?\r\n\r\nif hot:\r\n  bake','crust','Guest'),
(3,'Q',NULL,NULL,NULL,30,2,NULL,1,0,'markdown','2026-07-03 10:00:00',NULL,NULL,'Which flour?','**Which** [flour](https://bake.example.org/index.php?qa=1&qa_1=why)?','0',NULL),
(4,'Q',10,NULL,NULL,NULL,2,NULL,NULL,0,'','2026-02-05 10:00:00',NULL,NULL,'And the crumb?','It follows https://bake.example.org/1/why, see tag https://bake.example.org/tag/two%20words','',NULL),
(5,'Q_HIDDEN',NULL,NULL,NULL,NULL,2,NULL,NULL,0,'','2026-02-05 10:00:00',NULL,NULL,'Hidden?','x','hidden-tag',NULL),
(6,'Q_QUEUED',NULL,NULL,NULL,NULL,2,NULL,NULL,0,'','2026-02-05 10:00:00',NULL,NULL,'Waiting?','x','',NULL),
(10,'A',1,3,NULL,NULL,2,NULL,1,0,'','2026-02-01 11:00:00','2026-02-01 12:00:00','S',NULL,'Bake it *hotter*',NULL,NULL),
(11,'A_HIDDEN',1,3,NULL,NULL,2,NULL,NULL,0,'','2026-02-01 11:00:00',NULL,NULL,NULL,'A hidden answer',NULL,NULL),
(12,'A',5,NULL,NULL,NULL,1,NULL,NULL,0,'','2026-02-06 11:00:00',NULL,NULL,NULL,'Below a hidden question',NULL,NULL),
(20,'A',2,NULL,NULL,NULL,NULL,NULL,NULL,0,'','2026-02-02 11:00:00',NULL,NULL,NULL,'Very',NULL,NULL);
INSERT INTO `qa_posts` VALUES
(30,'NOTE',3,NULL,NULL,NULL,1,NULL,NULL,0,'','2026-07-04 10:00:00',NULL,NULL,NULL,'Ask a miller',NULL,NULL),
(40,'C',1,3,NULL,NULL,2,NULL,NULL,0,'html','2026-02-01 12:00:00',NULL,NULL,NULL,'Which <em>oven</em>?',NULL,NULL),
(41,'C',10,3,NULL,NULL,NULL,NULL,NULL,0,'','2026-02-01 13:00:00',NULL,NULL,NULL,'Thanks, as in https://bake.example.org/?qa=2/how-hot',NULL,'Guest'),
(42,'C',11,3,NULL,NULL,1,NULL,NULL,0,'','2026-02-01 13:00:00',NULL,NULL,NULL,'Below a hidden answer',NULL,NULL),
(43,'C_HIDDEN',1,3,NULL,NULL,1,NULL,NULL,0,'','2026-02-01 13:00:00',NULL,NULL,NULL,'A hidden comment',NULL,NULL);
CREATE TABLE `qa_tagmetas` (`tag` varchar(80) NOT NULL, `title` varchar(40) NOT NULL, `content` varchar(8000) NOT NULL, PRIMARY KEY (`tag`,`title`));
INSERT INTO `qa_tagmetas` VALUES ('crust','description','The outer part'),('crust','other','x');
CREATE TABLE `qa_userprofile` (`userid` int(10) unsigned NOT NULL, `title` varchar(40) NOT NULL, `content` varchar(8000) NOT NULL);
INSERT INTO `qa_userprofile` VALUES (1,'about','I bake\nat night.'),(1,'name','Ada Secret'),(1,'website','');
CREATE TABLE `qa_users` (
  `userid` int(10) unsigned NOT NULL AUTO_INCREMENT,
  `created` datetime NOT NULL,
  `createip` varbinary(16) NOT NULL,
  `email` varchar(80) NOT NULL,
  `handle` varchar(20) NOT NULL,
  `avatarblobid` bigint(20) unsigned DEFAULT NULL,
  `passsalt` binary(16) DEFAULT NULL,
  `passhash` varchar(255) DEFAULT NULL,
  `level` tinyint(3) unsigned NOT NULL,
  `flags` smallint(5) unsigned NOT NULL DEFAULT 0,
  PRIMARY KEY (`userid`),
  KEY `email` (`email`)
);
INSERT INTO `qa_users` VALUES (1,'2026-01-01 10:00:00','\0;','ada@example.org','ada',9,'\Z\"','$2y$10$secret',120,1),(2,'2026-01-02 10:00:00','','ben@example.org','two words',NULL,NULL,NULL,0,2),(3,'2026-01-03 10:00:00','','cem@example.org','Two Words',NULL,NULL,NULL,0,0),(4,'2026-01-04 10:00:00','','dan@example.org','admin',NULL,NULL,NULL,0,0);
CREATE TABLE `qa_uservotes` (`postid` int(10) unsigned NOT NULL, `userid` int(10) unsigned NOT NULL, `vote` tinyint(4) NOT NULL, `flag` tinyint(4) NOT NULL, `votecreated` datetime DEFAULT NULL);
INSERT INTO `qa_uservotes` VALUES (1,2,1,0,NULL),(1,3,0,1,NULL),(2,1,0,0,'2026-02-02 10:00:00'),(10,1,1,0,NULL),(10,3,1,0,NULL),(20,1,-1,0,NULL),(40,1,1,0,NULL),(5,1,1,0,NULL);
-- Dump completed on 2026-11-01 10:00:00
