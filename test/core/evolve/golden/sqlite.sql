-- shop (sqlite), written by orm migration:diff from schema.xml
-- orm: up
-- rows without a value stop this: SELECT * FROM [author] WHERE [name] IS NULL
-- rows with equal values stop this: SELECT [name], COUNT(*) FROM [author] GROUP BY [name] HAVING COUNT(*) > 1
PRAGMA foreign_keys = OFF;
DROP TABLE [gone]; -- the rows of gone are lost
DROP INDEX [book_once];
DROP INDEX [book_cheap];
DROP INDEX [book_price];
DROP INDEX [book_pages];
DROP INDEX [loan_i_20aabe];
ALTER TABLE [loan] RENAME TO [rental];
ALTER TABLE [book] RENAME COLUMN [title] TO [name];
CREATE TABLE [shelf]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [book_id] INTEGER,
    FOREIGN KEY ([book_id]) REFERENCES [book] ([id])
);
CREATE TABLE [author__new]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [name] VARCHAR(80) NOT NULL,
    [email] VARCHAR(100),
    [born] DATETIME,
    CONSTRAINT [author_name] UNIQUE ([name])
);
INSERT INTO [author__new] ([id],[name],[email]) SELECT [id],[name],[email] FROM [author];
DELETE FROM sqlite_sequence WHERE name = 'author__new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'author__new', seq FROM sqlite_sequence WHERE name = 'author';
DROP TABLE [author];
PRAGMA legacy_alter_table = ON;
ALTER TABLE [author__new] RENAME TO [author];
PRAGMA legacy_alter_table = OFF;
CREATE TABLE [book__new]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [name] VARCHAR(100) NOT NULL,
    [price] DECIMAL(10,2) DEFAULT 2.5,
    [pages] INTEGER,
    [isbn] VARCHAR(24) DEFAULT '?' NOT NULL,
    [author_id] INTEGER,
    CONSTRAINT [book_once] UNIQUE ([name],[id]),
    FOREIGN KEY ([author_id]) REFERENCES [author] ([id])
        ON DELETE SET NULL
);
INSERT INTO [book__new] ([id],[name],[price],[pages],[author_id]) SELECT [id],[name],[price],[pages],[author_id] FROM [book]; -- the values of [old] are lost
DELETE FROM sqlite_sequence WHERE name = 'book__new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'book__new', seq FROM sqlite_sequence WHERE name = 'book';
DROP TABLE [book];
PRAGMA legacy_alter_table = ON;
ALTER TABLE [book__new] RENAME TO [book];
PRAGMA legacy_alter_table = OFF;
CREATE TABLE [tag__new]
(
    [book_id] INTEGER NOT NULL,
    [word] VARCHAR(30) NOT NULL,
    PRIMARY KEY ([book_id],[word]),
    FOREIGN KEY ([book_id]) REFERENCES [book] ([id])
);
INSERT INTO [tag__new] ([book_id],[word]) SELECT [book_id],[word] FROM [tag];
DROP TABLE [tag];
PRAGMA legacy_alter_table = ON;
ALTER TABLE [tag__new] RENAME TO [tag];
PRAGMA legacy_alter_table = OFF;
CREATE UNIQUE INDEX [book_many_pages] ON [book] ([pages] DESC,[id]);
CREATE INDEX [book_isbn] ON [book] ([isbn]);
CREATE INDEX [book_cheap] ON [book] ([name]) WHERE pages < 5;
CREATE INDEX [book_lower] ON [book] ((lower(isbn)));
CREATE INDEX [rental_i_20aabe] ON [rental] ([book_id]);
PRAGMA foreign_keys = ON;

-- orm: down
PRAGMA foreign_keys = OFF;
DROP TABLE [shelf]; -- the rows of shelf are lost
DROP INDEX [book_isbn];
DROP INDEX [book_cheap];
DROP INDEX [book_lower];
DROP INDEX [book_many_pages];
DROP INDEX [rental_i_20aabe];
ALTER TABLE [rental] RENAME TO [loan];
ALTER TABLE [book] RENAME COLUMN [name] TO [title];
CREATE TABLE [gone]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [book_id] INTEGER,
    FOREIGN KEY ([book_id]) REFERENCES [book] ([id])
);
CREATE TABLE [author__new]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [name] VARCHAR(50),
    [email] VARCHAR(100) DEFAULT 'none',
    CONSTRAINT [author_email] UNIQUE ([email])
);
INSERT INTO [author__new] ([id],[name],[email]) SELECT [id],[name],[email] FROM [author]; -- the values of [born] are lost
DELETE FROM sqlite_sequence WHERE name = 'author__new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'author__new', seq FROM sqlite_sequence WHERE name = 'author';
DROP TABLE [author];
PRAGMA legacy_alter_table = ON;
ALTER TABLE [author__new] RENAME TO [author];
PRAGMA legacy_alter_table = OFF;
CREATE TABLE [book__new]
(
    [id] INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    [title] VARCHAR(100) NOT NULL,
    [price] INTEGER DEFAULT 1,
    [pages] INTEGER DEFAULT 1 NOT NULL,
    [old] DATETIME DEFAULT '2020-01-01',
    [author_id] INTEGER,
    FOREIGN KEY ([author_id]) REFERENCES [author] ([id])
        ON DELETE CASCADE
);
INSERT INTO [book__new] ([id],[title],[price],[pages],[author_id]) SELECT [id],[title],[price],[pages],[author_id] FROM [book]; -- the values of [isbn] are lost
DELETE FROM sqlite_sequence WHERE name = 'book__new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'book__new', seq FROM sqlite_sequence WHERE name = 'book';
DROP TABLE [book];
PRAGMA legacy_alter_table = ON;
ALTER TABLE [book__new] RENAME TO [book];
PRAGMA legacy_alter_table = OFF;
CREATE TABLE [tag__new]
(
    [book_id] INTEGER NOT NULL,
    [word] VARCHAR(30) NOT NULL,
    PRIMARY KEY ([book_id])
);
INSERT INTO [tag__new] ([book_id],[word]) SELECT [book_id],[word] FROM [tag];
DROP TABLE [tag];
PRAGMA legacy_alter_table = ON;
ALTER TABLE [tag__new] RENAME TO [tag];
PRAGMA legacy_alter_table = OFF;
CREATE UNIQUE INDEX [book_once] ON [book] ([title] DESC,[id]);
CREATE UNIQUE INDEX [book_pages] ON [book] ([pages] DESC,[id]);
CREATE INDEX [book_cheap] ON [book] ([title]) WHERE price < 5;
CREATE INDEX [book_price] ON [book] ([price]);
CREATE INDEX [loan_i_20aabe] ON [loan] ([book_id]);
PRAGMA foreign_keys = ON;
