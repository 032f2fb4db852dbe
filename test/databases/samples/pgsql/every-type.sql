CREATE TABLE numbers (id smallint PRIMARY KEY, a integer, b bigint, c numeric, d numeric(12,3), e real, f double precision, g money, h serial, i bigserial, j smallserial);
CREATE TABLE texts (id integer PRIMARY KEY, a char, b char(3), c varchar, d varchar(7), e text, f bytea, g uuid, h xml, i json, j jsonb, k name, l "char");
CREATE TABLE times (id integer PRIMARY KEY, a date, b time, c time(3), d timetz, e timestamp, f timestamp(0), g timestamptz, h interval, i interval day to second, j interval(2));
CREATE TABLE nets (id integer PRIMARY KEY, a inet, b cidr, c macaddr, d macaddr8, e bit, f bit(5), g varbit, h varbit(9), i boolean);
CREATE TABLE shapes (id integer PRIMARY KEY, a point, b line, c lseg, d box, e path, f polygon, g circle, h tsvector, i tsquery, j pg_lsn);
CREATE TABLE ranges (id integer PRIMARY KEY, a int4range, b int8range, c numrange, d tsrange, e tstzrange, f daterange, g int4multirange);
CREATE TABLE arrays (id integer PRIMARY KEY, a integer[], b text[], c varchar(5)[], d numeric(5,2)[], e integer[][], f timestamptz[], g uuid[] DEFAULT '{}', h boolean[] NOT NULL DEFAULT ARRAY[true, false]);
CREATE TYPE address AS (street text, zip integer);
CREATE TABLE composite (id integer PRIMARY KEY, a address);
