-- bookstore (mysql), written by orm sql:build

SET FOREIGN_KEY_CHECKS = 0;

-- ---------------------------------------------------------------------
-- author
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `author`;

CREATE TABLE `author`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `full_name` VARCHAR(120) NOT NULL COMMENT 'Name on the cover',
    `email` VARCHAR(128) NOT NULL,
    PRIMARY KEY (`id`),
    UNIQUE INDEX `author_u_ce4c89` (`email`)
) ENGINE=InnoDB COMMENT='Writers';

-- ---------------------------------------------------------------------
-- book
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `book`;

CREATE TABLE `book`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `title` VARCHAR(255) NOT NULL,
    `style` TINYINT DEFAULT 1 NOT NULL,
    `in_print` TINYINT(1) DEFAULT 1 NOT NULL,
    `price` DECIMAL(10,2),
    `created_at` TIMESTAMP NULL DEFAULT CURRENT_TIMESTAMP,
    `author_id` INTEGER NOT NULL,
    PRIMARY KEY (`id`),
    INDEX `book_i_212392` (`title`(20)),
    INDEX `book_fi_ea464c` (`author_id`),
    CONSTRAINT `book_fk_ea464c`
        FOREIGN KEY (`author_id`)
        REFERENCES `author` (`id`)
        ON UPDATE CASCADE
        ON DELETE CASCADE
) ENGINE=InnoDB;

SET FOREIGN_KEY_CHECKS = 1;
