CREATE SCHEMA stock;
CREATE SCHEMA "Odd Schema";
CREATE TABLE stock.item (id serial PRIMARY KEY, name text NOT NULL);
CREATE TABLE "Odd Schema".item (id serial PRIMARY KEY, stock_item_id integer REFERENCES stock.item (id));
CREATE TABLE public.item (id serial PRIMARY KEY, other_id integer REFERENCES "Odd Schema".item (id) ON DELETE CASCADE);
CREATE TYPE stock.state AS ENUM ('in', 'out');
CREATE TABLE stock.move (id serial PRIMARY KEY, item_id integer NOT NULL REFERENCES stock.item, state stock.state NOT NULL DEFAULT 'in');
