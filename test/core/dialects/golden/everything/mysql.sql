-- everything (mysql), written by orm sql:build

SET FOREIGN_KEY_CHECKS = 0;

-- ---------------------------------------------------------------------
-- every_type
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `every_type`;

CREATE TABLE `every_type`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `c_char` CHAR(10) COMMENT 'It''s; C:\\temp 😀',
    `c_char_one` CHAR,
    `c_varchar` VARCHAR(200),
    `c_varchar_any` VARCHAR(255),
    `c_longvarchar` TEXT,
    `c_clob` LONGTEXT,
    `c_numeric` DECIMAL(30,10),
    `c_decimal` DECIMAL(18,0),
    `c_tinyint` TINYINT,
    `c_smallint` SMALLINT,
    `c_integer` INTEGER,
    `c_bigint` BIGINT,
    `c_real` DOUBLE,
    `c_float` FLOAT,
    `c_double` DOUBLE,
    `c_binary` BINARY(4),
    `c_varbinary` MEDIUMBLOB,
    `c_longvarbinary` LONGBLOB,
    `c_blob` BLOB,
    `c_date` DATE,
    `c_time` TIME,
    `c_datetime` DATETIME,
    `c_datetime_six` DATETIME(6),
    `c_timestamp` TIMESTAMP NULL,
    `c_timestamp_three` TIMESTAMP(3) NULL,
    `c_boolean` TINYINT(1),
    `c_boolean_emu` TINYINT(1),
    `c_enum` TINYINT,
    `c_set` INT,
    `c_array` TEXT,
    `c_object` MEDIUMBLOB,
    `c_json` JSON,
    `c_geometry` GEOMETRY,
    `c_uuid` BINARY(16),
    `c_uuid_binary` BINARY(16),
    `c_own` CHAR(7),
    PRIMARY KEY (`id`)
) ENGINE=InnoDB COMMENT='It''s one column for each type:
C:\\temp; -- 😀';

-- ---------------------------------------------------------------------
-- every_default
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `every_default`;

