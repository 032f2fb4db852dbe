import test from 'ava'
import { type DialectName, dialects } from 'orm-core'
import { isNarrower } from '#core/evolve/narrower.js'

/** Types in an order in which each holds all values of those before it, and those before it hold not all of its own. */
const chains: Readonly<Record<string, readonly (readonly string[])[]>> = {
  pgsql: [
    ['boolean', 'smallint', 'integer', 'bigint', 'numeric(30,0)', 'numeric(40,2)', 'numeric', 'text'],
    ['integer[]', 'bigint[]', 'numeric[]', 'text[]'],
    ['int4range', 'int8range', 'numrange', 'text'],
    ['int4multirange', 'int8multirange', 'nummultirange'],
    ['daterange', 'tsrange', 'tstzrange'],
    ['smallint', 'real', 'double precision', 'text'],
    ['integer', 'double precision'],
    ['numeric(5,2)', 'numeric(6,2)', 'numeric(9,4)', 'double precision'],
    ['numeric(5,-2)', 'numeric(8,1)'],
    ['varchar(10)', 'varchar(20)', 'text'],
    ['char(5)', 'char(9)', 'varchar(9)', 'text'],
    ['integer', 'varchar(11)'],
    ['numeric(5,2)', 'varchar(7)'],
    ['date', 'timestamp(0)', 'timestamp(3)', 'timestamp', 'timestamptz', 'text'],
    ['time(0)', 'time', 'timetz', 'varchar(21)'],
    ['interval(2)', 'interval(4)', 'interval', 'text'],
    ['interval year to month', 'interval'],
    ['uuid', 'varchar(36)'],
    ['cidr', 'inet', 'varchar(43)'],
    ['macaddr', 'macaddr8'],
    ['bit(3)', 'bit(4)', 'varbit(4)', 'varbit'],
    ['json', 'text'],
    ['hstore', 'text'],
    ['geometry(point,4326)', 'geometry(geometry,4326)', 'geometry'],
    ['date', 'varchar(10)'],
    ['integer', 'integer[]', 'text'],
  ],
  mysql: [
    ['tinyint unsigned', 'smallint', 'mediumint', 'int', 'bigint', 'decimal(30,0)', 'decimal(32,2)', 'text'],
    ['bigint unsigned', 'decimal(20,0)', 'decimal(30,0)'],
    ['int unsigned', 'bigint'],
    ['smallint unsigned', 'decimal(5,0)'],
    ['mediumint', 'decimal(7,0)'],
    ['bigint', 'decimal(19,0)'],
    ['decimal(5,2) unsigned', 'decimal(5,2)', 'decimal(7,2)'],
    ['mediumint', 'float', 'double'],
    ['double(8,2)', 'double(10,2)', 'double'],
    ['char(5)', 'varchar(5)', 'tinytext', 'text', 'mediumtext', 'longtext'],
    ['varchar(16000)', 'text'],
    ['binary(5)', 'varbinary(9)', 'tinyblob', 'blob', 'mediumblob', 'longblob'],
    ["enum('a','bcd')", 'varchar(3)', 'varchar(9)'],
    ["set('a','bcd')", 'varchar(5)'],
    ['date', 'datetime', 'datetime(3)', 'datetime(6)'],
    ['timestamp', 'datetime'],
    ['timestamp(3)', 'datetime(3)'],
    ['time', 'time(3)'],
    ['year', 'smallint'],
    ['bit(8)', 'smallint'],
    ['int', 'varchar(11)'],
    ['json', 'longtext'],
  ],
  mssql: [
    ['bit', 'tinyint', 'smallint', 'int', 'bigint', 'decimal(19,0)', 'varchar(max)'],
    ['varchar(20)', 'nvarchar(20)', 'nvarchar(max)'],
    ['real', 'float(53)'],
    ['smalldatetime', 'datetime2(3)', 'datetime2(7)', 'datetimeoffset(7)'],
    ['date', 'datetime2(0)'],
    ['uniqueidentifier', 'varchar(max)'],
    ['varbinary(10)', 'varbinary(max)'],
  ],
  oracle: [
    ['number(3,0)', 'number(5,0)', 'number(9,2)', 'number', 'nvarchar2(255)'],
    ['nvarchar2(20)', 'nvarchar2(255)', 'clob'],
    ['raw(16)', 'blob'],
    ['date', 'timestamp(3)', 'timestamp(6)', 'timestamp(6) with time zone'],
  ],
}

