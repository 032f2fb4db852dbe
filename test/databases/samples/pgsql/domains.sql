CREATE DOMAIN email AS varchar(255) CHECK (VALUE ~ '@');
CREATE DOMAIN positive AS integer NOT NULL DEFAULT 1 CHECK (VALUE > 0);
CREATE DOMAIN two_checks AS text CONSTRAINT long CHECK (length(VALUE) > 1) CONSTRAINT short CHECK (length(VALUE) < 9);
CREATE DOMAIN plain_domain AS numeric(9,2);
CREATE TABLE person (id serial PRIMARY KEY, mail email, age positive, nick two_checks, money plain_domain, other email NOT NULL DEFAULT 'a@b');
CREATE TYPE mood AS ENUM ('sad', 'ok', 'it''s "fine"', 'with, comma', '');
CREATE TABLE diary (id serial PRIMARY KEY, mood mood NOT NULL DEFAULT 'ok', moods mood[], previous mood);
