CREATE TABLE book (id INT AUTO_INCREMENT PRIMARY KEY, title VARCHAR(100) NOT NULL, price DECIMAL(8,2), author_id INT);
CREATE TABLE author (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(50));
CREATE VIEW cheap AS SELECT id, title FROM book WHERE price < 10;
CREATE VIEW cheap_a AS SELECT * FROM cheap WHERE title LIKE 'A%' WITH CHECK OPTION;
CREATE VIEW by_author (author, books) AS SELECT a.name, count(*) FROM author a JOIN book b ON b.author_id = a.id GROUP BY a.name;
CREATE ALGORITHM=MERGE SQL SECURITY INVOKER VIEW merged AS SELECT id FROM author;
