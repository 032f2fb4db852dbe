-- text_defaults (mssql), written by orm sql:build

-- ---------------------------------------------------------------------
-- text_defaults
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[text_defaults]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_1 NVARCHAR(MAX) = N''
    SELECT @drop_1 = @drop_1 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[text_defaults]', N'U')
    EXEC sp_executesql @drop_1
    DROP TABLE [text_defaults]
END;

CREATE TABLE [text_defaults]
(
    [id] INT NOT NULL IDENTITY,
    [d_longvarchar] VARCHAR(MAX) CONSTRAINT [text_defaults_df_d_longvarchar] DEFAULT 'it''s long' NULL,
    [d_clob] VARCHAR(MAX) CONSTRAINT [text_defaults_df_d_clob] DEFAULT N'漢字' NULL,
    [d_array] VARCHAR(MAX) CONSTRAINT [text_defaults_df_d_array] DEFAULT '| a | b |' NULL,
    [d_json] NVARCHAR(MAX) CONSTRAINT [text_defaults_df_d_json] DEFAULT '{"a": "it''s"}' NULL,
    [x_call] VARCHAR(255) CONSTRAINT [text_defaults_df_x_call] DEFAULT lower('ABC') NULL,
    CONSTRAINT [text_defaults_pk] PRIMARY KEY ([id])
);
