CREATE TABLE `order` (id INT AUTO_INCREMENT PRIMARY KEY, `select` TEXT, `group` INT, `Key` VARCHAR(9));
CREATE TABLE `weird ``quoted`` name` (id INT PRIMARY KEY, `a-b` INT, `a b` INT, `ünï` INT, `x'y` VARCHAR(9) DEFAULT 'it''s', `100%` INT, `back\\slash` VARCHAR(9) DEFAULT 'a\\b');
CREATE TABLE a_table_whose_name_has_exactly_sixty_four_characters_in_it_okay_ (id INT PRIMARY KEY, a_column_whose_name_has_exactly_sixty_four_characters_in_it_okay INT);
CREATE INDEX `idx-odd` ON `order` (`group`, `Key`);
ALTER TABLE `order` ADD CONSTRAINT `fk odd` FOREIGN KEY (`group`) REFERENCES `weird ``quoted`` name` (id);
