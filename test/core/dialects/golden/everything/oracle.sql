-- everything (oracle), written by orm sql:build

ALTER SESSION SET NLS_DATE_FORMAT='YYYY-MM-DD';

ALTER SESSION SET NLS_TIMESTAMP_FORMAT='YYYY-MM-DD HH24:MI:SS';

-- ---------------------------------------------------------------------
-- every_type
-- ---------------------------------------------------------------------

DROP TABLE every_type CASCADE CONSTRAINTS;

DROP SEQUENCE every_type_SEQ;

CREATE TABLE every_type
(
    id NUMBER NOT NULL,
    c_char CHAR(10),
    c_char_one CHAR,
    c_varchar NVARCHAR2(200),
    c_varchar_any NVARCHAR2(255),
    c_longvarchar NVARCHAR2(2000),
    c_clob CLOB,
    c_numeric NUMBER(30,10),
    c_decimal NUMBER(18,0),
    c_tinyint NUMBER(3,0),
    c_smallint NUMBER(5,0),
    c_integer NUMBER,
    c_bigint NUMBER(20,0),
    c_real NUMBER,
    c_float FLOAT,
    c_double FLOAT,
    c_binary RAW(4),
    c_varbinary BLOB,
    c_longvarbinary BLOB,
    c_blob BLOB,
    c_date DATE,
    c_time DATE,
    c_datetime TIMESTAMP,
    c_datetime_six TIMESTAMP(6),
    c_timestamp TIMESTAMP,
    c_timestamp_three TIMESTAMP(3),
    c_boolean NUMBER(1,0),
    c_boolean_emu NUMBER(1,0),
    c_enum NUMBER(3,0),
    c_set NUMBER,
    c_array NVARCHAR2(2000),
    c_object BLOB,
    c_json CLOB,
    c_geometry SDO_GEOMETRY,
    c_uuid RAW(16),
    c_uuid_binary RAW(16),
    c_own CHAR(7)
);

COMMENT ON TABLE every_type IS 'It''s one column for each type:
C:\temp; -- 😀';

COMMENT ON COLUMN every_type.c_char IS 'It''s; C:\temp 😀';

ALTER TABLE every_type ADD CONSTRAINT every_type_pk PRIMARY KEY (id);

CREATE SEQUENCE every_type_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- every_default
-- ---------------------------------------------------------------------

DROP TABLE every_default CASCADE CONSTRAINTS;

DROP SEQUENCE every_default_SEQ;

CREATE TABLE every_default
(
    id NUMBER NOT NULL,
    d_none NVARCHAR2(20),
    d_char CHAR(3) DEFAULT 'abc',
    d_varchar NVARCHAR2(60) DEFAULT 'it''s "C:\temp" 😀' NOT NULL,
    d_empty NVARCHAR2(20) DEFAULT '',
    d_numeric NUMBER(10,2) DEFAULT -1.50,
    d_tinyint NUMBER(3,0) DEFAULT 0,
    d_smallint NUMBER(5,0) DEFAULT -32768,
    d_integer NUMBER DEFAULT 2147483647 NOT NULL,
    d_bigint NUMBER(20,0) DEFAULT -9223372036854775807,
    d_double FLOAT DEFAULT 0.25,
    d_binary RAW(3) DEFAULT HEXTORAW('612762'),
    d_date DATE DEFAULT DATE '2001-02-03',
    d_time DATE DEFAULT TO_DATE('1970-01-01 23:59:58', 'YYYY-MM-DD HH24:MI:SS'),
    d_datetime TIMESTAMP DEFAULT TIMESTAMP '2001-02-03 04:05:06',
    d_timestamp TIMESTAMP DEFAULT TIMESTAMP '2001-02-03 04:05:06' NOT NULL,
    d_true NUMBER(1,0) DEFAULT 1 NOT NULL,
    d_false NUMBER(1,0) DEFAULT 0,
    d_emu NUMBER(1,0) DEFAULT 1,
    d_enum NUMBER(3,0) DEFAULT 2,
    d_set NUMBER DEFAULT 5,
    d_uuid RAW(16) DEFAULT HEXTORAW('66774455001122338899aabbccddeeff'),
    d_uuid_binary RAW(16) DEFAULT HEXTORAW('66774455001122338899aabbccddeeff'),
    x_now TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    x_now_call TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL,
    x_now_digits TIMESTAMP(3) DEFAULT CURRENT_TIMESTAMP,
    x_update TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    x_today DATE DEFAULT TRUNC(CURRENT_DATE),
    x_sum NUMBER DEFAULT 1 + 2,
    x_literal NUMBER DEFAULT 42,
    t_required TIMESTAMP NOT NULL
);

