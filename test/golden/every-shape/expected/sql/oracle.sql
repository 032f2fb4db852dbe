-- league (oracle), written by orm sql:build

ALTER SESSION SET NLS_DATE_FORMAT='YYYY-MM-DD';

ALTER SESSION SET NLS_TIMESTAMP_FORMAT='YYYY-MM-DD HH24:MI:SS';

-- ---------------------------------------------------------------------
-- team
-- ---------------------------------------------------------------------

DROP TABLE team CASCADE CONSTRAINTS;

DROP SEQUENCE team_SEQ;

CREATE TABLE team
(
    id NUMBER NOT NULL,
    name NVARCHAR2(100) NOT NULL,
    captain_id NUMBER
);

COMMENT ON TABLE team IS 'Mutual with player, referenced twice by game.';

ALTER TABLE team ADD CONSTRAINT team_pk PRIMARY KEY (id);

CREATE SEQUENCE team_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- player
-- ---------------------------------------------------------------------

DROP TABLE player CASCADE CONSTRAINTS;

DROP SEQUENCE player_SEQ;

CREATE TABLE player
(
    id NUMBER NOT NULL,
    name NVARCHAR2(100) DEFAULT 'Nobody' NOT NULL,
    team_id NUMBER
);

ALTER TABLE player ADD CONSTRAINT player_pk PRIMARY KEY (id);

CREATE SEQUENCE player_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- category
-- ---------------------------------------------------------------------

DROP TABLE category CASCADE CONSTRAINTS;

DROP SEQUENCE category_SEQ;

CREATE TABLE category
(
    id NUMBER NOT NULL,
    name NVARCHAR2(100),
    parent_id NUMBER
);

COMMENT ON TABLE category IS 'Refers to itself.';

ALTER TABLE category ADD CONSTRAINT category_pk PRIMARY KEY (id);

CREATE SEQUENCE category_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- game
-- ---------------------------------------------------------------------

DROP TABLE game CASCADE CONSTRAINTS;

DROP SEQUENCE game_SEQ;

CREATE TABLE game
(
    id NUMBER NOT NULL,
    home_id NUMBER NOT NULL,
    away_id NUMBER NOT NULL
);

ALTER TABLE game ADD CONSTRAINT game_pk PRIMARY KEY (id);

CREATE SEQUENCE game_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- game_part
-- ---------------------------------------------------------------------

DROP TABLE game_part CASCADE CONSTRAINTS;

CREATE TABLE game_part
(
    game_id NUMBER NOT NULL,
    part NUMBER NOT NULL,
    minutes NUMBER DEFAULT 45 NOT NULL
);

COMMENT ON TABLE game_part IS 'Has a key of two columns, of which one is a foreign key.';

ALTER TABLE game_part ADD CONSTRAINT game_part_pk PRIMARY KEY (game_id,part);

-- ---------------------------------------------------------------------
-- goal
-- ---------------------------------------------------------------------

DROP TABLE goal CASCADE CONSTRAINTS;

DROP SEQUENCE goal_SEQ;

CREATE TABLE goal
(
    id NUMBER NOT NULL,
    game_id NUMBER NOT NULL,
    part NUMBER NOT NULL,
    scorer_id NUMBER
);

COMMENT ON TABLE goal IS 'Refers to a key of two columns.';

ALTER TABLE goal ADD CONSTRAINT goal_pk PRIMARY KEY (id);

CREATE SEQUENCE goal_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- player_card
-- ---------------------------------------------------------------------

DROP TABLE player_card CASCADE CONSTRAINTS;

CREATE TABLE player_card
(
    player_id NUMBER NOT NULL,
    color NVARCHAR2(20)
);

COMMENT ON TABLE player_card IS 'One for each player.';

ALTER TABLE player_card ADD CONSTRAINT player_card_pk PRIMARY KEY (player_id);

