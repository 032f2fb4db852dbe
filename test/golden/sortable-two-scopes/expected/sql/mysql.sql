-- bookstore (mysql), written by orm sql:build

SET FOREIGN_KEY_CHECKS = 0;

-- ---------------------------------------------------------------------
-- member
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `member`;

CREATE TABLE `member`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `name` VARCHAR(50),
    PRIMARY KEY (`id`)
) ENGINE=InnoDB;

-- ---------------------------------------------------------------------
-- task
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS `task`;

CREATE TABLE `task`
(
    `id` INTEGER NOT NULL AUTO_INCREMENT,
    `title` VARCHAR(100) NOT NULL,
    `member_id` INTEGER,
    `sortable_rank` INTEGER,
    `project_id` INTEGER,
    PRIMARY KEY (`id`),
    UNIQUE INDEX `task_u_a98231` (`member_id`, `project_id`, `sortable_rank`),
    CONSTRAINT `task_fk_672062`
        FOREIGN KEY (`member_id`)
        REFERENCES `member` (`id`)
        ON DELETE SET NULL
) ENGINE=InnoDB;

CREATE TABLE IF NOT EXISTS `orm_list_lock` (id INTEGER UNSIGNED NOT NULL PRIMARY KEY, revision BIGINT UNSIGNED NOT NULL DEFAULT 0) ENGINE=InnoDB;

SET FOREIGN_KEY_CHECKS = 1;
