import { dialects } from 'orm-core'
import type { DatabaseName } from './databases.js'
import { oddNames } from './name-forms.js'

/** The types of a server in usual notation, and the statements that must run before. */
export const nativeTypes: Readonly<
  Record<DatabaseName, { readonly setUp: readonly string[]; readonly types: readonly string[] }>
> = {
  pgsql: {
    setUp: [
      'CREATE DOMAIN posint AS integer CHECK (VALUE > 0)',
      "CREATE DOMAIN code AS varchar(5) NOT NULL DEFAULT 'abc'",
      'CREATE DOMAIN "Small Code" AS code CHECK (length(VALUE) < 4)',
      "CREATE TYPE mood AS ENUM ('sad', 'it''s ok', 'happy')",
      'CREATE DOMAIN good_mood AS mood',
      'CREATE TYPE pair AS (a integer, b text)',
    ],
    types:
      `smallint;integer;bigint;numeric;numeric(10,2);numeric(5);real;double precision;money;char;char(5);varchar;varchar(20);text;bytea;timestamp;timestamp(3);timestamptz;timestamptz(0);date;time;time(2);timetz;timetz(1);interval;interval day to second;boolean;point;line;lseg;box;path;polygon;circle;cidr;inet;macaddr;macaddr8;bit;bit(8);bit varying;bit varying(10);tsvector;tsquery;uuid;xml;json;jsonb;integer[];text[][];numeric(4,1)[];int4range;tstzrange;oid;name;"char";regclass;pg_lsn;jsonpath;posint;code;"Small Code";mood;good_mood;mood[];posint[];pair`.split(
        ';',
      ),
  },
  mysql: {
    setUp: [],
    types:
      `tinyint(1)|tinyint|tinyint unsigned|smallint|smallint unsigned|mediumint|mediumint unsigned|int|int unsigned|int(5) zerofill|bigint|bigint unsigned|decimal(10,2)|decimal(10,2) unsigned|decimal(65,30)|float|float(7,3)|float unsigned|double|double unsigned|double(10,2)|bit(1)|bit(8)|boolean|char|char(3)|varchar(20)|varchar(20) character set latin1|varchar(20) collate utf8mb4_bin|tinytext|text|mediumtext|longtext|binary|binary(3)|varbinary(10)|tinyblob|blob|mediumblob|longblob|date|datetime|datetime(6)|timestamp null|timestamp(3) null|time|time(2)|year|enum('a','b c','it''s','x,y')|set('x','y')|json|point|geometry|polygon|uuid|inet6`.split(
        '|',
      ),
  },
  sqlite: {
    setUp: [],
    types:
      'INTEGER|INT|TINYINT|SMALLINT|MEDIUMINT|BIGINT|UNSIGNED BIG INT|INT2|INT8|CHARACTER(20)|CHAR(3)|VARCHAR(255)|VARCHAR|VARYING CHARACTER(255)|NCHAR(55)|NVARCHAR(100)|TEXT|CLOB|BLOB||REAL|DOUBLE|DOUBLE PRECISION|FLOAT|NUMERIC|DECIMAL(10,5)|DECIMAL|BOOLEAN|DATE|DATETIME|TIME|TIMESTAMP|YEAR|JSON|UUID|MEDIUMTEXT|LONGTEXT|TINYBLOB|ENUM|"odd type"|money(3)'.split(
        '|',
      ),
  },
}