ALTER TABLE every_default ADD CONSTRAINT every_default_pk PRIMARY KEY (id);

CREATE SEQUENCE every_default_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- auto_tiny
-- ---------------------------------------------------------------------

DROP TABLE auto_tiny CASCADE CONSTRAINTS;

DROP SEQUENCE auto_tiny_SEQ;

CREATE TABLE auto_tiny
(
    id NUMBER(3,0) NOT NULL
);

ALTER TABLE auto_tiny ADD CONSTRAINT auto_tiny_pk PRIMARY KEY (id);

CREATE SEQUENCE auto_tiny_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- auto_big
-- ---------------------------------------------------------------------

DROP TABLE auto_big CASCADE CONSTRAINTS;

DROP SEQUENCE auto_big_SEQ;

CREATE TABLE auto_big
(
    id NUMBER(20,0) NOT NULL
);

ALTER TABLE auto_big ADD CONSTRAINT auto_big_pk PRIMARY KEY (id);

CREATE SEQUENCE auto_big_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- auto_composite
-- ---------------------------------------------------------------------

DROP TABLE auto_composite CASCADE CONSTRAINTS;

DROP SEQUENCE auto_composite_SEQ;

CREATE TABLE auto_composite
(
    area NUMBER NOT NULL,
    id NUMBER NOT NULL
);

ALTER TABLE auto_composite ADD CONSTRAINT auto_composite_pk PRIMARY KEY (area,id);

CREATE SEQUENCE auto_composite_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- auto_named
-- ---------------------------------------------------------------------

DROP TABLE auto_named CASCADE CONSTRAINTS;

DROP SEQUENCE Shared_Numbers;

CREATE TABLE auto_named
(
    id NUMBER NOT NULL
);

ALTER TABLE auto_named ADD CONSTRAINT auto_named_pk PRIMARY KEY (id);

CREATE SEQUENCE Shared_Numbers
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- auto_shared
-- ---------------------------------------------------------------------

DROP TABLE auto_shared CASCADE CONSTRAINTS;

CREATE TABLE auto_shared
(
    id NUMBER(20,0) NOT NULL
);

ALTER TABLE auto_shared ADD CONSTRAINT auto_shared_pk PRIMARY KEY (id);

-- ---------------------------------------------------------------------
-- no_auto
-- ---------------------------------------------------------------------

DROP TABLE no_auto CASCADE CONSTRAINTS;

CREATE TABLE no_auto
(
    id NVARCHAR2(40) NOT NULL
);

ALTER TABLE no_auto ADD CONSTRAINT no_auto_pk PRIMARY KEY (id);

-- ---------------------------------------------------------------------
-- no_key
-- ---------------------------------------------------------------------

DROP TABLE no_key CASCADE CONSTRAINTS;

CREATE TABLE no_key
(
    x NUMBER
);

-- ---------------------------------------------------------------------
-- keys
-- ---------------------------------------------------------------------

DROP TABLE keys CASCADE CONSTRAINTS;

CREATE TABLE keys
(
    a NUMBER NOT NULL,
    b NVARCHAR2(20) NOT NULL,
    c NVARCHAR2(100) NOT NULL,
    d NVARCHAR2(100) NOT NULL,
    e NVARCHAR2(2000),
    f NUMBER,
    CONSTRAINT keys_u_8d6095 UNIQUE (c),
    CONSTRAINT keys_named UNIQUE (d,c)
)
PCTFREE 20
STORAGE ( MINEXTENTS 1 )
TABLESPACE users;

ALTER TABLE keys ADD CONSTRAINT keys_pk PRIMARY KEY (a,b)
USING INDEX
TABLESPACE keys;

CREATE INDEX keys_i_8d47be ON keys (d);

CREATE INDEX keys_two ON keys (b,d);

CREATE INDEX keys_words ON keys (e);

-- ---------------------------------------------------------------------
-- master
-- ---------------------------------------------------------------------

