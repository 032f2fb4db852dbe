-- bookstore (sqlite), written by orm sql:build

PRAGMA foreign_keys = OFF;

-- ---------------------------------------------------------------------
-- author
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [author];

-- Writers
CREATE TABLE [author]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [full_name] VARCHAR(120) NOT NULL,
    [email] VARCHAR(128) NOT NULL,
    UNIQUE ([email])
);

-- ---------------------------------------------------------------------
-- book
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [book];

CREATE TABLE [book]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [title] VARCHAR(255) NOT NULL,
    [style] TINYINT DEFAULT 1 NOT NULL,
    [in_print] INTEGER DEFAULT 1 NOT NULL,
    [price] DECIMAL(10,2),
    [created_at] TIMESTAMP DEFAULT (datetime(CURRENT_TIMESTAMP, 'localtime')),
    [author_id] INTEGER NOT NULL,
    FOREIGN KEY ([author_id]) REFERENCES [author] ([id])
        ON UPDATE CASCADE
        ON DELETE CASCADE
);

CREATE INDEX [book_i_639136] ON [book] ([title]);

PRAGMA foreign_keys = ON;
