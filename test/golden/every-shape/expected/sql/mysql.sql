-- league (mysql), written by orm sql:build

SET FOREIGN_KEY_CHECKS = 0;

-- ---------------------------------------------------------------------
-- team
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `team`;

CREATE TABLE `team`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `name` VARCHAR(100) NOT NULL,
    `captain_id` INTEGER,
    PRIMARY KEY (`id`),
    INDEX `team_fi_2459ca` (`captain_id`),
    CONSTRAINT `team_fk_2459ca`
        FOREIGN KEY (`captain_id`)
        REFERENCES `player` (`id`)
        ON DELETE SET NULL
) ENGINE=InnoDB COMMENT='Mutual with player, referenced twice by game.';

-- ---------------------------------------------------------------------
-- player
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `player`;

CREATE TABLE `player`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `name` VARCHAR(100) DEFAULT 'Nobody' NOT NULL,
    `team_id` INTEGER,
    PRIMARY KEY (`id`),
    INDEX `player_fi_f0e437` (`team_id`),
    CONSTRAINT `player_fk_f0e437`
        FOREIGN KEY (`team_id`)
        REFERENCES `team` (`id`)
        ON DELETE SET NULL
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- category
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `category`;

CREATE TABLE `category`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `name` VARCHAR(100),
    `parent_id` INTEGER,
    PRIMARY KEY (`id`),
    INDEX `category_fi_6acc7d` (`parent_id`),
    CONSTRAINT `category_fk_6acc7d`
        FOREIGN KEY (`parent_id`)
        REFERENCES `category` (`id`)
        ON DELETE CASCADE
) ENGINE=InnoDB COMMENT='Refers to itself.';

-- ---------------------------------------------------------------------
-- game
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `game`;

CREATE TABLE `game`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `home_id` INTEGER NOT NULL,
    `away_id` INTEGER NOT NULL,
    PRIMARY KEY (`id`),
    INDEX `game_fi_345554` (`home_id`),
    INDEX `game_fi_19396b` (`away_id`),
    CONSTRAINT `game_fk_345554`
        FOREIGN KEY (`home_id`)
        REFERENCES `team` (`id`)
        ON DELETE CASCADE,
    CONSTRAINT `game_fk_19396b`
        FOREIGN KEY (`away_id`)
        REFERENCES `team` (`id`)
        ON DELETE CASCADE
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- game_part
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `game_part`;

CREATE TABLE `game_part`
(
    `game_id` INTEGER NOT NULL,
    `part` INTEGER NOT NULL,
    `minutes` INTEGER DEFAULT 45 NOT NULL,
    PRIMARY KEY (`game_id`,`part`),
    CONSTRAINT `game_part_fk_3cbcd5`
        FOREIGN KEY (`game_id`)
        REFERENCES `game` (`id`)
        ON DELETE CASCADE
) ENGINE=InnoDB COMMENT='Has a key of two columns, of which one is a foreign key.';

-- ---------------------------------------------------------------------
-- goal
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `goal`;

CREATE TABLE `goal`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `game_id` INTEGER NOT NULL,
    `part` INTEGER NOT NULL,
    `scorer_id` INTEGER,
    PRIMARY KEY (`id`),
    INDEX `goal_fi_f6f36c` (`game_id`, `part`),
    INDEX `goal_fi_6866f7` (`scorer_id`),
    CONSTRAINT `goal_fk_f6f36c`
        FOREIGN KEY (`game_id`,`part`)
        REFERENCES `game_part` (`game_id`,`part`)
        ON UPDATE CASCADE
        ON DELETE CASCADE,
    CONSTRAINT `goal_fk_6866f7`
        FOREIGN KEY (`scorer_id`)
        REFERENCES `player` (`id`)
) ENGINE=InnoDB COMMENT='Refers to a key of two columns.';

-- ---------------------------------------------------------------------
-- player_card
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `player_card`;

