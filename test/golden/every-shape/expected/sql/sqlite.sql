-- league (sqlite), written by orm sql:build

PRAGMA foreign_keys = OFF;

-- ---------------------------------------------------------------------
-- team
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [team];

-- Mutual with player, referenced twice by game.
CREATE TABLE [team]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [name] VARCHAR(100) NOT NULL,
    [captain_id] INTEGER,
    FOREIGN KEY ([captain_id]) REFERENCES [player] ([id])
        ON DELETE SET NULL
);

-- ---------------------------------------------------------------------
-- player
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [player];

CREATE TABLE [player]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [name] VARCHAR(100) DEFAULT 'Nobody' NOT NULL,
    [team_id] INTEGER,
    FOREIGN KEY ([team_id]) REFERENCES [team] ([id])
        ON DELETE SET NULL
);

-- ---------------------------------------------------------------------
-- category
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [category];

-- Refers to itself.
CREATE TABLE [category]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [name] VARCHAR(100),
    [parent_id] INTEGER,
    FOREIGN KEY ([parent_id]) REFERENCES [category] ([id])
        ON DELETE CASCADE
);

-- ---------------------------------------------------------------------
-- game
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [game];

CREATE TABLE [game]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [home_id] INTEGER NOT NULL,
    [away_id] INTEGER NOT NULL,
    FOREIGN KEY ([home_id]) REFERENCES [team] ([id])
        ON DELETE CASCADE,
    FOREIGN KEY ([away_id]) REFERENCES [team] ([id])
        ON DELETE CASCADE
);

-- ---------------------------------------------------------------------
-- game_part
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [game_part];

-- Has a key of two columns, of which one is a foreign key.
CREATE TABLE [game_part]
(
    [game_id] INTEGER NOT NULL,
    [part] INTEGER NOT NULL,
    [minutes] INTEGER DEFAULT 45 NOT NULL,
    PRIMARY KEY ([game_id],[part]),
    FOREIGN KEY ([game_id]) REFERENCES [game] ([id])
        ON DELETE CASCADE
);

-- ---------------------------------------------------------------------
-- goal
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [goal];

-- Refers to a key of two columns.
CREATE TABLE [goal]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [game_id] INTEGER NOT NULL,
    [part] INTEGER NOT NULL,
    [scorer_id] INTEGER,
    FOREIGN KEY ([game_id],[part]) REFERENCES [game_part] ([game_id],[part])
        ON UPDATE CASCADE
        ON DELETE CASCADE,
    FOREIGN KEY ([scorer_id]) REFERENCES [player] ([id])
);

-- ---------------------------------------------------------------------
-- player_card
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [player_card];

-- One for each player.
CREATE TABLE [player_card]
(
    [player_id] INTEGER NOT NULL,
    [color] VARCHAR(20),
    PRIMARY KEY ([player_id]),
    FOREIGN KEY ([player_id]) REFERENCES [player] ([id])
        ON DELETE CASCADE
);

-- ---------------------------------------------------------------------
-- country
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [country];

-- Referenced by a column that is not its key.
CREATE TABLE [country]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [code] VARCHAR(2) NOT NULL,
    UNIQUE ([code])
);

-- ---------------------------------------------------------------------
-- stadium
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [stadium];

CREATE TABLE [stadium]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [country_code] VARCHAR(2),
    FOREIGN KEY ([country_code]) REFERENCES [country] ([code])
);

-- ---------------------------------------------------------------------
-- remark
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [remark];

-- Polymorphic: about a team or a player.
CREATE TABLE [remark]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [text] VARCHAR(200),
    [target_type] VARCHAR(20),
    [target_id] INTEGER
);

-- ---------------------------------------------------------------------
-- skill
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [skill];

CREATE TABLE [skill]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [name] VARCHAR(50)
);

-- ---------------------------------------------------------------------
-- player_skill
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [player_skill];

-- Many-to-many.
CREATE TABLE [player_skill]
(
    [player_id] INTEGER NOT NULL,
    [skill_id] INTEGER NOT NULL,
    PRIMARY KEY ([player_id],[skill_id]),
    FOREIGN KEY ([player_id]) REFERENCES [player] ([id])
        ON DELETE CASCADE,
    FOREIGN KEY ([skill_id]) REFERENCES [skill] ([id])
        ON DELETE CASCADE
);

-- ---------------------------------------------------------------------
-- sponsor
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [sponsor];

