-- cinema (mssql), written by orm sql:build

-- ---------------------------------------------------------------------
-- director
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[director]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_1 NVARCHAR(MAX) = N''
    SELECT @drop_1 = @drop_1 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[director]', N'U')
    EXEC sp_executesql @drop_1
    DROP TABLE [director]
END;

CREATE TABLE [director]
(
    [id] INT NOT NULL IDENTITY,
    [name] VARCHAR(100) NOT NULL,
    [email] VARCHAR(100) NULL,
    CONSTRAINT [director_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- film
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[film]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_2 NVARCHAR(MAX) = N''
    SELECT @drop_2 = @drop_2 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[film]', N'U')
    EXEC sp_executesql @drop_2
    DROP TABLE [film]
END;

CREATE TABLE [film]
(
    [id] INT NOT NULL IDENTITY,
    [title] VARCHAR(100) NOT NULL,
    [minutes] INT CONSTRAINT [film_df_minutes] DEFAULT 0 NULL,
    [state] TINYINT NULL,
    [tags] VARCHAR(MAX) NULL,
    [genres] INT NULL,
    [poster] VARBINARY(MAX) NULL,
    [opened] DATE NULL,
    [director_id] INT NULL,
    [producer_id] INT NULL,
    CONSTRAINT [film_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- film_sheet
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[film_sheet]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_3 NVARCHAR(MAX) = N''
    SELECT @drop_3 = @drop_3 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[film_sheet]', N'U')
    EXEC sp_executesql @drop_3
    DROP TABLE [film_sheet]
END;

CREATE TABLE [film_sheet]
(
    [film_id] INT NOT NULL,
    [text] VARCHAR(200) NULL,
    CONSTRAINT [film_sheet_pk] PRIMARY KEY ([film_id])
);

-- ---------------------------------------------------------------------
-- viewer
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[viewer]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_4 NVARCHAR(MAX) = N''
    SELECT @drop_4 = @drop_4 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[viewer]', N'U')
    EXEC sp_executesql @drop_4
    DROP TABLE [viewer]
END;

CREATE TABLE [viewer]
(
    [id] INT NOT NULL IDENTITY,
    [nick] VARCHAR(50) NULL,
    CONSTRAINT [viewer_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- film_viewer
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[film_viewer]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_5 NVARCHAR(MAX) = N''
    SELECT @drop_5 = @drop_5 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[film_viewer]', N'U')
    EXEC sp_executesql @drop_5
    DROP TABLE [film_viewer]
END;

CREATE TABLE [film_viewer]
(
    [film_id] INT NOT NULL,
    [viewer_id] INT NOT NULL,
    CONSTRAINT [film_viewer_pk] PRIMARY KEY ([film_id],[viewer_id])
);

-- ---------------------------------------------------------------------
-- notice
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[notice]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_6 NVARCHAR(MAX) = N''
    SELECT @drop_6 = @drop_6 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[notice]', N'U')
    EXEC sp_executesql @drop_6
    DROP TABLE [notice]
END;

CREATE TABLE [notice]
(
    [id] INT NOT NULL IDENTITY,
    [film_id] INT NOT NULL,
    [stars] INT NULL,
    [kind] INT NULL,
    CONSTRAINT [notice_pk] PRIMARY KEY ([id])
);

ALTER TABLE [film] ADD CONSTRAINT [film_fk_2cc047] FOREIGN KEY ([director_id]) REFERENCES [director] ([id]) ON DELETE CASCADE;

ALTER TABLE [film] ADD CONSTRAINT [film_fk_66fbf3] FOREIGN KEY ([producer_id]) REFERENCES [director] ([id]) ON DELETE SET NULL;

ALTER TABLE [film_sheet] ADD CONSTRAINT [film_sheet_fk_a37b5a] FOREIGN KEY ([film_id]) REFERENCES [film] ([id]);

ALTER TABLE [film_viewer] ADD CONSTRAINT [film_viewer_fk_a37b5a] FOREIGN KEY ([film_id]) REFERENCES [film] ([id]);

ALTER TABLE [film_viewer] ADD CONSTRAINT [film_viewer_fk_e3f3e1] FOREIGN KEY ([viewer_id]) REFERENCES [viewer] ([id]);

ALTER TABLE [notice] ADD CONSTRAINT [notice_fk_a37b5a] FOREIGN KEY ([film_id]) REFERENCES [film] ([id]) ON DELETE CASCADE;
