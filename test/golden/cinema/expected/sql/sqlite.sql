-- cinema (sqlite), written by orm sql:build

PRAGMA foreign_keys = OFF;

-- ---------------------------------------------------------------------
-- director
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [director];

CREATE TABLE [director]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [name] VARCHAR(100) NOT NULL,
    [email] VARCHAR(100)
);

-- ---------------------------------------------------------------------
-- film
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [film];

CREATE TABLE [film]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [title] VARCHAR(100) NOT NULL,
    [minutes] INTEGER DEFAULT 0,
    [state] TINYINT,
    [tags] MEDIUMTEXT,
    [genres] INT,
    [poster] BLOB,
    [opened] DATETIME,
    [director_id] INTEGER,
    [producer_id] INTEGER,
    FOREIGN KEY ([director_id]) REFERENCES [director] ([id])
        ON DELETE CASCADE,
    FOREIGN KEY ([producer_id]) REFERENCES [director] ([id])
        ON DELETE SET NULL
);

-- ---------------------------------------------------------------------
-- film_sheet
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [film_sheet];

CREATE TABLE [film_sheet]
(
    [film_id] INTEGER NOT NULL,
    [text] VARCHAR(200),
    PRIMARY KEY ([film_id]),
    FOREIGN KEY ([film_id]) REFERENCES [film] ([id])
);

-- ---------------------------------------------------------------------
-- viewer
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [viewer];

CREATE TABLE [viewer]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [nick] VARCHAR(50)
);

-- ---------------------------------------------------------------------
-- film_viewer
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [film_viewer];

CREATE TABLE [film_viewer]
(
    [film_id] INTEGER NOT NULL,
    [viewer_id] INTEGER NOT NULL,
    PRIMARY KEY ([film_id],[viewer_id]),
    FOREIGN KEY ([film_id]) REFERENCES [film] ([id]),
    FOREIGN KEY ([viewer_id]) REFERENCES [viewer] ([id])
);

-- ---------------------------------------------------------------------
-- notice
-- ---------------------------------------------------------------------

DROP TABLE IF EXISTS [notice];

CREATE TABLE [notice]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [film_id] INTEGER NOT NULL,
    [stars] INTEGER,
    [kind] INTEGER,
    FOREIGN KEY ([film_id]) REFERENCES [film] ([id])
        ON DELETE CASCADE
);

PRAGMA foreign_keys = ON;
