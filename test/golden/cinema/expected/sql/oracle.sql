-- cinema (oracle), written by orm sql:build

ALTER SESSION SET NLS_DATE_FORMAT='YYYY-MM-DD';

ALTER SESSION SET NLS_TIMESTAMP_FORMAT='YYYY-MM-DD HH24:MI:SS';

-- ---------------------------------------------------------------------
-- director
-- ---------------------------------------------------------------------

DROP TABLE director CASCADE CONSTRAINTS;

DROP SEQUENCE director_SEQ;

CREATE TABLE director
(
    id NUMBER NOT NULL,
    name NVARCHAR2(100) NOT NULL,
    email NVARCHAR2(100)
);

ALTER TABLE director ADD CONSTRAINT director_pk PRIMARY KEY (id);

CREATE SEQUENCE director_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- film
-- ---------------------------------------------------------------------

DROP TABLE film CASCADE CONSTRAINTS;

DROP SEQUENCE film_SEQ;

CREATE TABLE film
(
    id NUMBER NOT NULL,
    title NVARCHAR2(100) NOT NULL,
    minutes NUMBER DEFAULT 0,
    state NUMBER(3,0),
    tags NVARCHAR2(2000),
    genres NUMBER,
    poster BLOB,
    opened DATE,
    director_id NUMBER,
    producer_id NUMBER
);

ALTER TABLE film ADD CONSTRAINT film_pk PRIMARY KEY (id);

CREATE SEQUENCE film_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- film_sheet
-- ---------------------------------------------------------------------

DROP TABLE film_sheet CASCADE CONSTRAINTS;

CREATE TABLE film_sheet
(
    film_id NUMBER NOT NULL,
    text NVARCHAR2(200)
);

ALTER TABLE film_sheet ADD CONSTRAINT film_sheet_pk PRIMARY KEY (film_id);

-- ---------------------------------------------------------------------
-- viewer
-- ---------------------------------------------------------------------

DROP TABLE viewer CASCADE CONSTRAINTS;

DROP SEQUENCE viewer_SEQ;

CREATE TABLE viewer
(
    id NUMBER NOT NULL,
    nick NVARCHAR2(50)
);

ALTER TABLE viewer ADD CONSTRAINT viewer_pk PRIMARY KEY (id);

CREATE SEQUENCE viewer_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- film_viewer
-- ---------------------------------------------------------------------

DROP TABLE film_viewer CASCADE CONSTRAINTS;

CREATE TABLE film_viewer
(
    film_id NUMBER NOT NULL,
    viewer_id NUMBER NOT NULL
);

ALTER TABLE film_viewer ADD CONSTRAINT film_viewer_pk PRIMARY KEY (film_id,viewer_id);

-- ---------------------------------------------------------------------
-- notice
-- ---------------------------------------------------------------------

DROP TABLE notice CASCADE CONSTRAINTS;

DROP SEQUENCE notice_SEQ;

CREATE TABLE notice
(
    id NUMBER NOT NULL,
    film_id NUMBER NOT NULL,
    stars NUMBER,
    kind NUMBER
);

ALTER TABLE notice ADD CONSTRAINT notice_pk PRIMARY KEY (id);

CREATE SEQUENCE notice_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- Foreign keys
-- ---------------------------------------------------------------------

ALTER TABLE film ADD CONSTRAINT film_fk_2cc047
    FOREIGN KEY (director_id) REFERENCES director (id)
    ON DELETE CASCADE;

ALTER TABLE film ADD CONSTRAINT film_fk_66fbf3
    FOREIGN KEY (producer_id) REFERENCES director (id)
    ON DELETE SET NULL;

ALTER TABLE film_sheet ADD CONSTRAINT film_sheet_fk_a37b5a
    FOREIGN KEY (film_id) REFERENCES film (id);

ALTER TABLE film_viewer ADD CONSTRAINT film_viewer_fk_a37b5a
    FOREIGN KEY (film_id) REFERENCES film (id);

ALTER TABLE film_viewer ADD CONSTRAINT film_viewer_fk_e3f3e1
    FOREIGN KEY (viewer_id) REFERENCES viewer (id);

ALTER TABLE notice ADD CONSTRAINT notice_fk_a37b5a
    FOREIGN KEY (film_id) REFERENCES film (id)
    ON DELETE CASCADE;
