-- shop (oracle), written by orm migration:diff from schema.xml
-- orm: up
-- rows without a value stop this: SELECT * FROM author WHERE name IS NULL
-- rows with equal values stop this: SELECT name, COUNT(*) FROM author GROUP BY name HAVING COUNT(*) > 1
ALTER TABLE book DROP CONSTRAINT book_fk_ea464c;
DROP TABLE gone; -- the rows of gone are lost
DROP SEQUENCE gone_SEQ;
ALTER TABLE author DROP CONSTRAINT author_email;
DROP INDEX book_once;
DROP INDEX book_price;
ALTER TABLE tag DROP CONSTRAINT tag_pk;
ALTER TABLE loan RENAME TO rental;
ALTER INDEX book_pages RENAME TO book_many_pages;
ALTER INDEX loan_i_20aabe RENAME TO rental_i_20aabe;
ALTER TABLE rental RENAME CONSTRAINT loan_fk_23450f TO rental_fk_23450f;
ALTER TABLE rental RENAME CONSTRAINT loan_pk TO rental_pk;
RENAME loan_SEQ TO rental_SEQ;
CREATE TABLE shelf
(
    id NUMBER NOT NULL,
    book_id NUMBER
);
ALTER TABLE shelf ADD CONSTRAINT shelf_pk PRIMARY KEY (id);
CREATE SEQUENCE shelf_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;
ALTER TABLE author MODIFY (name NVARCHAR2(80) NOT NULL, email DEFAULT NULL);
ALTER TABLE author ADD (born DATE);
COMMENT ON TABLE author IS 'Who writes, or draws';
COMMENT ON COLUMN author.name IS 'As printed';
ALTER TABLE book RENAME COLUMN title TO name;
ALTER TABLE book MODIFY (price NUMBER(10,2) DEFAULT 2.5, pages DEFAULT NULL NULL);
ALTER TABLE book ADD (isbn NVARCHAR2(24) DEFAULT '?' NOT NULL);
ALTER TABLE book DROP (old); -- the values of old are lost
ALTER TABLE tag ADD CONSTRAINT tag_pk PRIMARY KEY (book_id,word);
ALTER TABLE author ADD CONSTRAINT author_name UNIQUE (name);
CREATE INDEX book_isbn ON book (isbn);
CREATE INDEX book_lower ON book ((lower(isbn)));
ALTER TABLE book ADD CONSTRAINT book_once UNIQUE (name,id);
ALTER TABLE book ADD CONSTRAINT book_fk_ea464c
    FOREIGN KEY (author_id) REFERENCES author (id)
    ON DELETE SET NULL;
ALTER TABLE tag ADD CONSTRAINT tag_fk_23450f
    FOREIGN KEY (book_id) REFERENCES book (id);
ALTER TABLE shelf ADD CONSTRAINT shelf_fk_23450f
    FOREIGN KEY (book_id) REFERENCES book (id);

-- orm: down
ALTER TABLE book DROP CONSTRAINT book_fk_ea464c;
ALTER TABLE tag DROP CONSTRAINT tag_fk_23450f;
DROP TABLE shelf; -- the rows of shelf are lost
DROP SEQUENCE shelf_SEQ;
ALTER TABLE author DROP CONSTRAINT author_name;
DROP INDEX book_isbn;
DROP INDEX book_lower;
ALTER TABLE book DROP CONSTRAINT book_once;
ALTER TABLE tag DROP CONSTRAINT tag_pk;
ALTER TABLE rental RENAME TO loan;
ALTER INDEX book_many_pages RENAME TO book_pages;
ALTER INDEX rental_i_20aabe RENAME TO loan_i_20aabe;
ALTER TABLE loan RENAME CONSTRAINT rental_fk_23450f TO loan_fk_23450f;
ALTER TABLE loan RENAME CONSTRAINT rental_pk TO loan_pk;
RENAME rental_SEQ TO loan_SEQ;
CREATE TABLE gone
(
    id NUMBER NOT NULL,
    book_id NUMBER
);
ALTER TABLE gone ADD CONSTRAINT gone_pk PRIMARY KEY (id);
CREATE SEQUENCE gone_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;
ALTER TABLE author MODIFY (name NVARCHAR2(50) NULL, email DEFAULT 'none');
ALTER TABLE author DROP (born); -- the values of born are lost
COMMENT ON TABLE author IS 'Who writes';
COMMENT ON COLUMN author.name IS '';
ALTER TABLE book RENAME COLUMN name TO title;
ALTER TABLE book MODIFY (price NUMBER DEFAULT 1, pages DEFAULT 1 NOT NULL);
ALTER TABLE book ADD (old DATE DEFAULT DATE '2020-01-01');
ALTER TABLE book DROP (isbn); -- the values of isbn are lost
ALTER TABLE tag ADD CONSTRAINT tag_pk PRIMARY KEY (book_id);
ALTER TABLE author ADD CONSTRAINT author_email UNIQUE (email);
CREATE UNIQUE INDEX book_once ON book (title DESC,id);
CREATE INDEX book_price ON book (price);
ALTER TABLE book ADD CONSTRAINT book_fk_ea464c
    FOREIGN KEY (author_id) REFERENCES author (id)
    ON DELETE CASCADE;
ALTER TABLE gone ADD CONSTRAINT gone_fk_23450f
    FOREIGN KEY (book_id) REFERENCES book (id);
