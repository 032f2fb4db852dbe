CREATE TABLE tenant (id BLOB NOT NULL PRIMARY KEY, name TEXT NOT NULL CHECK (length(name) > 0), settings TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings))) WITHOUT ROWID;
CREATE TABLE member (tenant_id BLOB NOT NULL REFERENCES tenant ON DELETE CASCADE, id INTEGER NOT NULL, email TEXT NOT NULL COLLATE NOCASE, PRIMARY KEY (tenant_id, id), UNIQUE (tenant_id, email));
CREATE TABLE task (id INTEGER PRIMARY KEY, tenant_id BLOB NOT NULL, assignee_id INTEGER, title TEXT NOT NULL, done BOOLEAN NOT NULL DEFAULT FALSE, CONSTRAINT assigned FOREIGN KEY (tenant_id, assignee_id) REFERENCES member (tenant_id, id));
CREATE UNIQUE INDEX one_open_title ON task (tenant_id, lower(title)) WHERE NOT done;