const defaults: Readonly<Record<DatabaseName, readonly (readonly [type: string, value: string])[]>> = {
  pgsql: [
    ['integer', '5'],
    ['integer', '(-3)'],
    ['integer', '(1 + 2)'],
    ['numeric(10,2)', '-1.50'],
    ['text', "'it''s; --'"],
    ['text', "E'a\\\\b\\nc'"],
    ['text', 'CURRENT_USER'],
    ['varchar(20)', "upper('x')"],
    ['timestamp', 'now()'],
    ['timestamptz', 'CURRENT_TIMESTAMP'],
    ['timestamp(3)', 'LOCALTIMESTAMP(3)'],
    ['date', 'CURRENT_DATE'],
    ['date', "'2020-01-31'"],
    ['boolean', 'true'],
    ['uuid', 'gen_random_uuid()'],
    ['jsonb', `'{"a": [1]}'`],
    ['integer[]', "'{1,2}'"],
    ['text[]', "ARRAY['a', 'b']"],
    ['mood', "'sad'"],
    ['posint', '7'],
    ['code', "'xyz'"],
    ['interval', "'1 day'"],
    ['bytea', "'\\xdeadbeef'"],
    ['bit(3)', "B'101'"],
  ],
  mysql: [
    ['int', '5'],
    ['int unsigned', '0'],
    ['bigint', '(1 + 2)'],
    ['decimal(10,2)', '-1.50'],
    ['varchar(60)', "'it''s; -- \\\\'"],
    ['varchar(60)', "(concat('a', 'b'))"],
    ['text', "('long')"],
    ['datetime', 'CURRENT_TIMESTAMP'],
    ['datetime(6)', 'CURRENT_TIMESTAMP(6)'],
    ['timestamp', 'CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP'],
    ['timestamp(3)', 'CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3)'],
    ['date', "'2020-01-31'"],
    ['date', '(curdate())'],
    ['tinyint(1)', '1'],
    ["enum('a','b')", "'b'"],
    ["set('a','b')", "'a,b'"],
    ['varchar(40)', '(uuid())'],
    ['mediumint', '-9'],
    ['year', '1999'],
    ['binary(3)', "'ab'"],
    ['bit(3)', "b'101'"],
    ['json', "('[]')"],
  ],
  sqlite: [
    ['INTEGER', '5'],
    ['INT', '(1 + 2)'],
    ['INTEGER', '-3'],
    ['TEXT', "'it''s; --'"],
    ['VARCHAR(20)', "(upper('x'))"],
    ['DATETIME', 'CURRENT_TIMESTAMP'],
    ['DATE', 'CURRENT_DATE'],
    ['BOOLEAN', '1'],
    ['BOOLEAN', 'TRUE'],
    ['REAL', '1.5e3'],
    ['TEXT', 'NULL'],
    ['BLOB', "x'00ff'"],
    ['TEXT', '(lower(hex(randomblob(4))))'],
  ],
}

interface Made {
  readonly statements: readonly string[]
  /** Words that must occur in the notices. */
  readonly losses: readonly string[]
}