/** Pairs in which the second does not hold all values of the first. */
const apart: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  pgsql: [
    ['bigint', 'double precision'],
    ['integer', 'real'],
    ['numeric(20,5)', 'double precision'],
    ['numeric(5,2)', 'numeric(5,4)'],
    ['numeric(5,-2)', 'numeric(5,0)'],
    ['integer', 'int4range'],
    ['int4range', 'daterange'],
    ['date', 'time'],
    ['time', 'timestamp'],
    ['varbit(3)', 'bit(3)'],
    ['varchar(5)', 'char(9)'],
    ['integer', 'varchar(5)'],
    ['bytea', 'text'],
    ['uuid', 'bytea'],
    ['vector(3)', 'vector(4)'],
    ['geometry(point,4326)', 'geometry(geometry,3857)'],
  ],
  mysql: [
    ['int unsigned', 'int'],
    ['date', 'timestamp'],
    ['datetime(3)', 'timestamp'],
    ["enum('a','bcd')", 'varchar(2)'],
    ['bigint', 'double'],
    ['varchar(10)', 'varbinary(100)'],
  ],
  mssql: [
    ['nvarchar(20)', 'varchar(40)'],
    ['tinyint', 'bit'],
  ],
  oracle: [['number', 'float(126)']],
}
/** Of two types that hold the same values, both are named one after the other. */
const alike: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  pgsql: [
    ['varchar', 'text'],
    ['text', 'citext'],
    ['json', 'jsonb'],
    ['varbit', 'bit varying'],
  ],
  mysql: [
    ['tinyint', 'tinyint(1)'],
    ['int(5)', 'int'],
    ['int unsigned', 'int(10) unsigned zerofill'],
  ],
  mssql: [['varchar(max)', 'text']],
  oracle: [],
}

for (const vendor of Object.keys(chains) as DialectName[]) {
  const { reverse, alter } = dialects[vendor]
  const narrows = (from: string, to: string): boolean =>
    isNarrower({ type: reverse.canonical(from) }, { type: reverse.canonical(to) }, alter.costs.limits)

  test(`${vendor}: M103 is said where a type holds less, and only there`, (t) => {
    for (const chain of chains[vendor]!) {
      for (const [at, from] of chain.entries()) {
        for (const to of chain.slice(at + 1)) {
          t.false(narrows(from, to), `${from} to ${to}`)
          t.true(narrows(to, from), `${to} to ${from}`)
        }
      }
    }
    for (const [one, other] of apart[vendor]!) t.true(narrows(one, other), `${one} to ${other}`)
    for (const [one, other] of alike[vendor]!) {
      t.false(narrows(one, other), `${one} to ${other}`)
      t.false(narrows(other, one), `${other} to ${one}`)
    }
  })
}

test('a domain holds what its type holds, and a list what is in it', (t) => {
  const { limits } = dialects.pgsql.alter.costs
  const narrows = (from: string, to: string, values: readonly string[] = []): boolean =>
    isNarrower({ type: from, values }, { type: to }, limits)
  t.false(narrows('"public"."positive" integer', 'integer'))
  t.false(narrows('integer', '"public"."positive" integer'))
  t.false(narrows('"shop"."po""s" integer', '"public"."large" bigint'))
  t.true(narrows('"public"."large" bigint', '"public"."positive" integer'))
  t.false(narrows('"public"."status"', 'varchar(5)', ['new', 'sold']))
  t.true(narrows('"public"."status"', 'varchar(3)', ['new', 'sold']))
  t.false(narrows('"public"."status"[]', 'varchar(5)[]', ['new', 'sold']))
  t.true(isNarrower({ type: 'text' }, { type: '"public"."status"', values: ['new'] }, limits))
})
