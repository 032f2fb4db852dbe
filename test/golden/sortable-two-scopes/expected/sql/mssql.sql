-- bookstore (mssql), written by orm sql:build

-- ---------------------------------------------------------------------
-- member
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[member]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_1 NVARCHAR(MAX) = N''
    SELECT @drop_1 = @drop_1 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[member]', N'U')
    EXEC sp_executesql @drop_1
    DROP TABLE [member]
END;

CREATE TABLE [member]
(
    [id] INT NOT NULL IDENTITY,
    [name] VARCHAR(50) NULL,
    CONSTRAINT [member_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- task
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[task]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_2 NVARCHAR(MAX) = N''
    SELECT @drop_2 = @drop_2 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[task]', N'U')
    EXEC sp_executesql @drop_2
    DROP TABLE [task]
END;

CREATE TABLE [task]
(
    [id] INT NOT NULL IDENTITY,
    [title] VARCHAR(100) NOT NULL,
    [member_id] INT NULL,
    [sortable_rank] INT NULL,
    [project_id] INT NULL,
    CONSTRAINT [task_pk] PRIMARY KEY ([id]),
    CONSTRAINT [task_u_a98231] UNIQUE NONCLUSTERED ([member_id],[project_id],[sortable_rank]) ON [PRIMARY]
);

ALTER TABLE [task] ADD CONSTRAINT [task_fk_672062] FOREIGN KEY ([member_id]) REFERENCES [member] ([id]) ON DELETE SET NULL;