/** Returns tables with keys, indexes, checks, generated columns, and comments, the same for the same seed. */
export function randomTables(vendor: DatabaseName, seed: number): Made {
  const random = randomOf(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const { unusableNames } = dialects[vendor]
  const oddOnes = oddNames.filter((name) => unusableNames.every(({ pattern }) => !pattern.test(name)))
  const chance = (part: number): boolean => random() < part
  const isMysql = vendor === 'mysql'
  const quote = (name: string): string =>
    isMysql ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`
  const statements: string[] = [...nativeTypes[vendor].setUp]
  const losses: string[] = []
  const tables: { readonly name: string; readonly keyType: string }[] = []
  const keyTypes: Readonly<Record<DatabaseName, readonly string[]>> = {
    pgsql: ['integer', 'bigint', 'smallint', 'uuid', 'varchar(30)', 'posint'],
    mysql: ['int', 'int unsigned', 'mediumint', 'mediumint unsigned', 'bigint unsigned', 'smallint', 'varchar(30)'],
    sqlite: ['INTEGER', 'INT', 'VARCHAR(30)', 'BIGINT'],
  }
  const numbering = (type: string): string | undefined => {
    if (vendor === 'pgsql') return pick(['serial', 'bigserial', 'integer GENERATED BY DEFAULT AS IDENTITY'])
    return vendor === 'sqlite' || type.startsWith('varchar') ? undefined : `${type} AUTO_INCREMENT`
  }

  const count = 2 + Math.floor(random() * 4)
  for (let number = 0; number < count; number++) {
    const name = chance(0.4) ? `${pick(oddOnes)} ${number}` : `table_${number}`
    const lines: string[] = []
    const after: string[] = []
    const used = new Set(['id'])
    const newName = (plain: string): string => {
      const candidate = chance(0.35) ? pick(oddOnes) : plain
      const free = used.has(candidate.toLowerCase()) ? plain : candidate
      used.add(free.toLowerCase())
      return free
    }
    const keyType = pick(keyTypes[vendor])
    const numbered = chance(0.5) ? numbering(keyType) : undefined
    const isPgSerial = vendor === 'pgsql' && numbered !== undefined
    const ownKeyType = isPgSerial ? (numbered.startsWith('big') ? 'bigint' : 'integer') : keyType
    if (vendor === 'sqlite' && keyType === 'INTEGER' && chance(0.5))
      lines.push('"id" INTEGER PRIMARY KEY AUTOINCREMENT')
    else lines.push(`${quote('id')} ${numbered ?? keyType} NOT NULL PRIMARY KEY`)

    const columns: string[] = []
    const sortable: string[] = []
    for (let index = 0; index < 3 + Math.floor(random() * 6); index++) {
      const column = newName(`col_${index}`)
      columns.push(column)
      const comment = isMysql && chance(0.2) ? ` COMMENT 'It''s "x"; -- ${index}'` : ''
      if (chance(0.5)) {
        const [type, value] = pick(defaults[vendor])
        lines.push(
          `${quote(column)} ${type} DEFAULT ${value}${chance(0.3) && value !== 'NULL' ? ' NOT NULL' : ''}${comment}`,
        )
      } else {
        const type = pick(nativeTypes[vendor].types)
        const isRequired = chance(0.3) && !/timestamp/.test(type)
        lines.push(`${quote(column)} ${type}${isRequired ? ' NOT NULL' : ''}${comment}`)
        if (/^(?:int|varchar\(|smallint|INTEGER|bigint$)/.test(type)) sortable.push(column)
      }
    }
    if (tables.length > 0 && chance(0.7)) {
      const target = pick(tables)
      const column = newName('other_id')
      lines.push(`${quote(column)} ${target.keyType}`)
      const action = pick(['', ' ON DELETE CASCADE', ' ON DELETE SET NULL ON UPDATE CASCADE'])
      after.push(`FOREIGN KEY (${quote(column)}) REFERENCES ${quote(target.name)} (${quote('id')})${action}`)
    }
    if (chance(0.3)) {
      lines.push(`${quote('price')} INTEGER`)
      after.push(`CHECK (${quote('price')} > ${number})`)
      const generated = isMysql ? 'INTEGER AS (`price` * 2) STORED' : 'INTEGER GENERATED ALWAYS AS ("price" * 2) STORED'
      lines.push(`${quote('twice')} ${generated}`)
    }
    statements.push(`CREATE TABLE ${quote(name)} (${[...lines, ...after].join(', ')})`)
    for (const [index, column] of sortable.entries()) {
      if (chance(0.6)) continue
      const unique = chance(0.3) ? 'UNIQUE ' : ''
      const title = chance(0.3) ? `${pick(oddOnes)} ${number} ${index}` : `i_${number}_${index}`
      const isPartial = !isMysql && chance(0.3)
      if (isPartial) losses.push(`the index ${title} `)
      const condition = isPartial ? ` WHERE ${quote(column)} IS NOT NULL` : ''
      statements.push(`CREATE ${unique}INDEX ${quote(title)} ON ${quote(name)} (${quote(column)})${condition}`)
    }
    if (vendor === 'pgsql' && chance(0.4)) {
      statements.push(`COMMENT ON TABLE ${quote(name)} IS 'It''s a table; -- "x" 😀\n2'`)
      statements.push(`COMMENT ON COLUMN ${quote(name)}.${quote(columns[0]!)} IS 'C:\\temp'`)
    }
    tables.push({ name, keyType: ownKeyType })
  }
  const [a, b] = [tables[0]!, tables[1]!]
  statements.push(
    `CREATE TABLE link (a_id ${a.keyType} NOT NULL, b_id ${b.keyType} NOT NULL, PRIMARY KEY (a_id, b_id),
      FOREIGN KEY (a_id) REFERENCES ${quote(a.name)} (id), FOREIGN KEY (b_id) REFERENCES ${quote(b.name)} (id))`,
    `CREATE VIEW ${quote('a view')} AS SELECT 1 AS x`,
  )
  losses.push('a view: the view has no identity')
  return { statements, losses }
}

/** https://en.wikipedia.org/wiki/Linear_congruential_generator */
export function randomOf(seed: number): () => number {
  let state = seed * 2654435761
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
