-- league (mssql), written by orm sql:build

-- ---------------------------------------------------------------------
-- team
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[team]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_1 NVARCHAR(MAX) = N''
    SELECT @drop_1 = @drop_1 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[team]', N'U')
    EXEC sp_executesql @drop_1
    DROP TABLE [team]
END;

-- Mutual with player, referenced twice by game.
CREATE TABLE [team]
(
    [id] INT NOT NULL IDENTITY,
    [name] VARCHAR(100) NOT NULL,
    [captain_id] INT NULL,
    CONSTRAINT [team_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- player
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[player]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_2 NVARCHAR(MAX) = N''
    SELECT @drop_2 = @drop_2 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[player]', N'U')
    EXEC sp_executesql @drop_2
    DROP TABLE [player]
END;

CREATE TABLE [player]
(
    [id] INT NOT NULL IDENTITY,
    [name] VARCHAR(100) CONSTRAINT [player_df_name] DEFAULT 'Nobody' NOT NULL,
    [team_id] INT NULL,
    CONSTRAINT [player_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- category
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[category]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_3 NVARCHAR(MAX) = N''
    SELECT @drop_3 = @drop_3 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[category]', N'U')
    EXEC sp_executesql @drop_3
    DROP TABLE [category]
END;

-- Refers to itself.
CREATE TABLE [category]
(
    [id] INT NOT NULL IDENTITY,
    [name] VARCHAR(100) NULL,
    [parent_id] INT NULL,
    CONSTRAINT [category_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- game
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[game]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_4 NVARCHAR(MAX) = N''
    SELECT @drop_4 = @drop_4 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[game]', N'U')
    EXEC sp_executesql @drop_4
    DROP TABLE [game]
END;

CREATE TABLE [game]
(
    [id] INT NOT NULL IDENTITY,
    [home_id] INT NOT NULL,
    [away_id] INT NOT NULL,
    CONSTRAINT [game_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- game_part
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[game_part]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_5 NVARCHAR(MAX) = N''
    SELECT @drop_5 = @drop_5 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[game_part]', N'U')
    EXEC sp_executesql @drop_5
    DROP TABLE [game_part]
END;

-- Has a key of two columns, of which one is a foreign key.
CREATE TABLE [game_part]
(
    [game_id] INT NOT NULL,
    [part] INT NOT NULL,
    [minutes] INT CONSTRAINT [game_part_df_minutes] DEFAULT 45 NOT NULL,
    CONSTRAINT [game_part_pk] PRIMARY KEY ([game_id],[part])
);

-- ---------------------------------------------------------------------
-- goal
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[goal]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_6 NVARCHAR(MAX) = N''
    SELECT @drop_6 = @drop_6 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[goal]', N'U')
    EXEC sp_executesql @drop_6
    DROP TABLE [goal]
END;

-- Refers to a key of two columns.
CREATE TABLE [goal]
(
    [id] INT NOT NULL IDENTITY,
    [game_id] INT NOT NULL,
    [part] INT NOT NULL,
    [scorer_id] INT NULL,
    CONSTRAINT [goal_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- player_card
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[player_card]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_7 NVARCHAR(MAX) = N''
    SELECT @drop_7 = @drop_7 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[player_card]', N'U')
    EXEC sp_executesql @drop_7
    DROP TABLE [player_card]
END;

-- One for each player.
CREATE TABLE [player_card]
(
    [player_id] INT NOT NULL,
    [color] VARCHAR(20) NULL,
    CONSTRAINT [player_card_pk] PRIMARY KEY ([player_id])
);

-- ---------------------------------------------------------------------
-- country
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[country]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_8 NVARCHAR(MAX) = N''
    SELECT @drop_8 = @drop_8 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[country]', N'U')
    EXEC sp_executesql @drop_8
    DROP TABLE [country]
END;

-- Referenced by a column that is not its key.
CREATE TABLE [country]
(
    [id] INT NOT NULL IDENTITY,
    [code] VARCHAR(2) NOT NULL,
    CONSTRAINT [country_pk] PRIMARY KEY ([id]),
    CONSTRAINT [country_u_4db226] UNIQUE NONCLUSTERED ([code]) ON [PRIMARY]
);

-- ---------------------------------------------------------------------
-- stadium
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[stadium]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_9 NVARCHAR(MAX) = N''
    SELECT @drop_9 = @drop_9 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[stadium]', N'U')
    EXEC sp_executesql @drop_9
    DROP TABLE [stadium]
END;

CREATE TABLE [stadium]
(
    [id] INT NOT NULL IDENTITY,
    [country_code] VARCHAR(2) NULL,
    CONSTRAINT [stadium_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- remark
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[remark]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_10 NVARCHAR(MAX) = N''
    SELECT @drop_10 = @drop_10 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[remark]', N'U')
    EXEC sp_executesql @drop_10
    DROP TABLE [remark]
END;

-- Polymorphic: about a team or a player.
CREATE TABLE [remark]
(
    [id] INT NOT NULL IDENTITY,
    [text] VARCHAR(200) NULL,
    [target_type] VARCHAR(20) NULL,
    [target_id] INT NULL,
    CONSTRAINT [remark_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- skill
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[skill]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_11 NVARCHAR(MAX) = N''
    SELECT @drop_11 = @drop_11 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[skill]', N'U')
    EXEC sp_executesql @drop_11
    DROP TABLE [skill]
END;

CREATE TABLE [skill]
(
    [id] INT NOT NULL IDENTITY,
    [name] VARCHAR(50) NULL,
    CONSTRAINT [skill_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- player_skill
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[player_skill]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_12 NVARCHAR(MAX) = N''
    SELECT @drop_12 = @drop_12 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[player_skill]', N'U')
    EXEC sp_executesql @drop_12
    DROP TABLE [player_skill]
END;

-- Many-to-many.
CREATE TABLE [player_skill]
(
    [player_id] INT NOT NULL,
    [skill_id] INT NOT NULL,
    CONSTRAINT [player_skill_pk] PRIMARY KEY ([player_id],[skill_id])
);

-- ---------------------------------------------------------------------
-- sponsor
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[sponsor]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_13 NVARCHAR(MAX) = N''
    SELECT @drop_13 = @drop_13 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[sponsor]', N'U')
    EXEC sp_executesql @drop_13
    DROP TABLE [sponsor]
END;

CREATE TABLE [sponsor]
(
    [id] INT NOT NULL IDENTITY,
    [name] VARCHAR(50) NULL,
    CONSTRAINT [sponsor_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- team_sponsor
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[team_sponsor]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_14 NVARCHAR(MAX) = N''
    SELECT @drop_14 = @drop_14 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[team_sponsor]', N'U')
    EXEC sp_executesql @drop_14
    DROP TABLE [team_sponsor]
END;

-- Many-to-many with a payload.
CREATE TABLE [team_sponsor]
(
    [team_id] INT NOT NULL,
    [sponsor_id] INT NOT NULL,
    [amount] DECIMAL(10,2) NULL,
    CONSTRAINT [team_sponsor_pk] PRIMARY KEY ([team_id],[sponsor_id])
);

-- ---------------------------------------------------------------------
-- friendship
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[friendship]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_15 NVARCHAR(MAX) = N''
    SELECT @drop_15 = @drop_15 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[friendship]', N'U')
    EXEC sp_executesql @drop_15
    DROP TABLE [friendship]
END;

-- Many-to-many of one table with itself.
CREATE TABLE [friendship]
(
    [left_id] INT NOT NULL,
    [right_id] INT NOT NULL,
    CONSTRAINT [friendship_pk] PRIMARY KEY ([left_id],[right_id])
);

-- ---------------------------------------------------------------------
-- position
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[position]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_16 NVARCHAR(MAX) = N''
    SELECT @drop_16 = @drop_16 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[position]', N'U')
    EXEC sp_executesql @drop_16
    DROP TABLE [position]
END;

CREATE TABLE [position]
(
    [id] INT NOT NULL IDENTITY,
    [name] VARCHAR(50) NULL,
    CONSTRAINT [position_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- lineup
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[lineup]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_17 NVARCHAR(MAX) = N''
    SELECT @drop_17 = @drop_17 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[lineup]', N'U')
    EXEC sp_executesql @drop_17
    DROP TABLE [lineup]
END;

-- Many-to-many of three tables, with the year in the key.
CREATE TABLE [lineup]
(
    [team_id] INT NOT NULL,
    [member_id] INT NOT NULL,
    [position_id] INT NOT NULL,
    [year] INT NOT NULL,
    CONSTRAINT [lineup_pk] PRIMARY KEY ([team_id],[member_id],[position_id],[year])
);

-- ---------------------------------------------------------------------
-- log_line
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[log_line]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_18 NVARCHAR(MAX) = N''
    SELECT @drop_18 = @drop_18 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[log_line]', N'U')
    EXEC sp_executesql @drop_18
    DROP TABLE [log_line]
END;

-- Has no key.
CREATE TABLE [log_line]
(
    [text] VARCHAR(200) NULL,
    [player_id] INT NULL
);

-- ---------------------------------------------------------------------
-- prize
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[prize]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_19 NVARCHAR(MAX) = N''
    SELECT @drop_19 = @drop_19 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[prize]', N'U')
    EXEC sp_executesql @drop_19
    DROP TABLE [prize]
END;

CREATE TABLE [prize]
(
    [id] INT NOT NULL IDENTITY,
    [kind] VARCHAR(20) NULL,
    [awarded] DATETIME2 CONSTRAINT [prize_df_awarded] DEFAULT CURRENT_TIMESTAMP NULL,
    [winner_id] INT NULL,
    CONSTRAINT [prize_pk] PRIMARY KEY ([id])
);

-- ---------------------------------------------------------------------
-- kit
-- ---------------------------------------------------------------------

IF OBJECT_ID(N'[kit]', N'U') IS NOT NULL
BEGIN
    DECLARE @drop_20 NVARCHAR(MAX) = N''
    SELECT @drop_20 = @drop_20 + N'ALTER TABLE ' + QUOTENAME(OBJECT_SCHEMA_NAME(parent_object_id)) + N'.'
            + QUOTENAME(OBJECT_NAME(parent_object_id)) + N' DROP CONSTRAINT ' + QUOTENAME(name) + N' '
        FROM sys.foreign_keys
        WHERE referenced_object_id = OBJECT_ID(N'[kit]', N'U')
    EXEC sp_executesql @drop_20
    DROP TABLE [kit]
END;

-- Every column type.
CREATE TABLE [kit]
(
    [id] INT NOT NULL IDENTITY,
    [a_char] CHAR(3) NULL,
    [a_varchar] VARCHAR(50) CONSTRAINT [kit_df_a_varchar] DEFAULT 'it''s' NULL,
    [a_longvarchar] VARCHAR(MAX) NULL,
    [a_clob] VARCHAR(MAX) NULL,
    [a_numeric] NUMERIC(10,2) NULL,
    [a_decimal] DECIMAL(10,2) NULL,
    [a_tinyint] TINYINT NULL,
    [a_smallint] SMALLINT NULL,
    [a_integer] INT CONSTRAINT [kit_df_a_integer] DEFAULT 7 NOT NULL,
    [a_bigint] BIGINT NULL,
    [a_counter] BIGINT NULL,
    [a_real] REAL NULL,
    [a_float] FLOAT NULL,
    [a_double] FLOAT CONSTRAINT [kit_df_a_double] DEFAULT 1.5 NULL,
    [a_binary] BINARY(4) NULL,
    [a_varbinary] VARBINARY(MAX) NULL,
    [a_longvarbinary] VARBINARY(MAX) NULL,
    [a_blob] VARBINARY(MAX) NULL,
    [a_date] DATE CONSTRAINT [kit_df_a_date] DEFAULT '2001-02-03' NULL,
    [a_time] TIME NULL,
    [a_datetime] DATETIME2 NULL,
    [a_timestamp] DATETIME2 NULL,
    [a_boolean] BIT CONSTRAINT [kit_df_a_boolean] DEFAULT 1 NULL,
    [is_emulated] TINYINT NULL,
    [an_enum] TINYINT CONSTRAINT [kit_df_an_enum] DEFAULT 1 NULL,
    [size_class] TINYINT NULL,
    [colors] INT CONSTRAINT [kit_df_colors] DEFAULT 6 NULL,
    [labels] VARCHAR(MAX) NULL,
    [an_object] VARBINARY(MAX) NULL,
    [a_json] NVARCHAR(MAX) NULL,
    [a_uuid] UNIQUEIDENTIFIER NULL,
    [a_uuid_binary] BINARY(16) NULL,
    [an_instance] VARCHAR(50) NULL,
    CONSTRAINT [kit_pk] PRIMARY KEY ([id])
);

ALTER TABLE [team] ADD CONSTRAINT [team_fk_2459ca] FOREIGN KEY ([captain_id]) REFERENCES [player] ([id]) ON DELETE SET NULL;

ALTER TABLE [player] ADD CONSTRAINT [player_fk_f0e437] FOREIGN KEY ([team_id]) REFERENCES [team] ([id]) ON DELETE SET NULL;

ALTER TABLE [category] ADD CONSTRAINT [category_fk_6acc7d] FOREIGN KEY ([parent_id]) REFERENCES [category] ([id]) ON DELETE CASCADE;

ALTER TABLE [game] ADD CONSTRAINT [game_fk_345554] FOREIGN KEY ([home_id]) REFERENCES [team] ([id]) ON DELETE CASCADE;

ALTER TABLE [game] ADD CONSTRAINT [game_fk_19396b] FOREIGN KEY ([away_id]) REFERENCES [team] ([id]) ON DELETE CASCADE;

ALTER TABLE [game_part] ADD CONSTRAINT [game_part_fk_3cbcd5] FOREIGN KEY ([game_id]) REFERENCES [game] ([id]) ON DELETE CASCADE;

ALTER TABLE [goal] ADD CONSTRAINT [goal_fk_f6f36c] FOREIGN KEY ([game_id],[part]) REFERENCES [game_part] ([game_id],[part]) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE [goal] ADD CONSTRAINT [goal_fk_6866f7] FOREIGN KEY ([scorer_id]) REFERENCES [player] ([id]);

ALTER TABLE [player_card] ADD CONSTRAINT [player_card_fk_97a1b7] FOREIGN KEY ([player_id]) REFERENCES [player] ([id]) ON DELETE CASCADE;

ALTER TABLE [stadium] ADD CONSTRAINT [stadium_fk_15f196] FOREIGN KEY ([country_code]) REFERENCES [country] ([code]);

ALTER TABLE [player_skill] ADD CONSTRAINT [player_skill_fk_97a1b7] FOREIGN KEY ([player_id]) REFERENCES [player] ([id]) ON DELETE CASCADE;

ALTER TABLE [player_skill] ADD CONSTRAINT [player_skill_fk_e367ab] FOREIGN KEY ([skill_id]) REFERENCES [skill] ([id]) ON DELETE CASCADE;

ALTER TABLE [team_sponsor] ADD CONSTRAINT [team_sponsor_fk_f0e437] FOREIGN KEY ([team_id]) REFERENCES [team] ([id]) ON DELETE CASCADE;

ALTER TABLE [team_sponsor] ADD CONSTRAINT [team_sponsor_fk_b78c3d] FOREIGN KEY ([sponsor_id]) REFERENCES [sponsor] ([id]) ON DELETE CASCADE;

ALTER TABLE [friendship] ADD CONSTRAINT [friendship_fk_3e5c91] FOREIGN KEY ([left_id]) REFERENCES [player] ([id]) ON DELETE CASCADE;

ALTER TABLE [friendship] ADD CONSTRAINT [friendship_fk_27d4e4] FOREIGN KEY ([right_id]) REFERENCES [player] ([id]) ON DELETE CASCADE;

ALTER TABLE [lineup] ADD CONSTRAINT [lineup_fk_f0e437] FOREIGN KEY ([team_id]) REFERENCES [team] ([id]) ON DELETE CASCADE;

ALTER TABLE [lineup] ADD CONSTRAINT [lineup_fk_c642b8] FOREIGN KEY ([member_id]) REFERENCES [player] ([id]) ON DELETE CASCADE;

ALTER TABLE [lineup] ADD CONSTRAINT [lineup_fk_85bb05] FOREIGN KEY ([position_id]) REFERENCES [position] ([id]) ON DELETE CASCADE;

ALTER TABLE [log_line] ADD CONSTRAINT [log_line_fk_97a1b7] FOREIGN KEY ([player_id]) REFERENCES [player] ([id]) ON DELETE CASCADE;

ALTER TABLE [prize] ADD CONSTRAINT [prize_fk_a49a19] FOREIGN KEY ([winner_id]) REFERENCES [team] ([id]);
