CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT NOT NULL, price REAL, author_id INTEGER);
CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT);
CREATE VIEW cheap AS SELECT id, title FROM book WHERE price < 10;
CREATE VIEW cheap_a AS SELECT * FROM cheap WHERE title LIKE 'A%';
CREATE VIEW by_author (author, books) AS SELECT a.name, count(*) FROM author a JOIN book b ON b.author_id = a.id GROUP BY a.name;
CREATE VIEW counted AS WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 5) SELECT x FROM n;
CREATE TRIGGER cheap_insert INSTEAD OF INSERT ON cheap BEGIN INSERT INTO book (title, price) VALUES (new.title, 1); END;
