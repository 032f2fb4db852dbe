-- shop (oracle), written by orm sql:build

ALTER SESSION SET NLS_DATE_FORMAT='YYYY-MM-DD';

ALTER SESSION SET NLS_TIMESTAMP_FORMAT='YYYY-MM-DD HH24:MI:SS';

DROP TRIGGER book_trim;

DROP VIEW author_count;

DROP VIEW dear_book;

-- ---------------------------------------------------------------------
-- author
-- ---------------------------------------------------------------------

DROP TABLE author CASCADE CONSTRAINTS;

DROP SEQUENCE author_SEQ;

CREATE TABLE author
(
    id NUMBER NOT NULL,
    name NVARCHAR2(100)
);

ALTER TABLE author ADD CONSTRAINT author_pk PRIMARY KEY (id);

CREATE SEQUENCE author_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- book
-- ---------------------------------------------------------------------

DROP TABLE book CASCADE CONSTRAINTS;

DROP SEQUENCE book_SEQ;

CREATE TABLE book
(
    id NUMBER NOT NULL,
    title NVARCHAR2(100),
    price NUMBER,
    author_id NUMBER
);

ALTER TABLE book ADD CONSTRAINT book_pk PRIMARY KEY (id);

CREATE SEQUENCE book_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- Foreign keys
-- ---------------------------------------------------------------------

ALTER TABLE book ADD CONSTRAINT book_fk_ea464c
    FOREIGN KEY (author_id) REFERENCES author (id);

-- ---------------------------------------------------------------------
-- dear_book
-- ---------------------------------------------------------------------

CREATE VIEW dear_book AS
SELECT id, author_id FROM book WHERE price > 10 AND ROWNUM < 5;

-- ---------------------------------------------------------------------
-- author_count
-- ---------------------------------------------------------------------

CREATE VIEW author_count AS
SELECT author_id, COUNT(*) AS books FROM dear_book GROUP BY author_id;

COMMENT ON TABLE author_count IS 'How many; it''s
a count';

COMMENT ON COLUMN author_count.books IS 'Dear ones';

-- ---------------------------------------------------------------------
-- book_trim
-- ---------------------------------------------------------------------

CREATE TRIGGER book_trim BEFORE INSERT ON book FOR EACH ROW
BEGIN
  NULL;
END;
/
