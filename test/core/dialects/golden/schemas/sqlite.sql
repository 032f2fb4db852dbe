-- schemas (sqlite), written by orm sql:build

PRAGMA foreign_keys = OFF;

-- ---------------------------------------------------------------------
-- s1.Author
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [s1§Author];

CREATE TABLE [s1§Author]
(
    [Id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT
);

-- ---------------------------------------------------------------------
-- s2.book
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [s2§book];

CREATE TABLE [s2§book]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [author_id] INTEGER,
    [next_id] INTEGER,
    FOREIGN KEY ([author_id]) REFERENCES [s1§Author] ([Id]),
    FOREIGN KEY ([next_id]) REFERENCES [s2§book] ([id])
);

PRAGMA foreign_keys = ON;