CREATE TABLE [sponsor]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [name] VARCHAR(50)
);

-- ---------------------------------------------------------------------
-- team_sponsor
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [team_sponsor];

-- Many-to-many with a payload.
CREATE TABLE [team_sponsor]
(
    [team_id] INTEGER NOT NULL,
    [sponsor_id] INTEGER NOT NULL,
    [amount] DECIMAL(10,2),
    PRIMARY KEY ([team_id],[sponsor_id]),
    FOREIGN KEY ([team_id]) REFERENCES [team] ([id])
        ON DELETE CASCADE,
    FOREIGN KEY ([sponsor_id]) REFERENCES [sponsor] ([id])
        ON DELETE CASCADE
);

-- ---------------------------------------------------------------------
-- friendship
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [friendship];

-- Many-to-many of one table with itself.
CREATE TABLE [friendship]
(
    [left_id] INTEGER NOT NULL,
    [right_id] INTEGER NOT NULL,
    PRIMARY KEY ([left_id],[right_id]),
    FOREIGN KEY ([left_id]) REFERENCES [player] ([id])
        ON DELETE CASCADE,
    FOREIGN KEY ([right_id]) REFERENCES [player] ([id])
        ON DELETE CASCADE
);

-- ---------------------------------------------------------------------
-- position
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [position];

CREATE TABLE [position]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [name] VARCHAR(50)
);

-- ---------------------------------------------------------------------
-- lineup
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [lineup];

-- Many-to-many of three tables, with the year in the key.
CREATE TABLE [lineup]
(
    [team_id] INTEGER NOT NULL,
    [member_id] INTEGER NOT NULL,
    [position_id] INTEGER NOT NULL,
    [year] INTEGER NOT NULL,
    PRIMARY KEY ([team_id],[member_id],[position_id],[year]),
    FOREIGN KEY ([team_id]) REFERENCES [team] ([id])
        ON DELETE CASCADE,
    FOREIGN KEY ([member_id]) REFERENCES [player] ([id])
        ON DELETE CASCADE,
    FOREIGN KEY ([position_id]) REFERENCES [position] ([id])
        ON DELETE CASCADE
);

-- ---------------------------------------------------------------------
-- log_line
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [log_line];

-- Has no key.
CREATE TABLE [log_line]
(
    [text] VARCHAR(200),
    [player_id] INTEGER,
    FOREIGN KEY ([player_id]) REFERENCES [player] ([id])
        ON DELETE CASCADE
);

-- ---------------------------------------------------------------------
-- prize
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [prize];

CREATE TABLE [prize]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [kind] VARCHAR(20),
    [awarded] TIMESTAMP DEFAULT (datetime(CURRENT_TIMESTAMP, 'localtime')),
    [winner_id] INTEGER,
    FOREIGN KEY ([winner_id]) REFERENCES [team] ([id])
);

-- ---------------------------------------------------------------------
-- kit
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [kit];

-- Every column type.
CREATE TABLE [kit]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [a_char] CHAR(3),
    [a_varchar] VARCHAR(50) DEFAULT 'it''s',
    [a_longvarchar] MEDIUMTEXT,
    [a_clob] LONGTEXT,
    [a_numeric] DECIMAL(10,2),
    [a_decimal] DECIMAL(10,2),
    [a_tinyint] TINYINT,
    [a_smallint] SMALLINT,
    [a_integer] INTEGER DEFAULT 7 NOT NULL,
    [a_bigint] BIGINT,
    [a_counter] BIGINT,
    [a_real] REAL,
    [a_float] FLOAT,
    [a_double] DOUBLE DEFAULT 1.5,
    [a_binary] BLOB,
    [a_varbinary] MEDIUMBLOB,
    [a_longvarbinary] LONGBLOB,
    [a_blob] BLOB,
    [a_date] DATETIME DEFAULT '2001-02-03',
    [a_time] TIME,
    [a_datetime] DATETIME,
    [a_timestamp] TIMESTAMP,
    [a_boolean] INTEGER DEFAULT 1,
    [is_emulated] INTEGER,
    [an_enum] TINYINT DEFAULT 1,
    [size_class] TINYINT,
    [colors] INT DEFAULT 6,
    [labels] MEDIUMTEXT,
    [an_object] BLOB,
    [a_json] TEXT,
    [a_uuid] BLOB,
    [a_uuid_binary] BLOB,
    [an_instance] VARCHAR(50)
);

PRAGMA foreign_keys = ON;
