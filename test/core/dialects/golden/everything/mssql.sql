-- everything (mssql), written by orm sql:build

-- ---------------------------------------------------------------------
-- every_type
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[every_type]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_1 NVARCHAR(MAX) = N''
    SELECT @drop_1 = @drop_1 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[every_type]', N'U')
    EXEC sp_executesql @drop_1
    DROP TABLE [every_type]
END;

-- It's one column for each type:
-- C:\temp; -- 😀
CREATE TABLE [every_type]
(
    [id] INT NOT NULL IDENTITY,
    [c_char] CHAR(10) NULL,
    [c_char_one] CHAR NULL,
    [c_varchar] VARCHAR(200) NULL,
    [c_varchar_any] VARCHAR(255) NULL,
    [c_longvarchar] VARCHAR(MAX) NULL,
    [c_clob] VARCHAR(MAX) NULL,
    [c_numeric] NUMERIC(30,10) NULL,
    [c_decimal] DECIMAL(18,0) NULL,
    [c_tinyint] TINYINT NULL,
    [c_smallint] SMALLINT NULL,
    [c_integer] INT NULL,
    [c_bigint] BIGINT NULL,
    [c_real] REAL NULL,
    [c_float] FLOAT NULL,
    [c_double] FLOAT NULL,
    [c_binary] BINARY(4) NULL,
    [c_varbinary] VARBINARY(MAX) NULL,
    [c_longvarbinary] VARBINARY(MAX) NULL,
    [c_blob] VARBINARY(MAX) NULL,
    [c_date] DATE NULL,
    [c_time] TIME NULL,
    [c_datetime] DATETIME2 NULL,
    [c_datetime_six] DATETIME2(6) NULL,
    [c_timestamp] DATETIME2 NULL,
    [c_timestamp_three] DATETIME2(3) NULL,
    [c_boolean] BIT NULL,
    [c_boolean_emu] TINYINT NULL,
    [c_enum] TINYINT NULL,
    [c_set] INT NULL,
    [c_array] VARCHAR(MAX) NULL,
    [c_object] VARBINARY(MAX) NULL,
    [c_json] NVARCHAR(MAX) NULL,
    [c_geometry] GEOMETRY NULL,
    [c_uuid] UNIQUEIDENTIFIER NULL,
    [c_uuid_binary] BINARY(16) NULL,
    [c_own] CHAR(7) NULL,
    CONSTRAINT [every_type_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- every_default
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[every_default]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_2 NVARCHAR(MAX) = N''
    SELECT @drop_2 = @drop_2 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[every_default]', N'U')
    EXEC sp_executesql @drop_2
    DROP TABLE [every_default]
END;

CREATE TABLE [every_default]
(
    [id] INT NOT NULL IDENTITY,
    [d_none] VARCHAR(20) NULL,
    [d_char] CHAR(3) CONSTRAINT [every_default_df_d_char] DEFAULT 'abc' NULL,
    [d_varchar] VARCHAR(60) CONSTRAINT [every_default_df_d_varchar] DEFAULT N'it''s "C:\temp" 😀' NOT NULL,
    [d_empty] VARCHAR(20) CONSTRAINT [every_default_df_d_empty] DEFAULT '' NULL,
    [d_numeric] NUMERIC(10,2) CONSTRAINT [every_default_df_d_numeric] DEFAULT -1.50 NULL,
    [d_tinyint] TINYINT CONSTRAINT [every_default_df_d_tinyint] DEFAULT 0 NULL,
    [d_smallint] SMALLINT CONSTRAINT [every_default_df_d_smallint] DEFAULT -32768 NULL,
    [d_integer] INT CONSTRAINT [every_default_df_d_integer] DEFAULT 2147483647 NOT NULL,
    [d_bigint] BIGINT CONSTRAINT [every_default_df_d_bigint] DEFAULT -9223372036854775807 NULL,
    [d_double] FLOAT CONSTRAINT [every_default_df_d_double] DEFAULT 0.25 NULL,
    [d_binary] BINARY(3) CONSTRAINT [every_default_df_d_binary] DEFAULT 0x612762 NULL,
    [d_date] DATE CONSTRAINT [every_default_df_d_date] DEFAULT '2001-02-03' NULL,
    [d_time] TIME CONSTRAINT [every_default_df_d_time] DEFAULT '23:59:58' NULL,
    [d_datetime] DATETIME2 CONSTRAINT [every_default_df_d_datetime] DEFAULT '2001-02-03 04:05:06' NULL,
    [d_timestamp] DATETIME2 CONSTRAINT [every_default_df_d_timestamp] DEFAULT '2001-02-03 04:05:06' NOT NULL,
    [d_true] BIT CONSTRAINT [every_default_df_d_true] DEFAULT 1 NOT NULL,
    [d_false] BIT CONSTRAINT [every_default_df_d_false] DEFAULT 0 NULL,
    [d_emu] TINYINT CONSTRAINT [every_default_df_d_emu] DEFAULT 1 NULL,
    [d_enum] TINYINT CONSTRAINT [every_default_df_d_enum] DEFAULT 2 NULL,
    [d_set] INT CONSTRAINT [every_default_df_d_set] DEFAULT 5 NULL,
    [d_uuid] UNIQUEIDENTIFIER CONSTRAINT [every_default_df_d_uuid] DEFAULT '00112233-4455-6677-8899-aabbccddeeff' NULL,
    [d_uuid_binary] BINARY(16) CONSTRAINT [every_default_df_d_uuid_binary] DEFAULT 0x66774455001122338899aabbccddeeff NULL,
    [x_now] DATETIME2 CONSTRAINT [every_default_df_x_now] DEFAULT CURRENT_TIMESTAMP NULL,
    [x_now_call] DATETIME2 CONSTRAINT [every_default_df_x_now_call] DEFAULT CURRENT_TIMESTAMP NOT NULL,
    [x_now_digits] DATETIME2(3) CONSTRAINT [every_default_df_x_now_digits] DEFAULT CURRENT_TIMESTAMP NULL,
    [x_update] DATETIME2 CONSTRAINT [every_default_df_x_update] DEFAULT CURRENT_TIMESTAMP NULL,
    [x_today] DATE CONSTRAINT [every_default_df_x_today] DEFAULT CAST(CURRENT_TIMESTAMP AS DATE) NULL,
    [x_sum] INT CONSTRAINT [every_default_df_x_sum] DEFAULT 1 + 2 NULL,
    [x_literal] INT CONSTRAINT [every_default_df_x_literal] DEFAULT 42 NULL,
    [t_required] DATETIME2 NOT NULL,
    CONSTRAINT [every_default_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- auto_tiny
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[auto_tiny]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_3 NVARCHAR(MAX) = N''
    SELECT @drop_3 = @drop_3 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[auto_tiny]', N'U')
    EXEC sp_executesql @drop_3
    DROP TABLE [auto_tiny]
END;

CREATE TABLE [auto_tiny]
(
    [id] TINYINT NOT NULL IDENTITY,
    CONSTRAINT [auto_tiny_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- auto_big
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[auto_big]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_4 NVARCHAR(MAX) = N''
    SELECT @drop_4 = @drop_4 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[auto_big]', N'U')
    EXEC sp_executesql @drop_4
    DROP TABLE [auto_big]
END;

CREATE TABLE [auto_big]
(
    [id] BIGINT NOT NULL IDENTITY,
    CONSTRAINT [auto_big_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- auto_composite
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[auto_composite]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_5 NVARCHAR(MAX) = N''
    SELECT @drop_5 = @drop_5 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[auto_composite]', N'U')
    EXEC sp_executesql @drop_5
    DROP TABLE [auto_composite]
END;

CREATE TABLE [auto_composite]
(
    [area] INT NOT NULL,
    [id] INT NOT NULL IDENTITY,
    CONSTRAINT [auto_composite_pk] PRIMARY KEY ([area],[id])
);

-- ---------------------------------------------------------------------
-- auto_named
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[auto_named]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_6 NVARCHAR(MAX) = N''
    SELECT @drop_6 = @drop_6 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[auto_named]', N'U')
    EXEC sp_executesql @drop_6
    DROP TABLE [auto_named]
END;

CREATE TABLE [auto_named]
(
    [id] INT NOT NULL IDENTITY,
    CONSTRAINT [auto_named_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- auto_shared
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[auto_shared]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_7 NVARCHAR(MAX) = N''
    SELECT @drop_7 = @drop_7 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[auto_shared]', N'U')
    EXEC sp_executesql @drop_7
    DROP TABLE [auto_shared]
END;

CREATE TABLE [auto_shared]
(
    [id] BIGINT NOT NULL IDENTITY,
    CONSTRAINT [auto_shared_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- no_auto
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[no_auto]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_8 NVARCHAR(MAX) = N''
    SELECT @drop_8 = @drop_8 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[no_auto]', N'U')
    EXEC sp_executesql @drop_8
    DROP TABLE [no_auto]
END;

CREATE TABLE [no_auto]
(
    [id] VARCHAR(40) NOT NULL,
    CONSTRAINT [no_auto_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- no_key
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[no_key]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_9 NVARCHAR(MAX) = N''
    SELECT @drop_9 = @drop_9 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[no_key]', N'U')
    EXEC sp_executesql @drop_9
    DROP TABLE [no_key]
END;

CREATE TABLE [no_key]
(
    [x] INT NULL
);

-- ---------------------------------------------------------------------
-- keys
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[keys]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_10 NVARCHAR(MAX) = N''
    SELECT @drop_10 = @drop_10 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[keys]', N'U')
    EXEC sp_executesql @drop_10
    DROP TABLE [keys]
END;

CREATE TABLE [keys]
(
    [a] INT NOT NULL,
    [b] VARCHAR(20) NOT NULL,
    [c] VARCHAR(100) NOT NULL,
    [d] VARCHAR(100) NOT NULL,
    [e] VARCHAR(MAX) NULL,
    [f] INT NULL,
    CONSTRAINT [keys_pk] PRIMARY KEY ([a],[b]),
    CONSTRAINT [keys_u_8d6095] UNIQUE NONCLUSTERED ([c]) ON [PRIMARY],
    CONSTRAINT [keys_named] UNIQUE NONCLUSTERED ([d],[c]) ON [PRIMARY]
);

CREATE INDEX [keys_i_8d47be] ON [keys] ([d]);

CREATE INDEX [keys_two] ON [keys] ([b],[d]);

CREATE INDEX [keys_words] ON [keys] ([e]);

-- ---------------------------------------------------------------------
-- master
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[master]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_11 NVARCHAR(MAX) = N''
    SELECT @drop_11 = @drop_11 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[master]', N'U')
    EXEC sp_executesql @drop_11
    DROP TABLE [master]
END;

CREATE TABLE [master]
(
    [id] INT NOT NULL IDENTITY,
    [code] VARCHAR(10) NOT NULL,
    [label] VARCHAR(30) NOT NULL,
    CONSTRAINT [master_pk] PRIMARY KEY ([id]),
    CONSTRAINT [master_u_4db226] UNIQUE NONCLUSTERED ([code]) ON [PRIMARY],
    CONSTRAINT [master_u_0af68e] UNIQUE NONCLUSTERED ([label]) ON [PRIMARY]
);

-- ---------------------------------------------------------------------
-- child
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[child]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_12 NVARCHAR(MAX) = N''
    SELECT @drop_12 = @drop_12 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[child]', N'U')
    EXEC sp_executesql @drop_12
    DROP TABLE [child]
END;

CREATE TABLE [child]
(
    [id] INT NOT NULL IDENTITY,
    [none_id] INT NULL,
    [cascade_id] INT NOT NULL,
    [null_id] INT NULL,
    [restrict_id] INT NULL,
    [noaction_id] INT NULL,
    [default_id] INT CONSTRAINT [child_df_default_id] DEFAULT 1 NULL,
    [master_code] VARCHAR(10) NULL,
    [master_label] VARCHAR(30) NULL,
    [virtual_id] INT NULL,
    [target_kind] VARCHAR(20) NULL,
    [target_id] INT NULL,
    [keys_a] INT NULL,
    [keys_b] VARCHAR(20) NULL,
    CONSTRAINT [child_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- chicken
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[chicken]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_13 NVARCHAR(MAX) = N''
    SELECT @drop_13 = @drop_13 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[chicken]', N'U')
    EXEC sp_executesql @drop_13
    DROP TABLE [chicken]
END;

CREATE TABLE [chicken]
(
    [id] INT NOT NULL IDENTITY,
    [egg_id] INT NULL,
    CONSTRAINT [chicken_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- egg
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[egg]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_14 NVARCHAR(MAX) = N''
    SELECT @drop_14 = @drop_14 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[egg]', N'U')
    EXEC sp_executesql @drop_14
    DROP TABLE [egg]
END;

CREATE TABLE [egg]
(
    [id] INT NOT NULL IDENTITY,
    [chicken_id] INT NULL,
    [previous_id] INT NULL,
    CONSTRAINT [egg_pk] PRIMARY KEY ([id])
);

ALTER TABLE [child] ADD CONSTRAINT [child_fk_b5c45c] FOREIGN KEY ([none_id]) REFERENCES [master] ([id]);

ALTER TABLE [child] ADD CONSTRAINT [child_fk_6e2292] FOREIGN KEY ([cascade_id]) REFERENCES [master] ([id]) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE [child] ADD CONSTRAINT [child_fk_1783e4] FOREIGN KEY ([null_id]) REFERENCES [master] ([id]) ON UPDATE SET NULL ON DELETE SET NULL;

ALTER TABLE [child] ADD CONSTRAINT [child_fk_66a924] FOREIGN KEY ([restrict_id]) REFERENCES [master] ([id]) ON UPDATE NO ACTION ON DELETE NO ACTION;

ALTER TABLE [child] ADD CONSTRAINT [child_fk_3c7920] FOREIGN KEY ([noaction_id]) REFERENCES [master] ([id]) ON UPDATE NO ACTION ON DELETE NO ACTION;

ALTER TABLE [child] ADD CONSTRAINT [child_fk_245cec] FOREIGN KEY ([default_id]) REFERENCES [master] ([id]) ON UPDATE SET DEFAULT ON DELETE SET DEFAULT;

ALTER TABLE [child] ADD CONSTRAINT [child_code] FOREIGN KEY ([master_code]) REFERENCES [master] ([code]) ON DELETE CASCADE;

ALTER TABLE [child] ADD CONSTRAINT [child_fk_2e5c56] FOREIGN KEY ([master_label]) REFERENCES [master] ([label]) ON UPDATE CASCADE;

ALTER TABLE [child] ADD CONSTRAINT [child_fk_a99d65] FOREIGN KEY ([keys_a],[keys_b]) REFERENCES [keys] ([a],[b]) ON DELETE CASCADE;

ALTER TABLE [chicken] ADD CONSTRAINT [chicken_fk_da993c] FOREIGN KEY ([egg_id]) REFERENCES [egg] ([id]);

ALTER TABLE [egg] ADD CONSTRAINT [egg_fk_c3afe6] FOREIGN KEY ([chicken_id]) REFERENCES [chicken] ([id]) ON DELETE CASCADE;

ALTER TABLE [egg] ADD CONSTRAINT [egg_fk_44aceb] FOREIGN KEY ([previous_id]) REFERENCES [egg] ([id]) ON DELETE SET NULL;
