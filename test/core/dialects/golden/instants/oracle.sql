-- shop (oracle), written by orm sql:build

ALTER SESSION SET NLS_DATE_FORMAT='YYYY-MM-DD';

ALTER SESSION SET NLS_TIMESTAMP_FORMAT='YYYY-MM-DD HH24:MI:SS';

-- ---------------------------------------------------------------------
-- visit
-- ---------------------------------------------------------------------

DROP TABLE visit CASCADE CONSTRAINTS;

DROP SEQUENCE visit_SEQ;

CREATE TABLE visit
(
    id NUMBER NOT NULL,
    seen_at TIMESTAMP WITH TIME ZONE DEFAULT CURRENT_TIMESTAMP NOT NULL,
    left_at TIMESTAMP(3) WITH TIME ZONE DEFAULT TIMESTAMP '2030-01-31 10:00:00 +00:00',
    made_in NUMBER(4,0) DEFAULT 1999
);

ALTER TABLE visit ADD CONSTRAINT visit_pk PRIMARY KEY (id);

CREATE SEQUENCE visit_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;
