-- everything (sqlite), written by orm sql:build

PRAGMA foreign_keys = OFF;

-- ---------------------------------------------------------------------
-- every_type
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [every_type];

-- It's one column for each type:
-- C:\temp; -- 😀
CREATE TABLE [every_type]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [c_char] CHAR(10),
    [c_char_one] CHAR,
    [c_varchar] VARCHAR(200),
    [c_varchar_any] VARCHAR(255),
    [c_longvarchar] MEDIUMTEXT,
    [c_clob] LONGTEXT,
    [c_numeric] DECIMAL(30,10),
    [c_decimal] DECIMAL(18,0),
    [c_tinyint] TINYINT,
    [c_smallint] SMALLINT,
    [c_integer] INTEGER,
    [c_bigint] BIGINT,
    [c_real] REAL,
    [c_float] FLOAT,
    [c_double] DOUBLE,
    [c_binary] BLOB,
    [c_varbinary] MEDIUMBLOB,
    [c_longvarbinary] LONGBLOB,
    [c_blob] BLOB,
    [c_date] DATETIME,
    [c_time] TIME,
    [c_datetime] DATETIME,
    [c_datetime_six] DATETIME,
    [c_timestamp] TIMESTAMP,
    [c_timestamp_three] TIMESTAMP,
    [c_boolean] INTEGER,
    [c_boolean_emu] INTEGER,
    [c_enum] TINYINT,
    [c_set] INT,
    [c_array] MEDIUMTEXT,
    [c_object] BLOB,
    [c_json] TEXT,
    [c_geometry] BLOB,
    [c_uuid] BLOB,
    [c_uuid_binary] BLOB,
    [c_own] CHAR(7)
);

-- ---------------------------------------------------------------------
-- every_default
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [every_default];

CREATE TABLE [every_default]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [d_none] VARCHAR(20),
    [d_char] CHAR(3) DEFAULT 'abc',
    [d_varchar] VARCHAR(60) DEFAULT 'it''s "C:\temp" 😀' NOT NULL,
    [d_empty] VARCHAR(20) DEFAULT '',
    [d_numeric] DECIMAL(10,2) DEFAULT -1.50,
    [d_tinyint] TINYINT DEFAULT 0,
    [d_smallint] SMALLINT DEFAULT -32768,
    [d_integer] INTEGER DEFAULT 2147483647 NOT NULL,
    [d_bigint] BIGINT DEFAULT -9223372036854775807,
    [d_double] DOUBLE DEFAULT 0.25,
    [d_binary] BLOB DEFAULT X'612762',
    [d_date] DATETIME DEFAULT '2001-02-03',
    [d_time] TIME DEFAULT '23:59:58',
    [d_datetime] DATETIME DEFAULT '2001-02-03 04:05:06',
    [d_timestamp] TIMESTAMP DEFAULT '2001-02-03 04:05:06' NOT NULL,
    [d_true] INTEGER DEFAULT 1 NOT NULL,
    [d_false] INTEGER DEFAULT 0,
    [d_emu] INTEGER DEFAULT 1,
    [d_enum] TINYINT DEFAULT 2,
    [d_set] INT DEFAULT 5,
    [d_uuid] BLOB DEFAULT '00112233-4455-6677-8899-aabbccddeeff',
    [d_uuid_binary] BLOB DEFAULT X'66774455001122338899aabbccddeeff',
    [x_now] TIMESTAMP DEFAULT (datetime(CURRENT_TIMESTAMP, 'localtime')),
    [x_now_call] DATETIME DEFAULT (datetime(CURRENT_TIMESTAMP, 'localtime')) NOT NULL,
    [x_now_digits] DATETIME DEFAULT (datetime(CURRENT_TIMESTAMP, 'localtime')),
    [x_update] TIMESTAMP DEFAULT (datetime(CURRENT_TIMESTAMP, 'localtime')),
    [x_today] DATETIME DEFAULT CURRENT_DATE,
    [x_sum] INTEGER DEFAULT (1 + 2),
    [x_literal] INTEGER DEFAULT 42,
    [t_required] TIMESTAMP NOT NULL
);

-- ---------------------------------------------------------------------
-- auto_tiny
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [auto_tiny];

CREATE TABLE [auto_tiny]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT
);

-- ---------------------------------------------------------------------
-- auto_big
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [auto_big];

