-- cinema (mysql), written by orm sql:build

SET FOREIGN_KEY_CHECKS = 0;

-- ---------------------------------------------------------------------
-- director
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `director`;

CREATE TABLE `director`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `name` VARCHAR(100) NOT NULL,
    `email` VARCHAR(100),
    PRIMARY KEY (`id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- film
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `film`;

CREATE TABLE `film`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `title` VARCHAR(100) NOT NULL,
    `minutes` INTEGER DEFAULT 0,
    `state` TINYINT,
    `tags` TEXT,
    `genres` INT,
    `poster` BLOB,
    `opened` DATE,
    `director_id` INTEGER,
    `producer_id` INTEGER,
    PRIMARY KEY (`id`),
    INDEX `film_fi_2cc047` (`director_id`),
    INDEX `film_fi_66fbf3` (`producer_id`),
    CONSTRAINT `film_fk_2cc047`
        FOREIGN KEY (`director_id`)
        REFERENCES `director` (`id`)
        ON DELETE CASCADE,
    CONSTRAINT `film_fk_66fbf3`
        FOREIGN KEY (`producer_id`)
        REFERENCES `director` (`id`)
        ON DELETE SET NULL
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- film_sheet
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `film_sheet`;

CREATE TABLE `film_sheet`
(
    `film_id` INTEGER NOT NULL,
    `text` VARCHAR(200),
    PRIMARY KEY (`film_id`),
    CONSTRAINT `film_sheet_fk_a37b5a`
        FOREIGN KEY (`film_id`)
        REFERENCES `film` (`id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- viewer
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `viewer`;

CREATE TABLE `viewer`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `nick` VARCHAR(50),
    PRIMARY KEY (`id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- film_viewer
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `film_viewer`;

CREATE TABLE `film_viewer`
(
    `film_id` INTEGER NOT NULL,
    `viewer_id` INTEGER NOT NULL,
    PRIMARY KEY (`film_id`,`viewer_id`),
    INDEX `film_viewer_fi_e3f3e1` (`viewer_id`),
    CONSTRAINT `film_viewer_fk_a37b5a`
        FOREIGN KEY (`film_id`)
        REFERENCES `film` (`id`),
    CONSTRAINT `film_viewer_fk_e3f3e1`
        FOREIGN KEY (`viewer_id`)
        REFERENCES `viewer` (`id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- notice
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `notice`;

CREATE TABLE `notice`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `film_id` INTEGER NOT NULL,
    `stars` INTEGER,
    `kind` INTEGER,
    PRIMARY KEY (`id`),
    INDEX `notice_fi_a37b5a` (`film_id`),
    CONSTRAINT `notice_fk_a37b5a`
        FOREIGN KEY (`film_id`)
        REFERENCES `film` (`id`)
        ON DELETE CASCADE
) ENGINE=InnoDB;

SET FOREIGN_KEY_CHECKS = 1;