CREATE TABLE `every_default`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `d_none` VARCHAR(20),
    `d_char` CHAR(3) DEFAULT 'abc',
    `d_varchar` VARCHAR(60) DEFAULT 'it''s "C:\\temp" 😀' NOT NULL,
    `d_empty` VARCHAR(20) DEFAULT '',
    `d_numeric` DECIMAL(10,2) DEFAULT -1.50,
    `d_tinyint` TINYINT DEFAULT 0,
    `d_smallint` SMALLINT DEFAULT -32768,
    `d_integer` INTEGER DEFAULT 2147483647 NOT NULL,
    `d_bigint` BIGINT DEFAULT -9223372036854775807,
    `d_double` DOUBLE DEFAULT 0.25,
    `d_binary` BINARY(3) DEFAULT X'612762',
    `d_date` DATE DEFAULT '2001-02-03',
    `d_time` TIME DEFAULT '23:59:58',
    `d_datetime` DATETIME DEFAULT '2001-02-03 04:05:06',
    `d_timestamp` TIMESTAMP NOT NULL DEFAULT '2001-02-03 04:05:06',
    `d_true` TINYINT(1) DEFAULT 1 NOT NULL,
    `d_false` TINYINT(1) DEFAULT 0,
    `d_emu` TINYINT(1) DEFAULT 1,
    `d_enum` TINYINT DEFAULT 2,
    `d_set` INT DEFAULT 5,
    `d_uuid` BINARY(16) DEFAULT X'66774455001122338899aabbccddeeff',
    `d_uuid_binary` BINARY(16) DEFAULT X'66774455001122338899aabbccddeeff',
    `x_now` TIMESTAMP NULL DEFAULT CURRENT_TIMESTAMP,
    `x_now_call` DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    `x_now_digits` DATETIME(3) NULL DEFAULT CURRENT_TIMESTAMP(3),
    `x_update` TIMESTAMP NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
    `x_today` DATE DEFAULT (CURRENT_DATE),
    `x_sum` INTEGER DEFAULT (1 + 2),
    `x_literal` INTEGER DEFAULT 42,
    `t_required` TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (`id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- auto_tiny
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `auto_tiny`;

CREATE TABLE `auto_tiny`
(
    `id` TINYINT NOT NULL AUTO_INCREMENT,
    PRIMARY KEY (`id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- auto_big
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `auto_big`;

CREATE TABLE `auto_big`
(
    `id` BIGINT NOT NULL AUTO_INCREMENT,
    PRIMARY KEY (`id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- auto_composite
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `auto_composite`;

CREATE TABLE `auto_composite`
(
    `area` INTEGER NOT NULL,
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    PRIMARY KEY (`id`,`area`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- auto_named
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `auto_named`;

CREATE TABLE `auto_named`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    PRIMARY KEY (`id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- auto_shared
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `auto_shared`;

CREATE TABLE `auto_shared`
(
    `id` BIGINT NOT NULL AUTO_INCREMENT,
    PRIMARY KEY (`id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- no_auto
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `no_auto`;

CREATE TABLE `no_auto`
(
    `id` VARCHAR(40) NOT NULL,
    PRIMARY KEY (`id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- no_key
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `no_key`;

CREATE TABLE `no_key`
(
    `x` INTEGER
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- keys
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `keys`;

CREATE TABLE `keys`
(
    `a` INTEGER NOT NULL,
    `b` VARCHAR(20) NOT NULL,
    `c` VARCHAR(100) NOT NULL,
    `d` VARCHAR(100) NOT NULL,
    `e` TEXT,
    `f` INTEGER UNSIGNED,
    PRIMARY KEY (`a`,`b`),
    UNIQUE INDEX `keys_u_8d6095` (`c`),
    UNIQUE INDEX `keys_named` (`d`, `c`),
    INDEX `keys_i_3bfd7d` (`d`(10)),
    INDEX `keys_two` (`b`, `d`),
    FULLTEXT INDEX `keys_words` (`e`(20))
) ENGINE=InnoDB CHARACTER SET='utf8mb4' COLLATE='utf8mb4_bin' ROW_FORMAT=DYNAMIC;

-- ---------------------------------------------------------------------
-- master
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `master`;

CREATE TABLE `master`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `code` VARCHAR(10) NOT NULL,
    `label` VARCHAR(30) NOT NULL,
    PRIMARY KEY (`id`),
    UNIQUE INDEX `master_u_4db226` (`code`),
    INDEX `i_referenced_child_fk_2e5c56_1` (`label`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- child
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `child`;

CREATE TABLE `child`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `none_id` INTEGER,
    `cascade_id` INTEGER NOT NULL,
    `null_id` INTEGER,
    `restrict_id` INTEGER,
    `noaction_id` INTEGER,
    `default_id` INTEGER DEFAULT 1,
    `master_code` VARCHAR(10),
    `master_label` VARCHAR(30),
    `virtual_id` INTEGER,
    `target_kind` VARCHAR(20),
    `target_id` INTEGER,
    `keys_a` INTEGER,
    `keys_b` VARCHAR(20) CHARACTER SET 'utf8mb4' COLLATE 'utf8mb4_bin',
    PRIMARY KEY (`id`),
    INDEX `child_fi_b5c45c` (`none_id`),
    INDEX `child_fi_6e2292` (`cascade_id`),
    INDEX `child_fi_1783e4` (`null_id`),
    INDEX `child_fi_66a924` (`restrict_id`),
    INDEX `child_fi_3c7920` (`noaction_id`),
    INDEX `child_fi_245cec` (`default_id`),
    INDEX `fi_ld_code` (`master_code`),
    INDEX `child_fi_2e5c56` (`master_label`),
    INDEX `child_fi_a4f324` (`virtual_id`),
    INDEX `child_fi_3fb68c` (`target_id`),
    INDEX `child_fi_a99d65` (`keys_a`, `keys_b`),
    CONSTRAINT `child_fk_b5c45c`
        FOREIGN KEY (`none_id`)
        REFERENCES `master` (`id`),
    CONSTRAINT `child_fk_6e2292`
        FOREIGN KEY (`cascade_id`)
        REFERENCES `master` (`id`)
        ON UPDATE CASCADE
        ON DELETE CASCADE,
    CONSTRAINT `child_fk_1783e4`
        FOREIGN KEY (`null_id`)
        REFERENCES `master` (`id`)
        ON UPDATE SET NULL
        ON DELETE SET NULL,
    CONSTRAINT `child_fk_66a924`
        FOREIGN KEY (`restrict_id`)
        REFERENCES `master` (`id`)
        ON UPDATE RESTRICT
        ON DELETE RESTRICT,
    CONSTRAINT `child_fk_3c7920`
        FOREIGN KEY (`noaction_id`)
        REFERENCES `master` (`id`)
        ON UPDATE NO ACTION
        ON DELETE NO ACTION,
    CONSTRAINT `child_fk_245cec`
        FOREIGN KEY (`default_id`)
        REFERENCES `master` (`id`),
    CONSTRAINT `child_code`
        FOREIGN KEY (`master_code`)
        REFERENCES `master` (`code`)
        ON DELETE CASCADE,
    CONSTRAINT `child_fk_2e5c56`
        FOREIGN KEY (`master_label`)
        REFERENCES `master` (`label`)
        ON UPDATE CASCADE,
    CONSTRAINT `child_fk_a99d65`
        FOREIGN KEY (`keys_a`,`keys_b`)
        REFERENCES `keys` (`a`,`b`)
        ON DELETE CASCADE
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- chicken
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `chicken`;

CREATE TABLE `chicken`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `egg_id` INTEGER,
    PRIMARY KEY (`id`),
    INDEX `chicken_fi_da993c` (`egg_id`),
    CONSTRAINT `chicken_fk_da993c`
        FOREIGN KEY (`egg_id`)
        REFERENCES `egg` (`id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- egg
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `egg`;

CREATE TABLE `egg`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `chicken_id` INTEGER,
    `previous_id` INTEGER,
    PRIMARY KEY (`id`),
    INDEX `egg_fi_c3afe6` (`chicken_id`),
    INDEX `egg_fi_44aceb` (`previous_id`),
    CONSTRAINT `egg_fk_c3afe6`
        FOREIGN KEY (`chicken_id`)
        REFERENCES `chicken` (`id`)
        ON DELETE CASCADE,
    CONSTRAINT `egg_fk_44aceb`
        FOREIGN KEY (`previous_id`)
        REFERENCES `egg` (`id`)
        ON DELETE SET NULL
) ENGINE=InnoDB;

SET FOREIGN_KEY_CHECKS = 1;
