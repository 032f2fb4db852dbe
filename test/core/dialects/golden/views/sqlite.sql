-- shop (sqlite), written by orm sql:build

PRAGMA foreign_keys = OFF;

DROP VIEW IF EXISTS [author_count];

DROP VIEW IF EXISTS [dear_book];

-- ---------------------------------------------------------------------
-- author
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [author];

CREATE TABLE [author]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [name] VARCHAR(100)
);

-- ---------------------------------------------------------------------
-- book
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [book];

CREATE TABLE [book]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [title] VARCHAR(100),
    [price] INTEGER,
    [author_id] INTEGER,
    FOREIGN KEY ([author_id]) REFERENCES [author] ([id])
);

-- ---------------------------------------------------------------------
-- dear_book
-- ---------------------------------------------------------------------

CREATE VIEW [dear_book] AS
SELECT id, author_id
FROM book
WHERE price > 10 AND title <> 'it''s; --';

-- ---------------------------------------------------------------------
-- author_count
-- ---------------------------------------------------------------------

-- How many; it's
-- a count
CREATE VIEW [author_count] AS
SELECT author_id, COUNT(*) AS books FROM dear_book GROUP BY author_id;

PRAGMA foreign_keys = ON;
