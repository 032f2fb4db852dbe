-- shop (mysql), written by orm migration:diff from schema.xml
-- orm: up
-- rows without a value stop this: SELECT * FROM `author` WHERE `name` IS NULL
-- rows with equal values stop this: SELECT `name`, COUNT(*) FROM `author` GROUP BY `name` HAVING COUNT(*) > 1
ALTER TABLE `book` DROP FOREIGN KEY `book_fk_ea464c`;
ALTER TABLE `loan` DROP FOREIGN KEY `loan_fk_23450f`;
DROP TABLE `gone`; -- the rows of gone are lost
RENAME TABLE `loan` TO `rental`;
CREATE TABLE `shelf`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `book_id` INTEGER,
    PRIMARY KEY (`id`),
    INDEX `shelf_fi_23450f` (`book_id`)
) ENGINE=InnoDB;
ALTER TABLE `author`
    DROP INDEX `author_email`,
    CHANGE `name` `name` VARCHAR(80) NOT NULL COMMENT 'As printed',
    CHANGE `email` `email` VARCHAR(100),
    ADD `born` DATE,
    ADD UNIQUE INDEX `author_name` (`name`),
    COMMENT='Who writes, or draws',
    ALGORITHM=INPLACE,
    LOCK=NONE;
ALTER TABLE `book`
    DROP INDEX `book_once`,
    DROP INDEX `book_price`,
    DROP COLUMN `old`,
    CHANGE `title` `name` VARCHAR(100) NOT NULL,
    CHANGE `price` `price` DECIMAL(10,2) DEFAULT 2.5,
    CHANGE `pages` `pages` INTEGER,
    ADD `isbn` VARCHAR(24) DEFAULT '?' NOT NULL AFTER `pages`,
    RENAME INDEX `book_pages` TO `book_many_pages`,
    ADD UNIQUE INDEX `book_once` (`name`, `id`),
    ADD INDEX `book_isbn` (`isbn`),
    ADD INDEX `book_lower` ((lower(isbn))),
    ALGORITHM=INPLACE,
    LOCK=NONE; -- the values of `old` are lost
ALTER TABLE `rental`
    RENAME INDEX `loan_i_20aabe` TO `rental_i_20aabe`,
    ALGORITHM=INPLACE,
    LOCK=NONE;
ALTER TABLE `tag`
    DROP PRIMARY KEY,
    ADD PRIMARY KEY (`book_id`,`word`),
    ALGORITHM=INPLACE,
    LOCK=NONE;
SET FOREIGN_KEY_CHECKS = 0;
ALTER TABLE `book` ADD CONSTRAINT `book_fk_ea464c`
        FOREIGN KEY (`author_id`)
        REFERENCES `author` (`id`)
        ON DELETE SET NULL, ALGORITHM=INPLACE, LOCK=NONE;
SET FOREIGN_KEY_CHECKS = 1;
SELECT (SELECT 1 UNION ALL (SELECT 1 FROM `book` c LEFT JOIN `author` p ON p.`id` = c.`author_id` WHERE c.`author_id` IS NOT NULL AND p.`id` IS NULL LIMIT 1)) AS every_row_has_its_parent;
SET FOREIGN_KEY_CHECKS = 0;
ALTER TABLE `rental` ADD CONSTRAINT `rental_fk_23450f`
        FOREIGN KEY (`book_id`)
        REFERENCES `book` (`id`), ALGORITHM=INPLACE, LOCK=NONE;
SET FOREIGN_KEY_CHECKS = 1;
SELECT (SELECT 1 UNION ALL (SELECT 1 FROM `rental` c LEFT JOIN `book` p ON p.`id` = c.`book_id` WHERE c.`book_id` IS NOT NULL AND p.`id` IS NULL LIMIT 1)) AS every_row_has_its_parent;
SET FOREIGN_KEY_CHECKS = 0;
ALTER TABLE `tag` ADD CONSTRAINT `tag_fk_23450f`
        FOREIGN KEY (`book_id`)
        REFERENCES `book` (`id`), ALGORITHM=INPLACE, LOCK=NONE;
SET FOREIGN_KEY_CHECKS = 1;
SELECT (SELECT 1 UNION ALL (SELECT 1 FROM `tag` c LEFT JOIN `book` p ON p.`id` = c.`book_id` WHERE c.`book_id` IS NOT NULL AND p.`id` IS NULL LIMIT 1)) AS every_row_has_its_parent;
ALTER TABLE `shelf` ADD CONSTRAINT `shelf_fk_23450f`
        FOREIGN KEY (`book_id`)
        REFERENCES `book` (`id`);

-- orm: down
ALTER TABLE `book` DROP FOREIGN KEY `book_fk_ea464c`;
ALTER TABLE `rental` DROP FOREIGN KEY `rental_fk_23450f`;
ALTER TABLE `tag` DROP FOREIGN KEY `tag_fk_23450f`;
DROP TABLE `shelf`; -- the rows of shelf are lost
RENAME TABLE `rental` TO `loan`;
CREATE TABLE `gone`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `book_id` INTEGER,
    PRIMARY KEY (`id`),
    INDEX `gone_fi_23450f` (`book_id`)
) ENGINE=InnoDB;
ALTER TABLE `author`
    DROP INDEX `author_name`,
    DROP COLUMN `born`,
    CHANGE `name` `name` VARCHAR(50),
    CHANGE `email` `email` VARCHAR(100) DEFAULT 'none',
    ADD UNIQUE INDEX `author_email` (`email`),
    COMMENT='Who writes'; -- the values of `born` are lost
ALTER TABLE `book`
    DROP INDEX `book_once`,
    DROP INDEX `book_isbn`,
    DROP INDEX `book_lower`,
    DROP COLUMN `isbn`,
    CHANGE `name` `title` VARCHAR(100) NOT NULL,
    CHANGE `price` `price` INTEGER DEFAULT 1,
    CHANGE `pages` `pages` INTEGER DEFAULT 1 NOT NULL,
    ADD `old` DATE DEFAULT '2020-01-01' AFTER `pages`,
    RENAME INDEX `book_many_pages` TO `book_pages`,
    ADD UNIQUE INDEX `book_once` (`title` DESC, `id`),
    ADD INDEX `book_price` (`price`); -- the values of `isbn` are lost
ALTER TABLE `loan`
    RENAME INDEX `rental_i_20aabe` TO `loan_i_20aabe`;
ALTER TABLE `tag`
    DROP PRIMARY KEY,
    ADD PRIMARY KEY (`book_id`);
ALTER TABLE `book` ADD CONSTRAINT `book_fk_ea464c`
        FOREIGN KEY (`author_id`)
        REFERENCES `author` (`id`)
        ON DELETE CASCADE;
ALTER TABLE `loan` ADD CONSTRAINT `loan_fk_23450f`
        FOREIGN KEY (`book_id`)
        REFERENCES `book` (`id`);
ALTER TABLE `gone` ADD CONSTRAINT `gone_fk_23450f`
        FOREIGN KEY (`book_id`)
        REFERENCES `book` (`id`);
