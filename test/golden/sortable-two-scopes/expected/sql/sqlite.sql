-- bookstore (sqlite), written by orm sql:build

PRAGMA foreign_keys = OFF;

-- ---------------------------------------------------------------------
-- member
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [member];

CREATE TABLE [member]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [name] VARCHAR(50)
);

-- ---------------------------------------------------------------------
-- task
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [task];

CREATE TABLE [task]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [title] VARCHAR(100) NOT NULL,
    [member_id] INTEGER,
    [sortable_rank] INTEGER,
    [project_id] INTEGER,
    UNIQUE ([member_id],[project_id],[sortable_rank]),
    FOREIGN KEY ([member_id]) REFERENCES [member] ([id])
        ON DELETE SET NULL
);

PRAGMA foreign_keys = ON;