CREATE TABLE [auto_big]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT
);

-- ---------------------------------------------------------------------
-- auto_composite
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [auto_composite];

CREATE TABLE [auto_composite]
(
    [area] INTEGER NOT NULL,
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    UNIQUE ([area],[id])
);

-- ---------------------------------------------------------------------
-- auto_named
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [auto_named];

CREATE TABLE [auto_named]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT
);

-- ---------------------------------------------------------------------
-- auto_shared
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [auto_shared];

CREATE TABLE [auto_shared]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT
);

-- ---------------------------------------------------------------------
-- no_auto
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [no_auto];

CREATE TABLE [no_auto]
(
    [id] VARCHAR(40) NOT NULL,
    PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- no_key
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [no_key];

CREATE TABLE [no_key]
(
    [x] INTEGER
);

-- ---------------------------------------------------------------------
-- keys
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [keys];

CREATE TABLE [keys]
(
    [a] INTEGER NOT NULL,
    [b] VARCHAR(20) NOT NULL,
    [c] VARCHAR(100) NOT NULL,
    [d] VARCHAR(100) NOT NULL,
    [e] MEDIUMTEXT,
    [f] INTEGER,
    PRIMARY KEY ([a],[b]),
    UNIQUE ([c]),
    CONSTRAINT [keys_named] UNIQUE ([d],[c])
);

CREATE INDEX [keys_i_8d47be] ON [keys] ([d]);

CREATE INDEX [keys_two] ON [keys] ([b],[d]);

CREATE INDEX [keys_words] ON [keys] ([e]);

-- ---------------------------------------------------------------------
-- master
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [master];

CREATE TABLE [master]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [code] VARCHAR(10) NOT NULL,
    [label] VARCHAR(30) NOT NULL,
    UNIQUE ([code]),
    UNIQUE ([label])
);

-- ---------------------------------------------------------------------
-- child
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [child];

CREATE TABLE [child]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [none_id] INTEGER,
    [cascade_id] INTEGER NOT NULL,
    [null_id] INTEGER,
    [restrict_id] INTEGER,
    [noaction_id] INTEGER,
    [default_id] INTEGER DEFAULT 1,
    [master_code] VARCHAR(10),
    [master_label] VARCHAR(30),
    [virtual_id] INTEGER,
    [target_kind] VARCHAR(20),
    [target_id] INTEGER,
    [keys_a] INTEGER,
    [keys_b] VARCHAR(20),
    FOREIGN KEY ([none_id]) REFERENCES [master] ([id]),
    FOREIGN KEY ([cascade_id]) REFERENCES [master] ([id])
        ON UPDATE CASCADE
        ON DELETE CASCADE,
    FOREIGN KEY ([null_id]) REFERENCES [master] ([id])
        ON UPDATE SET NULL
        ON DELETE SET NULL,
    FOREIGN KEY ([restrict_id]) REFERENCES [master] ([id])
        ON UPDATE RESTRICT
        ON DELETE RESTRICT,
    FOREIGN KEY ([noaction_id]) REFERENCES [master] ([id])
        ON UPDATE NO ACTION
        ON DELETE NO ACTION,
    FOREIGN KEY ([default_id]) REFERENCES [master] ([id])
        ON UPDATE SET DEFAULT
        ON DELETE SET DEFAULT,
    FOREIGN KEY ([master_code]) REFERENCES [master] ([code])
        ON DELETE CASCADE,
    FOREIGN KEY ([master_label]) REFERENCES [master] ([label])
        ON UPDATE CASCADE,
    FOREIGN KEY ([keys_a],[keys_b]) REFERENCES [keys] ([a],[b])
        ON DELETE CASCADE
);

-- ---------------------------------------------------------------------
-- chicken
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [chicken];

CREATE TABLE [chicken]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [egg_id] INTEGER,
    FOREIGN KEY ([egg_id]) REFERENCES [egg] ([id])
);

-- ---------------------------------------------------------------------
-- egg
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [egg];

CREATE TABLE [egg]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [chicken_id] INTEGER,
    [previous_id] INTEGER,
    FOREIGN KEY ([chicken_id]) REFERENCES [chicken] ([id])
        ON DELETE CASCADE,
    FOREIGN KEY ([previous_id]) REFERENCES [egg] ([id])
        ON DELETE SET NULL
);

PRAGMA foreign_keys = ON;
