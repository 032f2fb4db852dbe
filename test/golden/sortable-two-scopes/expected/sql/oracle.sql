-- bookstore (oracle), written by orm sql:build

ALTER SESSION SET NLS_DATE_FORMAT='YYYY-MM-DD';

ALTER SESSION SET NLS_TIMESTAMP_FORMAT='YYYY-MM-DD HH24:MI:SS';

-- ---------------------------------------------------------------------
-- member
-- ---------------------------------------------------------------------

DROP TABLE member CASCADE CONSTRAINTS;

DROP SEQUENCE member_SEQ;

CREATE TABLE member
(
    id NUMBER NOT NULL,
    name NVARCHAR2(50)
);

ALTER TABLE member ADD CONSTRAINT member_pk PRIMARY KEY (id);

CREATE SEQUENCE member_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- task
-- ---------------------------------------------------------------------

DROP TABLE task CASCADE CONSTRAINTS;

DROP SEQUENCE task_SEQ;

CREATE TABLE task
(
    id NUMBER NOT NULL,
    title NVARCHAR2(100) NOT NULL,
    member_id NUMBER,
    sortable_rank NUMBER,
    project_id NUMBER,
    CONSTRAINT task_u_a98231 UNIQUE (member_id,project_id,sortable_rank)
);

ALTER TABLE task ADD CONSTRAINT task_pk PRIMARY KEY (id);

CREATE SEQUENCE task_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- Foreign keys
-- ---------------------------------------------------------------------

ALTER TABLE task ADD CONSTRAINT task_fk_672062
    FOREIGN KEY (member_id) REFERENCES member (id)
    ON DELETE SET NULL;
