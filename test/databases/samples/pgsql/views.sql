CREATE TABLE book (id serial PRIMARY KEY, title text NOT NULL, price numeric(8,2), author_id integer);
CREATE TABLE author (id serial PRIMARY KEY, name text);
CREATE VIEW cheap AS SELECT id, title FROM book WHERE price < 10;
CREATE VIEW cheap_a AS SELECT * FROM cheap WHERE title LIKE 'A%' WITH CHECK OPTION;
CREATE VIEW by_author (author, books) AS SELECT a.name, count(*) FROM author a JOIN book b ON b.author_id = a.id GROUP BY a.name;
CREATE RECURSIVE VIEW numbers (n) AS VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < 5;
CREATE MATERIALIZED VIEW totals AS SELECT author_id, sum(price) AS total FROM book GROUP BY author_id;
CREATE UNIQUE INDEX totals_author ON totals (author_id);
COMMENT ON VIEW cheap IS 'Below ten';