-- ---------------------------------------------------------------------
-- country
-- ---------------------------------------------------------------------

DROP TABLE country CASCADE CONSTRAINTS;

DROP SEQUENCE country_SEQ;

CREATE TABLE country
(
    id NUMBER NOT NULL,
    code NVARCHAR2(2) NOT NULL,
    CONSTRAINT country_u_4db226 UNIQUE (code)
);

COMMENT ON TABLE country IS 'Referenced by a column that is not its key.';

ALTER TABLE country ADD CONSTRAINT country_pk PRIMARY KEY (id);

CREATE SEQUENCE country_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- stadium
-- ---------------------------------------------------------------------

DROP TABLE stadium CASCADE CONSTRAINTS;

DROP SEQUENCE stadium_SEQ;

CREATE TABLE stadium
(
    id NUMBER NOT NULL,
    country_code NVARCHAR2(2)
);

ALTER TABLE stadium ADD CONSTRAINT stadium_pk PRIMARY KEY (id);

CREATE SEQUENCE stadium_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- remark
-- ---------------------------------------------------------------------

DROP TABLE remark CASCADE CONSTRAINTS;

DROP SEQUENCE remark_SEQ;

CREATE TABLE remark
(
    id NUMBER NOT NULL,
    text NVARCHAR2(200),
    target_type NVARCHAR2(20),
    target_id NUMBER
);

COMMENT ON TABLE remark IS 'Polymorphic: about a team or a player.';

ALTER TABLE remark ADD CONSTRAINT remark_pk PRIMARY KEY (id);

CREATE SEQUENCE remark_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- skill
-- ---------------------------------------------------------------------

DROP TABLE skill CASCADE CONSTRAINTS;

DROP SEQUENCE skill_SEQ;

CREATE TABLE skill
(
    id NUMBER NOT NULL,
    name NVARCHAR2(50)
);

ALTER TABLE skill ADD CONSTRAINT skill_pk PRIMARY KEY (id);

CREATE SEQUENCE skill_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- player_skill
-- ---------------------------------------------------------------------

DROP TABLE player_skill CASCADE CONSTRAINTS;

CREATE TABLE player_skill
(
    player_id NUMBER NOT NULL,
    skill_id NUMBER NOT NULL
);

COMMENT ON TABLE player_skill IS 'Many-to-many.';

ALTER TABLE player_skill ADD CONSTRAINT player_skill_pk PRIMARY KEY (player_id,skill_id);

-- ---------------------------------------------------------------------
-- sponsor
-- ---------------------------------------------------------------------

DROP TABLE sponsor CASCADE CONSTRAINTS;

DROP SEQUENCE sponsor_SEQ;

CREATE TABLE sponsor
(
    id NUMBER NOT NULL,
    name NVARCHAR2(50)
);

ALTER TABLE sponsor ADD CONSTRAINT sponsor_pk PRIMARY KEY (id);

CREATE SEQUENCE sponsor_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- team_sponsor
-- ---------------------------------------------------------------------

DROP TABLE team_sponsor CASCADE CONSTRAINTS;

CREATE TABLE team_sponsor
(
    team_id NUMBER NOT NULL,
    sponsor_id NUMBER NOT NULL,
    amount NUMBER(10,2)
);

COMMENT ON TABLE team_sponsor IS 'Many-to-many with a payload.';

ALTER TABLE team_sponsor ADD CONSTRAINT team_sponsor_pk PRIMARY KEY (team_id,sponsor_id);

-- ---------------------------------------------------------------------
-- friendship
-- ---------------------------------------------------------------------

DROP TABLE friendship CASCADE CONSTRAINTS;

CREATE TABLE friendship
(
    left_id NUMBER NOT NULL,
    right_id NUMBER NOT NULL
);

COMMENT ON TABLE friendship IS 'Many-to-many of one table with itself.';

ALTER TABLE friendship ADD CONSTRAINT friendship_pk PRIMARY KEY (left_id,right_id);