CREATE TABLE `player_card`
(
    `player_id` INTEGER NOT NULL,
    `color` VARCHAR(20),
    PRIMARY KEY (`player_id`),
    CONSTRAINT `player_card_fk_97a1b7`
        FOREIGN KEY (`player_id`)
        REFERENCES `player` (`id`)
        ON DELETE CASCADE
) ENGINE=InnoDB COMMENT='One for each player.';

-- ---------------------------------------------------------------------
-- country
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `country`;

CREATE TABLE `country`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `code` VARCHAR(2) NOT NULL,
    PRIMARY KEY (`id`),
    UNIQUE INDEX `country_u_4db226` (`code`)
) ENGINE=InnoDB COMMENT='Referenced by a column that is not its key.';

-- ---------------------------------------------------------------------
-- stadium
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `stadium`;

CREATE TABLE `stadium`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `country_code` VARCHAR(2),
    PRIMARY KEY (`id`),
    INDEX `stadium_fi_15f196` (`country_code`),
    CONSTRAINT `stadium_fk_15f196`
        FOREIGN KEY (`country_code`)
        REFERENCES `country` (`code`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- remark
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `remark`;

CREATE TABLE `remark`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `text` VARCHAR(200),
    `target_type` VARCHAR(20),
    `target_id` INTEGER,
    PRIMARY KEY (`id`),
    INDEX `remark_fi_f4706e` (`target_id`)
) ENGINE=InnoDB COMMENT='Polymorphic: about a team or a player.';

-- ---------------------------------------------------------------------
-- skill
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `skill`;

