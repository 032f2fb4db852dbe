CREATE TABLE author (id INTEGER PRIMARY KEY /* the key */, name TEXT -- whoever, CHECK (1)
  NOT NULL);
CREATE TABLE book (id INTEGER PRIMARY KEY, price INTEGER CHECK (price /* it's a comment ) */ > 0 -- , more )
  ), label TEXT DEFAULT ('none' /* x */), kind TEXT DEFAULT 'AUTOINCREMENT, CHECK (1)', twice INTEGER GENERATED ALWAYS AS (price /* y */ * 2), author_id INTEGER /* REFERENCES book */ REFERENCES author (id) /* DEFERRABLE */, CHECK (label COLLATE NOCASE <> 'x') CONSTRAINT not_seven CHECK (price <> 7), CONSTRAINT "label kind" UNIQUE (label, /* both */ kind), UNIQUE (price, kind));
CREATE INDEX book_label ON book (lower(label /* c */)) WHERE label /* d */ <> '';
CREATE VIEW cheap AS SELECT id, label /* comment */ FROM book -- end
;
CREATE TABLE numbered (id INTEGER, PRIMARY KEY (id /* all */ AUTOINCREMENT));
CREATE TABLE named (code TEXT CONSTRAINT code_required NOT NULL CONSTRAINT code_once UNIQUE, author_id INTEGER CONSTRAINT by_author REFERENCES author (id) DEFERRABLE INITIALLY DEFERRED, CONSTRAINT named_key PRIMARY KEY (code COLLATE NOCASE, author_id DESC))
