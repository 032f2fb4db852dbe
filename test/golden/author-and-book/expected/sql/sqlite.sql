-- bookstore (sqlite), written by orm sql:build

PRAGMA foreign_keys = OFF;

-- ---------------------------------------------------------------------
-- author
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [author];

CREATE TABLE [author]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [name] VARCHAR(128) NOT NULL,
    [email] VARCHAR(255)
);

-- ---------------------------------------------------------------------
-- book
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [book];

CREATE TABLE [book]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [title] VARCHAR(255) NOT NULL,
    [isbn] VARCHAR(24),
    [pages] INTEGER DEFAULT 0,
    [author_id] INTEGER NOT NULL,
    FOREIGN KEY ([author_id]) REFERENCES [author] ([id])
        ON DELETE CASCADE
);

PRAGMA foreign_keys = ON;