CREATE TABLE `skill`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `name` VARCHAR(50),
    PRIMARY KEY (`id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- player_skill
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `player_skill`;

CREATE TABLE `player_skill`
(
    `player_id` INTEGER NOT NULL,
    `skill_id` INTEGER NOT NULL,
    PRIMARY KEY (`player_id`,`skill_id`),
    INDEX `player_skill_fi_e367ab` (`skill_id`),
    CONSTRAINT `player_skill_fk_97a1b7`
        FOREIGN KEY (`player_id`)
        REFERENCES `player` (`id`)
        ON DELETE CASCADE,
    CONSTRAINT `player_skill_fk_e367ab`
        FOREIGN KEY (`skill_id`)
        REFERENCES `skill` (`id`)
        ON DELETE CASCADE
) ENGINE=InnoDB COMMENT='Many-to-many.';

-- ---------------------------------------------------------------------
-- sponsor
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `sponsor`;

CREATE TABLE `sponsor`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `name` VARCHAR(50),
    PRIMARY KEY (`id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- team_sponsor
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `team_sponsor`;

CREATE TABLE `team_sponsor`
(
    `team_id` INTEGER NOT NULL,
    `sponsor_id` INTEGER NOT NULL,
    `amount` DECIMAL(10,2),
    PRIMARY KEY (`team_id`,`sponsor_id`),
    INDEX `team_sponsor_fi_b78c3d` (`sponsor_id`),
    CONSTRAINT `team_sponsor_fk_f0e437`
        FOREIGN KEY (`team_id`)
        REFERENCES `team` (`id`)
        ON DELETE CASCADE,
    CONSTRAINT `team_sponsor_fk_b78c3d`
        FOREIGN KEY (`sponsor_id`)
        REFERENCES `sponsor` (`id`)
        ON DELETE CASCADE
) ENGINE=InnoDB COMMENT='Many-to-many with a payload.';

-- ---------------------------------------------------------------------
-- friendship
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `friendship`;

CREATE TABLE `friendship`
(
    `left_id` INTEGER NOT NULL,
    `right_id` INTEGER NOT NULL,
    PRIMARY KEY (`left_id`,`right_id`),
    INDEX `friendship_fi_27d4e4` (`right_id`),
    CONSTRAINT `friendship_fk_3e5c91`
        FOREIGN KEY (`left_id`)
        REFERENCES `player` (`id`)
        ON DELETE CASCADE,
    CONSTRAINT `friendship_fk_27d4e4`
        FOREIGN KEY (`right_id`)
        REFERENCES `player` (`id`)
        ON DELETE CASCADE
) ENGINE=InnoDB COMMENT='Many-to-many of one table with itself.';

-- ---------------------------------------------------------------------
-- position
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `position`;

CREATE TABLE `position`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `name` VARCHAR(50),
    PRIMARY KEY (`id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- lineup
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `lineup`;

CREATE TABLE `lineup`
(
    `team_id` INTEGER NOT NULL,
    `member_id` INTEGER NOT NULL,
    `position_id` INTEGER NOT NULL,
    `year` INTEGER NOT NULL,
    PRIMARY KEY (`team_id`,`member_id`,`position_id`,`year`),
    INDEX `lineup_fi_c642b8` (`member_id`),
    INDEX `lineup_fi_85bb05` (`position_id`),
    CONSTRAINT `lineup_fk_f0e437`
        FOREIGN KEY (`team_id`)
        REFERENCES `team` (`id`)
        ON DELETE CASCADE,
    CONSTRAINT `lineup_fk_c642b8`
        FOREIGN KEY (`member_id`)
        REFERENCES `player` (`id`)
        ON DELETE CASCADE,
    CONSTRAINT `lineup_fk_85bb05`
        FOREIGN KEY (`position_id`)
        REFERENCES `position` (`id`)
        ON DELETE CASCADE
) ENGINE=InnoDB COMMENT='Many-to-many of three tables, with the year in the key.';

-- ---------------------------------------------------------------------
-- log_line
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `log_line`;

CREATE TABLE `log_line`
(
    `text` VARCHAR(200),
    `player_id` INTEGER,
    INDEX `log_line_fi_97a1b7` (`player_id`),
    CONSTRAINT `log_line_fk_97a1b7`
        FOREIGN KEY (`player_id`)
        REFERENCES `player` (`id`)
        ON DELETE CASCADE
) ENGINE=InnoDB COMMENT='Has no key.';

-- ---------------------------------------------------------------------
-- prize
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `prize`;

CREATE TABLE `prize`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `kind` VARCHAR(20),
    `awarded` TIMESTAMP NULL DEFAULT CURRENT_TIMESTAMP,
    `winner_id` INTEGER,
    PRIMARY KEY (`id`),
    INDEX `prize_fi_a49a19` (`winner_id`),
    CONSTRAINT `prize_fk_a49a19`
        FOREIGN KEY (`winner_id`)
        REFERENCES `team` (`id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- kit
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `kit`;

CREATE TABLE `kit`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `a_char` CHAR(3),
    `a_varchar` VARCHAR(50) DEFAULT 'it''s',
    `a_longvarchar` TEXT,
    `a_clob` LONGTEXT,
    `a_numeric` DECIMAL(10,2),
    `a_decimal` DECIMAL(10,2),
    `a_tinyint` TINYINT,
    `a_smallint` SMALLINT,
    `a_integer` INTEGER DEFAULT 7 NOT NULL,
    `a_bigint` BIGINT,
    `a_counter` BIGINT,
    `a_real` DOUBLE,
    `a_float` FLOAT,
    `a_double` DOUBLE DEFAULT 1.5,
    `a_binary` BINARY(4),
    `a_varbinary` MEDIUMBLOB,
    `a_longvarbinary` LONGBLOB,
    `a_blob` BLOB,
    `a_date` DATE DEFAULT '2001-02-03',
    `a_time` TIME,
    `a_datetime` DATETIME,
    `a_timestamp` TIMESTAMP NULL,
    `a_boolean` TINYINT(1) DEFAULT 1,
    `is_emulated` TINYINT(1),
    `an_enum` TINYINT DEFAULT 1,
    `size_class` TINYINT,
    `colors` INT DEFAULT 6,
    `labels` TEXT,
    `an_object` MEDIUMBLOB,
    `a_json` JSON,
    `a_uuid` UUID,
    `a_uuid_binary` BINARY(16),
    `an_instance` VARCHAR(50),
    PRIMARY KEY (`id`)
) ENGINE=InnoDB COMMENT='Every column type.';

SET FOREIGN_KEY_CHECKS = 1;
