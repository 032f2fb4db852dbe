-- shop (mssql), written by orm migration:diff from schema.xml
-- orm: up
-- rows without a value stop this: SELECT * FROM [author] WHERE [name] IS NULL
-- rows with equal values stop this: SELECT [name], COUNT(*) FROM [author] GROUP BY [name] HAVING COUNT(*) > 1
ALTER TABLE [book] DROP CONSTRAINT [book_fk_ea464c];
DROP TABLE [gone]; -- the rows of gone are lost
ALTER TABLE [author] DROP CONSTRAINT [author_email];
ALTER TABLE [author] DROP CONSTRAINT [author_df_email];
DROP INDEX [book_once] ON [book];
DROP INDEX [book_pages] ON [book];
DROP INDEX [book_cheap] ON [book];
DROP INDEX [book_price] ON [book];
ALTER TABLE [book] DROP CONSTRAINT [book_df_price];
ALTER TABLE [book] DROP CONSTRAINT [book_df_pages];
ALTER TABLE [book] DROP CONSTRAINT [book_df_old];
ALTER TABLE [tag] DROP CONSTRAINT [tag_pk];
EXEC sp_rename N'[loan]', N'rental';
EXEC sp_rename N'[rental].[loan_i_20aabe]', N'rental_i_20aabe', N'INDEX';
EXEC sp_rename N'[loan_fk_23450f]', N'rental_fk_23450f', N'OBJECT';
EXEC sp_rename N'[loan_pk]', N'rental_pk', N'OBJECT';
CREATE TABLE [shelf]
(
    [id] INT NOT NULL IDENTITY,
    [book_id] INT NULL,
    CONSTRAINT [shelf_pk] PRIMARY KEY ([id])
);
ALTER TABLE [author] ALTER COLUMN [name] VARCHAR(80) NOT NULL;
ALTER TABLE [author] ADD [born] DATE NULL;
EXEC sp_rename N'[book].[title]', N'name', N'COLUMN';
ALTER TABLE [book] ALTER COLUMN [price] DECIMAL(10,2) NULL;
ALTER TABLE [book] ALTER COLUMN [pages] INT NULL;
ALTER TABLE [book] ADD CONSTRAINT [book_df_price] DEFAULT 2.5 FOR [price];
ALTER TABLE [book] ADD [isbn] VARCHAR(24) CONSTRAINT [book_df_isbn] DEFAULT '?' NOT NULL;
ALTER TABLE [book] DROP COLUMN [old]; -- the values of [old] are lost
ALTER TABLE [tag] ADD CONSTRAINT [tag_pk] PRIMARY KEY ([book_id],[word]);
ALTER TABLE [author] ADD CONSTRAINT [author_name] UNIQUE NONCLUSTERED ([name]) ON [PRIMARY];
CREATE UNIQUE INDEX [book_covered] ON [book] ([isbn]) INCLUDE ([pages]);
CREATE UNIQUE INDEX [book_many_pages] ON [book] ([pages] DESC,[id]);
CREATE INDEX [book_isbn] ON [book] ([isbn]);
CREATE INDEX [book_cheap] ON [book] ([name]) WHERE pages < 5;
ALTER TABLE [book] ADD CONSTRAINT [book_once] UNIQUE NONCLUSTERED ([name],[id]) ON [PRIMARY];
ALTER TABLE [book] ADD CONSTRAINT [book_fk_ea464c] FOREIGN KEY ([author_id]) REFERENCES [author] ([id]) ON DELETE SET NULL;
ALTER TABLE [tag] ADD CONSTRAINT [tag_fk_23450f] FOREIGN KEY ([book_id]) REFERENCES [book] ([id]);
ALTER TABLE [shelf] ADD CONSTRAINT [shelf_fk_23450f] FOREIGN KEY ([book_id]) REFERENCES [book] ([id]);

-- orm: down
ALTER TABLE [book] DROP CONSTRAINT [book_fk_ea464c];
ALTER TABLE [tag] DROP CONSTRAINT [tag_fk_23450f];
DROP TABLE [shelf]; -- the rows of shelf are lost
ALTER TABLE [author] DROP CONSTRAINT [author_name];
DROP INDEX [book_covered] ON [book];
DROP INDEX [book_many_pages] ON [book];
DROP INDEX [book_isbn] ON [book];
DROP INDEX [book_cheap] ON [book];
ALTER TABLE [book] DROP CONSTRAINT [book_once];
ALTER TABLE [book] DROP CONSTRAINT [book_df_price];
ALTER TABLE [book] DROP CONSTRAINT [book_df_isbn];
ALTER TABLE [tag] DROP CONSTRAINT [tag_pk];
EXEC sp_rename N'[rental]', N'loan';
EXEC sp_rename N'[loan].[rental_i_20aabe]', N'loan_i_20aabe', N'INDEX';
EXEC sp_rename N'[rental_fk_23450f]', N'loan_fk_23450f', N'OBJECT';
EXEC sp_rename N'[rental_pk]', N'loan_pk', N'OBJECT';
CREATE TABLE [gone]
(
    [id] INT NOT NULL IDENTITY,
    [book_id] INT NULL,
    CONSTRAINT [gone_pk] PRIMARY KEY ([id])
);
ALTER TABLE [author] ALTER COLUMN [name] VARCHAR(50) NULL;
ALTER TABLE [author] ADD CONSTRAINT [author_df_email] DEFAULT 'none' FOR [email];
ALTER TABLE [author] DROP COLUMN [born]; -- the values of [born] are lost
EXEC sp_rename N'[book].[name]', N'title', N'COLUMN';
ALTER TABLE [book] ALTER COLUMN [price] INT NULL;
ALTER TABLE [book] ALTER COLUMN [pages] INT NOT NULL;
ALTER TABLE [book] ADD CONSTRAINT [book_df_price] DEFAULT 1 FOR [price];
ALTER TABLE [book] ADD CONSTRAINT [book_df_pages] DEFAULT 1 FOR [pages];
ALTER TABLE [book] ADD [old] DATE CONSTRAINT [book_df_old] DEFAULT '2020-01-01' NULL;
ALTER TABLE [book] DROP COLUMN [isbn]; -- the values of [isbn] are lost
ALTER TABLE [tag] ADD CONSTRAINT [tag_pk] PRIMARY KEY ([book_id]);
ALTER TABLE [author] ADD CONSTRAINT [author_email] UNIQUE NONCLUSTERED ([email]) ON [PRIMARY];
CREATE UNIQUE INDEX [book_once] ON [book] ([title] DESC,[id]);
CREATE UNIQUE INDEX [book_pages] ON [book] ([pages] DESC,[id]);
CREATE INDEX [book_cheap] ON [book] ([title]) WHERE price < 5;
CREATE INDEX [book_price] ON [book] ([price]);
ALTER TABLE [book] ADD CONSTRAINT [book_fk_ea464c] FOREIGN KEY ([author_id]) REFERENCES [author] ([id]) ON DELETE CASCADE;
ALTER TABLE [gone] ADD CONSTRAINT [gone_fk_23450f] FOREIGN KEY ([book_id]) REFERENCES [book] ([id]);
