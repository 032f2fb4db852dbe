CREATE TABLE invoice (id TEXT NOT NULL DEFAULT (lower(hex(randomblob(16)))) PRIMARY KEY, price INTEGER NOT NULL, quantity INTEGER NOT NULL, total INTEGER GENERATED ALWAYS AS (price * quantity) STORED, label TEXT AS ('no ' || price) VIRTUAL, made_at TEXT DEFAULT (strftime('%Y-%m-%d', 'now')));
CREATE INDEX by_label ON invoice (label);
