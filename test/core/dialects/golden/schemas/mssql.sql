-- schemas (mssql), written by orm sql:build

-- ---------------------------------------------------------------------
-- s1.Author
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[s1].[Author]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_1 NVARCHAR(MAX) = N''
    SELECT @drop_1 = @drop_1 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[s1].[Author]', N'U')
    EXEC sp_executesql @drop_1
    DROP TABLE [s1].[Author]
END;

CREATE TABLE [s1].[Author]
(
    [Id] INT NOT NULL IDENTITY,
    CONSTRAINT [Author_pk] PRIMARY KEY ([Id])
);

-- ---------------------------------------------------------------------
-- s2.book
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[s2].[book]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_2 NVARCHAR(MAX) = N''
    SELECT @drop_2 = @drop_2 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[s2].[book]', N'U')
    EXEC sp_executesql @drop_2
    DROP TABLE [s2].[book]
END;

CREATE TABLE [s2].[book]
(
    [id] INT NOT NULL IDENTITY,
    [author_id] INT NULL,
    [next_id] INT NULL,
    CONSTRAINT [book_pk] PRIMARY KEY ([id])
);

ALTER TABLE [s2].[book] ADD CONSTRAINT [book_fk_b91762] FOREIGN KEY ([author_id]) REFERENCES [s1].[Author] ([Id]);

ALTER TABLE [s2].[book] ADD CONSTRAINT [book_fk_191033] FOREIGN KEY ([next_id]) REFERENCES [s2].[book] ([id]);