-- ---------------------------------------------------------------------
-- position
-- ---------------------------------------------------------------------

DROP TABLE position CASCADE CONSTRAINTS;

DROP SEQUENCE position_SEQ;

CREATE TABLE position
(
    id NUMBER NOT NULL,
    name NVARCHAR2(50)
);

ALTER TABLE position ADD CONSTRAINT position_pk PRIMARY KEY (id);

CREATE SEQUENCE position_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- lineup
-- ---------------------------------------------------------------------

DROP TABLE lineup CASCADE CONSTRAINTS;

CREATE TABLE lineup
(
    team_id NUMBER NOT NULL,
    member_id NUMBER NOT NULL,
    position_id NUMBER NOT NULL,
    year NUMBER NOT NULL
);

COMMENT ON TABLE lineup IS 'Many-to-many of three tables, with the year in the key.';

ALTER TABLE lineup ADD CONSTRAINT lineup_pk PRIMARY KEY (team_id,member_id,position_id,year);

-- ---------------------------------------------------------------------
-- log_line
-- ---------------------------------------------------------------------

DROP TABLE log_line CASCADE CONSTRAINTS;

CREATE TABLE log_line
(
    text NVARCHAR2(200),
    player_id NUMBER
);

COMMENT ON TABLE log_line IS 'Has no key.';

-- ---------------------------------------------------------------------
-- prize
-- ---------------------------------------------------------------------

DROP TABLE prize CASCADE CONSTRAINTS;

DROP SEQUENCE prize_SEQ;

CREATE TABLE prize
(
    id NUMBER NOT NULL,
    kind NVARCHAR2(20),
    awarded TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    winner_id NUMBER
);

ALTER TABLE prize ADD CONSTRAINT prize_pk PRIMARY KEY (id);

CREATE SEQUENCE prize_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- kit
-- ---------------------------------------------------------------------

DROP TABLE kit CASCADE CONSTRAINTS;

DROP SEQUENCE kit_SEQ;

CREATE TABLE kit
(
    id NUMBER NOT NULL,
    a_char CHAR(3),
    a_varchar NVARCHAR2(50) DEFAULT 'it''s',
    a_longvarchar NVARCHAR2(2000),
    a_clob CLOB,
    a_numeric NUMBER(10,2),
    a_decimal NUMBER(10,2),
    a_tinyint NUMBER(3,0),
    a_smallint NUMBER(5,0),
    a_integer NUMBER DEFAULT 7 NOT NULL,
    a_bigint NUMBER(20,0),
    a_counter NUMBER(20,0),
    a_real NUMBER,
    a_float FLOAT,
    a_double FLOAT DEFAULT 1.5,
    a_binary RAW(4),
    a_varbinary BLOB,
    a_longvarbinary BLOB,
    a_blob BLOB,
    a_date DATE DEFAULT DATE '2001-02-03',
    a_time DATE,
    a_datetime TIMESTAMP,
    a_timestamp TIMESTAMP,
    a_boolean NUMBER(1,0) DEFAULT 1,
    is_emulated NUMBER(1,0),
    an_enum NUMBER(3,0) DEFAULT 1,
    size_class NUMBER(3,0),
    colors NUMBER DEFAULT 6,
    labels NVARCHAR2(2000),
    an_object BLOB,
    a_json CLOB,
    a_uuid RAW(16),
    a_uuid_binary RAW(16),
    an_instance NVARCHAR2(50)
);

COMMENT ON TABLE kit IS 'Every column type.';

ALTER TABLE kit ADD CONSTRAINT kit_pk PRIMARY KEY (id);

CREATE SEQUENCE kit_SEQ
    INCREMENT BY 1 START WITH 1 NOMAXVALUE NOCYCLE NOCACHE ORDER;

-- ---------------------------------------------------------------------
-- Foreign keys
-- ---------------------------------------------------------------------

