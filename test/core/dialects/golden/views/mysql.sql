-- shop (mysql), written by orm sql:build

SET FOREIGN_KEY_CHECKS = 0;

DROP TRIGGER IF EXISTS book_trim;

DROP VIEW IF EXISTS `author_count`;

DROP VIEW IF EXISTS `dear_book`;

-- ---------------------------------------------------------------------
-- author
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `author`;

CREATE TABLE `author`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `name` VARCHAR(100),
    PRIMARY KEY (`id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- book
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `book`;

CREATE TABLE `book`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `title` VARCHAR(100),
    `price` INTEGER,
    `author_id` INTEGER,
    PRIMARY KEY (`id`),
    INDEX `book_fi_ea464c` (`author_id`),
    CONSTRAINT `book_fk_ea464c`
        FOREIGN KEY (`author_id`)
        REFERENCES `author` (`id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- dear_book
-- ---------------------------------------------------------------------

CREATE VIEW `dear_book` AS
SELECT id, author_id
FROM book
WHERE price > 10 AND title <> 'it''s; --';

-- ---------------------------------------------------------------------
-- author_count
-- ---------------------------------------------------------------------

-- How many; it's
-- a count
CREATE VIEW `author_count` AS
SELECT author_id, COUNT(*) AS books FROM dear_book GROUP BY author_id;

-- ---------------------------------------------------------------------
-- book_trim
-- ---------------------------------------------------------------------

DELIMITER //
CREATE TRIGGER book_trim BEFORE INSERT ON book FOR EACH ROW BEGIN SET NEW.title = TRIM(NEW.title); END//
DELIMITER ;

SET FOREIGN_KEY_CHECKS = 1;
