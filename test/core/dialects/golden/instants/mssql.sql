-- shop (mssql), written by orm sql:build

-- ---------------------------------------------------------------------
-- visit
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[visit]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_1 NVARCHAR(MAX) = N''
    SELECT @drop_1 = @drop_1 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[visit]', N'U')
    EXEC sp_executesql @drop_1
    DROP TABLE [visit]
END;

CREATE TABLE [visit]
(
    [id] INT NOT NULL IDENTITY,
    [seen_at] DATETIMEOFFSET CONSTRAINT [visit_df_seen_at] DEFAULT SYSDATETIMEOFFSET() NOT NULL,
    [left_at] DATETIMEOFFSET(3) CONSTRAINT [visit_df_left_at] DEFAULT '2030-01-31 10:00:00 +00:00' NULL,
    [made_in] SMALLINT CONSTRAINT [visit_df_made_in] DEFAULT 1999 NULL,
    CONSTRAINT [visit_pk] PRIMARY KEY ([id])
);
