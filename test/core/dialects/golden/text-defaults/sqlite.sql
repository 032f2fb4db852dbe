-- text_defaults (sqlite), written by orm sql:build

PRAGMA foreign_keys = OFF;

-- ---------------------------------------------------------------------
-- text_defaults
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [text_defaults];

CREATE TABLE [text_defaults]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [d_longvarchar] MEDIUMTEXT DEFAULT 'it''s long',
    [d_clob] LONGTEXT DEFAULT '漢字',
    [d_array] MEDIUMTEXT DEFAULT '| a | b |',
    [d_json] TEXT DEFAULT '{"a": "it''s"}',
    [x_call] VARCHAR(255) DEFAULT (lower('ABC'))
);

PRAGMA foreign_keys = ON;
