-- shop (mssql), written by orm sql:build

DROP VIEW IF EXISTS [author_count];

DROP VIEW IF EXISTS [dear_book];

-- ---------------------------------------------------------------------
-- author
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[author]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_1 NVARCHAR(MAX) = N''
    SELECT @drop_1 = @drop_1 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[author]', N'U')
    EXEC sp_executesql @drop_1
    DROP TABLE [author]
END;

CREATE TABLE [author]
(
    [id] INT NOT NULL IDENTITY,
    [name] VARCHAR(100) NULL,
    CONSTRAINT [author_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- book
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[book]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_2 NVARCHAR(MAX) = N''
    SELECT @drop_2 = @drop_2 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[book]', N'U')
    EXEC sp_executesql @drop_2
    DROP TABLE [book]
END;

CREATE TABLE [book]
(
    [id] INT NOT NULL IDENTITY,
    [title] VARCHAR(100) NULL,
    [price] INT NULL,
    [author_id] INT NULL,
    CONSTRAINT [book_pk] PRIMARY KEY ([id])
);

ALTER TABLE [book] ADD CONSTRAINT [book_fk_ea464c] FOREIGN KEY ([author_id]) REFERENCES [author] ([id]);

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

-- ---------------------------------------------------------------------
-- book_reader
-- ---------------------------------------------------------------------

GRANT SELECT ON book TO reader;
