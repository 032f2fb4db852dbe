-- bookstore (oracle), written by orm sql:build

ALTER SESSION SET NLS_DATE_FORMAT='YYYY-MM-DD';

ALTER SESSION SET NLS_TIMESTAMP_FORMAT='YYYY-MM-DD HH24:MI:SS';

-- ---------------------------------------------------------------------
-- author
-- ---------------------------------------------------------------------

DROP TABLE author CASCADE CONSTRAINTS;

DROP SEQUENCE author_SEQ;

CREATE TABLE author
(
    id NUMBER NOT NULL,
    full_name NVARCHAR2(120) NOT NULL,
    email NVARCHAR2(128) NOT NULL,
    CONSTRAINT author_u_ce4c89 UNIQUE (email)
);

COMMENT ON TABLE author IS 'Writers';

COMMENT ON COLUMN author.full_name IS 'Name on the cover';

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
    title NVARCHAR2(255) NOT NULL,
    style NUMBER(3,0) DEFAULT 1 NOT NULL,
    in_print NUMBER(1,0) DEFAULT 1 NOT NULL,
    price NUMBER(10,2),
    created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    author_id NUMBER NOT NULL
);

ALTER TABLE book ADD CONSTRAINT book_pk PRIMARY KEY (id);

CREATE SEQUENCE book_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

CREATE INDEX book_i_639136 ON book (title);

-- ---------------------------------------------------------------------
-- Foreign keys
-- ---------------------------------------------------------------------

ALTER TABLE book ADD CONSTRAINT book_fk_ea464c
    FOREIGN KEY (author_id) REFERENCES author (id)
    ON DELETE CASCADE;
