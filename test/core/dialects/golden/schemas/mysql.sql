-- schemas (mysql), written by orm sql:build

SET FOREIGN_KEY_CHECKS = 0;

-- ---------------------------------------------------------------------
-- s1.Author
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `s1`.`Author`;

CREATE TABLE `s1`.`Author`
(
    `Id` INTEGER NOT NULL AUTO_INCREMENT,
    PRIMARY KEY (`Id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- s2.book
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `s2`.`book`;

CREATE TABLE `s2`.`book`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `author_id` INTEGER,
    `next_id` INTEGER,
    PRIMARY KEY (`id`),
    INDEX `book_fi_b91762` (`author_id`),
    INDEX `book_fi_191033` (`next_id`)
) ENGINE=MyISAM CHECKSUM='x' MAX_ROWS=9 PACK_KEYS=1 UNION=(`a`,`b`);

SET FOREIGN_KEY_CHECKS = 1;