DROP TABLE master CASCADE CONSTRAINTS;

DROP SEQUENCE master_SEQ;

CREATE TABLE master
(
    id NUMBER NOT NULL,
    code NVARCHAR2(10) NOT NULL,
    label NVARCHAR2(30) NOT NULL,
    CONSTRAINT master_u_4db226 UNIQUE (code),
    CONSTRAINT master_u_0af68e UNIQUE (label)
);

ALTER TABLE master ADD CONSTRAINT master_pk PRIMARY KEY (id);

CREATE SEQUENCE master_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- child
-- ---------------------------------------------------------------------

DROP TABLE child CASCADE CONSTRAINTS;

DROP SEQUENCE child_SEQ;

CREATE TABLE child
(
    id NUMBER NOT NULL,
    none_id NUMBER,
    cascade_id NUMBER NOT NULL,
    null_id NUMBER,
    restrict_id NUMBER,
    noaction_id NUMBER,
    default_id NUMBER DEFAULT 1,
    master_code NVARCHAR2(10),
    master_label NVARCHAR2(30),
    virtual_id NUMBER,
    target_kind NVARCHAR2(20),
    target_id NUMBER,
    keys_a NUMBER,
    keys_b NVARCHAR2(20)
);

ALTER TABLE child ADD CONSTRAINT child_pk PRIMARY KEY (id);

CREATE SEQUENCE child_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- chicken
-- ---------------------------------------------------------------------

DROP TABLE chicken CASCADE CONSTRAINTS;

DROP SEQUENCE chicken_SEQ;

CREATE TABLE chicken
(
    id NUMBER NOT NULL,
    egg_id NUMBER
);

ALTER TABLE chicken ADD CONSTRAINT chicken_pk PRIMARY KEY (id);

CREATE SEQUENCE chicken_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- egg
-- ---------------------------------------------------------------------

DROP TABLE egg CASCADE CONSTRAINTS;

DROP SEQUENCE egg_SEQ;

CREATE TABLE egg
(
    id NUMBER NOT NULL,
    chicken_id NUMBER,
    previous_id NUMBER
);

ALTER TABLE egg ADD CONSTRAINT egg_pk PRIMARY KEY (id);

CREATE SEQUENCE egg_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- Foreign keys
-- ---------------------------------------------------------------------

ALTER TABLE child ADD CONSTRAINT child_fk_b5c45c
    FOREIGN KEY (none_id) REFERENCES master (id);

ALTER TABLE child ADD CONSTRAINT child_fk_6e2292
    FOREIGN KEY (cascade_id) REFERENCES master (id)
    ON DELETE CASCADE;

ALTER TABLE child ADD CONSTRAINT child_fk_1783e4
    FOREIGN KEY (null_id) REFERENCES master (id)
    ON DELETE SET NULL;

ALTER TABLE child ADD CONSTRAINT child_fk_66a924
    FOREIGN KEY (restrict_id) REFERENCES master (id);

ALTER TABLE child ADD CONSTRAINT child_fk_3c7920
    FOREIGN KEY (noaction_id) REFERENCES master (id);

ALTER TABLE child ADD CONSTRAINT child_fk_245cec
    FOREIGN KEY (default_id) REFERENCES master (id);

ALTER TABLE child ADD CONSTRAINT child_code
    FOREIGN KEY (master_code) REFERENCES master (code)
    ON DELETE CASCADE;

ALTER TABLE child ADD CONSTRAINT child_fk_2e5c56
    FOREIGN KEY (master_label) REFERENCES master (label);

ALTER TABLE child ADD CONSTRAINT child_fk_a99d65
    FOREIGN KEY (keys_a,keys_b) REFERENCES keys (a,b)
    ON DELETE CASCADE;

ALTER TABLE chicken ADD CONSTRAINT chicken_fk_da993c
    FOREIGN KEY (egg_id) REFERENCES egg (id);

ALTER TABLE egg ADD CONSTRAINT egg_fk_c3afe6
    FOREIGN KEY (chicken_id) REFERENCES chicken (id)
    ON DELETE CASCADE;

ALTER TABLE egg ADD CONSTRAINT egg_fk_44aceb
    FOREIGN KEY (previous_id) REFERENCES egg (id)
    ON DELETE SET NULL;
