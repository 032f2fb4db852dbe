-- text_defaults (oracle), written by orm sql:build

ALTER SESSION SET NLS_DATE_FORMAT='YYYY-MM-DD';

ALTER SESSION SET NLS_TIMESTAMP_FORMAT='YYYY-MM-DD HH24:MI:SS';

-- ---------------------------------------------------------------------
-- text_defaults
-- ---------------------------------------------------------------------

DROP TABLE text_defaults CASCADE CONSTRAINTS;

DROP SEQUENCE text_defaults_SEQ;

CREATE TABLE text_defaults
(
    id NUMBER NOT NULL,
    d_longvarchar NVARCHAR2(2000) DEFAULT 'it''s long',
    d_clob CLOB DEFAULT '漢字',
    d_array NVARCHAR2(2000) DEFAULT '| a | b |',
    d_json CLOB DEFAULT '{"a": "it''s"}',
    x_call NVARCHAR2(255) DEFAULT lower('ABC')
);

ALTER TABLE text_defaults ADD CONSTRAINT text_defaults_pk PRIMARY KEY (id);

CREATE SEQUENCE text_defaults_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;
