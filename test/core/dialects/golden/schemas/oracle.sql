-- schemas (oracle), written by orm sql:build

ALTER SESSION SET NLS_DATE_FORMAT='YYYY-MM-DD';

ALTER SESSION SET NLS_TIMESTAMP_FORMAT='YYYY-MM-DD HH24:MI:SS';

-- ---------------------------------------------------------------------
-- Author
-- ---------------------------------------------------------------------

DROP TABLE Author CASCADE CONSTRAINTS;

DROP SEQUENCE Author_SEQ;

CREATE TABLE Author
(
    Id NUMBER NOT NULL
);

ALTER TABLE Author ADD CONSTRAINT Author_pk PRIMARY KEY (Id);

CREATE SEQUENCE Author_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- book
-- ---------------------------------------------------------------------

DROP TABLE book CASCADE CONSTRAINTS;

DROP SEQUENCE book_SEQ;

CREATE TABLE book
(
    id NUMBER NOT NULL,
    author_id NUMBER,
    next_id NUMBER
)
INITRANS 4
STORAGE ( MAXEXTENTS 99 PCTINCREASE 0 );

ALTER TABLE book ADD CONSTRAINT book_pk PRIMARY KEY (id);

CREATE SEQUENCE book_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- Foreign keys
-- ---------------------------------------------------------------------

ALTER TABLE book ADD CONSTRAINT book_fk_ea464c
    FOREIGN KEY (author_id) REFERENCES Author (Id);

ALTER TABLE book ADD CONSTRAINT book_fk_191033
    FOREIGN KEY (next_id) REFERENCES book (id);