ALTER TABLE team ADD CONSTRAINT team_fk_2459ca
    FOREIGN KEY (captain_id) REFERENCES player (id)
    ON DELETE SET NULL;

ALTER TABLE player ADD CONSTRAINT player_fk_f0e437
    FOREIGN KEY (team_id) REFERENCES team (id)
    ON DELETE SET NULL;

ALTER TABLE category ADD CONSTRAINT category_fk_6acc7d
    FOREIGN KEY (parent_id) REFERENCES category (id)
    ON DELETE CASCADE;

ALTER TABLE game ADD CONSTRAINT game_fk_345554
    FOREIGN KEY (home_id) REFERENCES team (id)
    ON DELETE CASCADE;

ALTER TABLE game ADD CONSTRAINT game_fk_19396b
    FOREIGN KEY (away_id) REFERENCES team (id)
    ON DELETE CASCADE;

ALTER TABLE game_part ADD CONSTRAINT game_part_fk_3cbcd5
    FOREIGN KEY (game_id) REFERENCES game (id)
    ON DELETE CASCADE;

ALTER TABLE goal ADD CONSTRAINT goal_fk_f6f36c
    FOREIGN KEY (game_id,part) REFERENCES game_part (game_id,part)
    ON DELETE CASCADE;

ALTER TABLE goal ADD CONSTRAINT goal_fk_6866f7
    FOREIGN KEY (scorer_id) REFERENCES player (id);

ALTER TABLE player_card ADD CONSTRAINT player_card_fk_97a1b7
    FOREIGN KEY (player_id) REFERENCES player (id)
    ON DELETE CASCADE;

ALTER TABLE stadium ADD CONSTRAINT stadium_fk_15f196
    FOREIGN KEY (country_code) REFERENCES country (code);

ALTER TABLE player_skill ADD CONSTRAINT player_skill_fk_97a1b7
    FOREIGN KEY (player_id) REFERENCES player (id)
    ON DELETE CASCADE;

ALTER TABLE player_skill ADD CONSTRAINT player_skill_fk_e367ab
    FOREIGN KEY (skill_id) REFERENCES skill (id)
    ON DELETE CASCADE;

ALTER TABLE team_sponsor ADD CONSTRAINT team_sponsor_fk_f0e437
    FOREIGN KEY (team_id) REFERENCES team (id)
    ON DELETE CASCADE;

ALTER TABLE team_sponsor ADD CONSTRAINT team_sponsor_fk_b78c3d
    FOREIGN KEY (sponsor_id) REFERENCES sponsor (id)
    ON DELETE CASCADE;

ALTER TABLE friendship ADD CONSTRAINT friendship_fk_3e5c91
    FOREIGN KEY (left_id) REFERENCES player (id)
    ON DELETE CASCADE;

ALTER TABLE friendship ADD CONSTRAINT friendship_fk_27d4e4
    FOREIGN KEY (right_id) REFERENCES player (id)
    ON DELETE CASCADE;

ALTER TABLE lineup ADD CONSTRAINT lineup_fk_f0e437
    FOREIGN KEY (team_id) REFERENCES team (id)
    ON DELETE CASCADE;

ALTER TABLE lineup ADD CONSTRAINT lineup_fk_c642b8
    FOREIGN KEY (member_id) REFERENCES player (id)
    ON DELETE CASCADE;

ALTER TABLE lineup ADD CONSTRAINT lineup_fk_85bb05
    FOREIGN KEY (position_id) REFERENCES position (id)
    ON DELETE CASCADE;

ALTER TABLE log_line ADD CONSTRAINT log_line_fk_97a1b7
    FOREIGN KEY (player_id) REFERENCES player (id)
    ON DELETE CASCADE;

ALTER TABLE prize ADD CONSTRAINT prize_fk_a49a19
    FOREIGN KEY (winner_id) REFERENCES team (id);
