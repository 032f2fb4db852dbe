-- bookstore (mssql), written by orm sql:build

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

-- Writers
CREATE TABLE [author]
(
    [id] INT NOT NULL IDENTITY,
    [full_name] VARCHAR(120) NOT NULL,
    [email] VARCHAR(128) NOT NULL,
    CONSTRAINT [author_pk] PRIMARY KEY ([id]),
    CONSTRAINT [author_u_ce4c89] UNIQUE NONCLUSTERED ([email]) ON [PRIMARY]
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
    [title] VARCHAR(255) NOT NULL,
    [style] TINYINT CONSTRAINT [book_df_style] DEFAULT 1 NOT NULL,
    [in_print] BIT CONSTRAINT [book_df_in_print] DEFAULT 1 NOT NULL,
    [price] DECIMAL(10,2) NULL,
    [created_at] DATETIME2 CONSTRAINT [book_df_created_at] DEFAULT CURRENT_TIMESTAMP NULL,
    [author_id] INT NOT NULL,
    CONSTRAINT [book_pk] PRIMARY KEY ([id])
);

CREATE INDEX [book_i_639136] ON [book] ([title]);

ALTER TABLE [book] ADD CONSTRAINT [book_fk_ea464c] FOREIGN KEY ([author_id]) REFERENCES [author] ([id]) ON UPDATE CASCADE ON DELETE CASCADE;
