import test from 'ava'
import fc from 'fast-check'
import { importAndMake } from '../databases/samples/round-trip.js'
import { createDatabase, type DatabaseName, databases } from '../support/databases.js'
import { check } from '../support/fuzz.js'
import { onOneConnection } from '../support/query.js'

/** Something that a table may have beside others: all of them go together. */
interface Feature {
  /** Statements before the table. */
  readonly before?: readonly string[]
  /** Columns and constraints. */
  readonly within?: readonly string[]
  readonly after?: readonly string[]
}

/** Features by the quoted name of the table, and a word for names that nothing else has. */
type Features = (table: string, own: string) => readonly Feature[]

const column = (...within: string[]): Feature => ({ within })
const after = (...statements: string[]): Feature => ({ after: statements })

const features: Readonly<Record<DatabaseName, Features>> = {
  pgsql: (table, own) => [
    ...columnsOf(own, [
      'integer GENERATED ALWAYS AS (n + m) STORED',
      "text GENERATED ALWAYS AS (lower(s) || ' it''s') STORED",
      "tsvector GENERATED ALWAYS AS (to_tsvector('english', coalesce(s, ''))) STORED",
      "int4range DEFAULT '[1,5)'",
      'tstzrange NOT NULL',
      "numrange DEFAULT 'empty'",
      "text[] NOT NULL DEFAULT '{}'",
      'integer[] DEFAULT ARRAY[1, 2]',
      'numeric(5,2)[]',
      'varchar(20)[] DEFAULT \'{a,"b c"}\'',
      'smallint DEFAULT -3',
      'numeric(6,-2) DEFAULT 100',
      'numeric(2,4)',
      'numeric DEFAULT 1e3',
      'double precision DEFAULT 0.1',
      'real',
      'char(3)',
      'bpchar',
      "varchar DEFAULT ''",
      "varchar(9) DEFAULT 'NULL'",
      'text COLLATE "C"',
      "text DEFAULT 'a\\b''c'",
      'text DEFAULT CURRENT_USER',
      'uuid DEFAULT gen_random_uuid()',
      'jsonb DEFAULT \'{"a": [1, "x"]}\'',
      'json',
      "bytea DEFAULT '\\x00ff'",
      "inet DEFAULT '10.0.0.1/8'",
      'cidr',
      'macaddr',
      'macaddr8',
      "interval DEFAULT '1 day 02:00:00'",
      'interval day to second(3)',
      'timestamptz NOT NULL DEFAULT now()',
      'timestamptz(0)',
      'timestamp(3) DEFAULT LOCALTIMESTAMP(3)',
      'timestamp DEFAULT CURRENT_TIMESTAMP(0)',
      'text DEFAULT LOCALTIMESTAMP',
      "timestamp DEFAULT '2020-01-31 10:00:00'",
      'date DEFAULT CURRENT_DATE + 1',
      'time(2)',
      'timetz',
      "bit(3) DEFAULT B'101'",
      'varbit(5)',
      'boolean NOT NULL DEFAULT true',
      'money',
      'point',
      'oid',
      '"char"',
      'xml',
      'bigserial',
      'integer DEFAULT (random() * 10)::integer',
    ]),
    {
      before: [`CREATE TYPE ${own}_mood AS ENUM ('sad', 'it''s ok', 'a,b')`],
      within: [`${own}_e ${own}_mood DEFAULT 'sad'`],
    },
    {
      before: [`CREATE TYPE ${own}_kind AS ENUM ('x', 'y')`],
      within: [`${own}_es ${own}_kind[] NOT NULL DEFAULT '{x}'`],
    },
    {
      before: [`CREATE DOMAIN ${own}_pos AS integer CHECK (VALUE > 0)`],
      within: [`${own}_d ${own}_pos NOT NULL`, `${own}_d2 ${own}_pos DEFAULT 7`],
    },
    {
      before: [
        `CREATE DOMAIN ${own}_code AS varchar(5) NOT NULL DEFAULT 'abc' CONSTRAINT ${own}_short CHECK (length(VALUE) < 4)`,
      ],
      within: [`${own}_dc ${own}_code`],
    },
    { before: [`CREATE DOMAIN ${own}_plain AS text`], within: [`${own}_dp ${own}_plain`] },
    { before: [`CREATE TYPE ${own}_pair AS (a integer, b text)`], within: [`${own}_c ${own}_pair`] },
    { before: [`CREATE TYPE ${own}_range AS RANGE (subtype = float8)`], within: [`${own}_r ${own}_range`] },
    {
      before: [`CREATE SEQUENCE ${own}_seq START 100 INCREMENT 5`],
      within: [`${own}_n bigint NOT NULL DEFAULT nextval('${own}_seq')`],
    },
    { before: [`CREATE SEQUENCE ${own}_odd MINVALUE 10 MAXVALUE 90 CYCLE CACHE 4`] },
    column(`CONSTRAINT ${own}_positive CHECK (n > 0)`),
    column("CHECK (s IN ('a', 'b', 'it''s'))"),
    column('CHECK (n BETWEEN 1 AND 10 OR m IS NULL)'),
    column(`CHECK (s ~ '^[a-z]+\\d$' AND s NOT LIKE '%\\_%')`),
    column("CHECK (CASE WHEN n > 3 THEN s <> 'x' ELSE m IS DISTINCT FROM 4 END)"),
    column("CHECK (d > '2000-01-01'::date AND length(s) < 100)"),
    column('CHECK (n = ANY (ARRAY[1, 2, 3]))'),
    column('CHECK (d < now() AND extract(year FROM d) > 1900)'),
    column(`CONSTRAINT ${own}_here CHECK (m > 1) NO INHERIT`),
    after(`ALTER TABLE ${table} ADD CONSTRAINT ${own}_later CHECK (m > 2) NOT VALID`),
    column('UNIQUE (n, m)'),
    column(`CONSTRAINT ${own}_nulls UNIQUE NULLS NOT DISTINCT (m)`),
    column(`CONSTRAINT ${own}_deferred UNIQUE (s) DEFERRABLE INITIALLY DEFERRED`),
    column(`CONSTRAINT ${own}_wide UNIQUE (n) INCLUDE (m)`),
    column(`${own}_span int8range`, `CONSTRAINT ${own}_apart EXCLUDE USING gist (${own}_span WITH &&) WHERE (n > 0)`),
    column(`CONSTRAINT ${own}_once EXCLUDE USING hash (n WITH =)`),
    column(`CONSTRAINT ${own}_expr EXCLUDE USING btree ((n + m) WITH =) DEFERRABLE`),
    column(`${own}_up integer REFERENCES ${table} (id) ON DELETE SET NULL`),
    column(
      `${own}_up2 integer DEFAULT 1 CONSTRAINT ${own}_fk REFERENCES ${table} (id) ON DELETE SET DEFAULT ON UPDATE CASCADE DEFERRABLE`,
    ),
    ...[
      '(n DESC NULLS LAST, m)',
      '(lower(s))',
      '((n + m), s DESC)',
      '(s text_pattern_ops)',
      '(s COLLATE "C")',
      '(n) INCLUDE (s, d)',
      '(n) WHERE m IS NOT NULL',
      "(d) WHERE s <> 'it''s' AND n > 3",
      '(n) WITH (fillfactor = 70)',
    ].map((list, at) => after(`CREATE INDEX ${own}_i${at} ON ${table} ${list}`)),
    after(`CREATE INDEX ${own}_hash ON ${table} USING hash (n)`, `CREATE INDEX ${own}_brin ON ${table} USING brin (d)`),
    after(`CREATE UNIQUE INDEX ${own}_ux ON ${table} (lower(s)) WHERE n > 0`),
    { within: [`${own}_tags text[]`], after: [`CREATE INDEX ${own}_gin ON ${table} USING gin (${own}_tags)`] },
    {
      within: [`${own}_meta jsonb`],
      after: [
        `CREATE INDEX ${own}_path ON ${table} USING gin (${own}_meta jsonb_path_ops)`,
        `CREATE INDEX ${own}_color ON ${table} ((${own}_meta ->> 'color'))`,
      ],
    },
    after(`CREATE INDEX ${own}_told ON ${table} (m)`, `COMMENT ON INDEX ${own}_told IS 'why'`),
    after(`COMMENT ON TABLE ${table} IS 'It''s "x"; -- 1\n2'`, `COMMENT ON COLUMN ${table}.s IS 'C:\\temp'`),
    after(`ALTER TABLE ${table} ALTER s SET STORAGE EXTERNAL`),
    after(`ALTER TABLE ${table} ALTER n SET STATISTICS 200`),
    after(`CREATE STATISTICS ${own}_stat ON n, m FROM ${table}`),
    after(`ALTER TABLE ${table} SET (fillfactor = 80)`),
    after(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`, `CREATE POLICY ${own}_policy ON ${table} USING (n > 1)`),
    after(`CREATE VIEW ${own}_view AS SELECT id, upper(s) AS big, n + 1 AS more FROM ${table} WHERE m > 3`),
    after(
      `CREATE VIEW ${own}_sums AS WITH x AS (SELECT n, count(*) AS c FROM ${table} GROUP BY n) SELECT n, c, rank() OVER (ORDER BY c) AS r FROM x`,
    ),
    after(
      `CREATE VIEW ${own}_joined (a, b) AS SELECT x.id, y.s FROM ${table} x LEFT JOIN ${table} y ON y.id = x.n ORDER BY 1`,
    ),
    after(`CREATE VIEW ${own}_barrier WITH (security_barrier) AS SELECT id FROM ${table}`),
    after(
      `CREATE MATERIALIZED VIEW ${own}_kept AS SELECT id, s FROM ${table}`,
      `CREATE UNIQUE INDEX ${own}_kept_id ON ${own}_kept (id)`,
    ),
  ],
  mysql: (table, own) => [
    ...columnsOf(own, [
      'int AS (n + m) STORED',
      "varchar(50) GENERATED ALWAYS AS (concat(s, ' it''s')) VIRTUAL",
      'tinyint(1) NOT NULL DEFAULT 1',
      'tinyint unsigned',
      'smallint DEFAULT -3',
      'mediumint unsigned',
      'int(6) zerofill',
      'bigint unsigned NOT NULL DEFAULT 18446744073709551615',
      'decimal(10,2) unsigned DEFAULT 1.50',
      'decimal(65,30)',
      'float',
      'float(7,3)',
      'double DEFAULT 0.1',
      'double(10,2) unsigned',
      'bit(1)',
      "bit(5) DEFAULT b'101'",
      'char(3)',
      "varchar(20) DEFAULT ''",
      "varchar(20) DEFAULT 'NULL'",
      "varchar(20) CHARACTER SET latin1 DEFAULT 'a\\\\b''c'",
      'varchar(20) COLLATE utf8mb4_bin',
      "tinytext DEFAULT 'x'",
      'mediumtext',
      "longtext DEFAULT (concat('a', 'b'))",
      'binary(3)',
      "varbinary(10) DEFAULT 'ab'",
      'tinyblob',
      'mediumblob',
      'datetime(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6)',
      'datetime DEFAULT CURRENT_TIMESTAMP',
      'datetime ON UPDATE CURRENT_TIMESTAMP',
      'timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP',
      'timestamp NULL',
      'date DEFAULT (curdate() + INTERVAL 1 DAY)',
      "time(2) DEFAULT '10:00:00'",
      'year',
      'year(2)',
      "enum('a','b c','it''s','x,y') DEFAULT 'b c'",
      "set('x','y') NOT NULL DEFAULT 'x,y'",
      'json DEFAULT (json_array(1))',
      'point',
      'geometry NOT NULL',
      'uuid DEFAULT uuid()',
      'inet6',
      'inet4',
      "int COMMENT 'It''s \"x\"; -- 1'",
      'int INVISIBLE',
      'text COMPRESSED',
      "varchar(30) COMPRESSED DEFAULT 'x'",
      'char(36) DEFAULT (uuid())',
      'int DEFAULT (1 + 2)',
      'int CHECK (id > 2)',
    ]),
    {
      before: [`CREATE SEQUENCE ${own}_seq START WITH 100 INCREMENT BY 5`],
      within: [`${own}_n bigint NOT NULL DEFAULT (NEXT VALUE FOR ${own}_seq)`],
    },
    { before: [`CREATE SEQUENCE ${own}_odd MINVALUE 10 MAXVALUE 90 CYCLE`] },
    column(`CONSTRAINT ${own}_positive CHECK (n > 0)`),
    column(`CONSTRAINT ${own}_list CHECK (s IN ('a', 'b', 'it''s'))`),
    column(`CONSTRAINT ${own}_case CHECK (CASE WHEN n > 3 THEN s <> 'x' ELSE m IS NULL END)`),
    column(`CONSTRAINT ${own}_like CHECK (s REGEXP '^[a-z]+$' AND s NOT LIKE '%\\_%')`),
    column(`CONSTRAINT ${own}_date CHECK (d > '2000-01-01' AND year(d) BETWEEN 1900 AND 2100)`),
    column('UNIQUE KEY (n, m)'),
    column(`UNIQUE KEY ${own}_u (s(10), d)`),
    column(`${own}_long text`, `UNIQUE KEY ${own}_lu (${own}_long)`),
    column(`KEY ${own}_desc (n DESC, m)`),
    column(`KEY ${own}_hash (m) USING HASH`),
    column(`KEY ${own}_block (d) KEY_BLOCK_SIZE=4`),
    column(`KEY ${own}_told (n) COMMENT 'why'`),
    column(`KEY ${own}_unseen (m, d) IGNORED`),
    column(`FULLTEXT KEY ${own}_words (s)`),
    column(`${own}_place point NOT NULL`, `SPATIAL KEY ${own}_sp (${own}_place)`),
    column(
      `${own}_up int`,
      `CONSTRAINT ${own}_fk FOREIGN KEY (${own}_up) REFERENCES ${table} (id) ON DELETE SET NULL ON UPDATE CASCADE`,
    ),
    column(`${own}_up2 int NOT NULL`, `FOREIGN KEY (${own}_up2) REFERENCES ${table} (id) ON DELETE CASCADE`),
    column(`${own}_a date`, `${own}_b date`, `PERIOD FOR ${own}_period (${own}_a, ${own}_b)`),
    after(`CREATE TRIGGER ${own}_trigger AFTER INSERT ON ${table} FOR EACH ROW SET @a = 1`),
    after(`CREATE EVENT ${own}_event ON SCHEDULE EVERY 1 DAY DO DELETE FROM ${table}`),
    after(`ALTER TABLE ${table} COMMENT 'It''s a "table"; -- 1'`),
    after(`ALTER TABLE ${table} ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8`),
    after(`ALTER TABLE ${table} STATS_PERSISTENT=1`),
    after(`CREATE VIEW ${own}_view AS SELECT id, upper(s) AS big, n + 1 AS more FROM ${table} WHERE m > 3`),
    after(`CREATE VIEW ${own}_sums AS SELECT n, count(*) AS c FROM ${table} GROUP BY n HAVING count(*) > 1`),
    after(
      `CREATE ALGORITHM=MERGE VIEW ${own}_joined (a, b) AS SELECT x.id, y.s FROM ${table} x LEFT JOIN ${table} y ON y.id = x.n`,
    ),
    after(
      `CREATE SQL SECURITY INVOKER VIEW ${own}_checked AS SELECT id, n FROM ${table} WHERE n > 1 WITH LOCAL CHECK OPTION`,
    ),
  ],
  sqlite: (table, own) => [
    ...columnsOf(own, [
      'INTEGER AS (n + m) STORED',
      "TEXT GENERATED ALWAYS AS (lower(s) || ' it''s')",
      'INT DEFAULT -3',
      'INTEGER DEFAULT (1 + 2)',
      'REAL DEFAULT 1.5e3',
      'NUMERIC',
      'DECIMAL(10,5) DEFAULT 0.1',
      "VARCHAR(20) DEFAULT ''",
      "VARCHAR(20) DEFAULT 'NULL'",
      'TEXT DEFAULT "quoted"',
      "TEXT DEFAULT 'it''s; -- x'",
      'TEXT COLLATE NOCASE',
      'TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 1',
      'TEXT DEFAULT (lower(hex(randomblob(4))))',
      'DATETIME DEFAULT CURRENT_TIMESTAMP',
      "TEXT DEFAULT (datetime('now', '+1 day'))",
      'DATE DEFAULT CURRENT_DATE',
      'TIME DEFAULT CURRENT_TIME',
      "BLOB DEFAULT x'00ff'",
      'BOOLEAN DEFAULT TRUE',
      'JSON',
      '',
      'UNSIGNED BIG INT',
      '"odd type"',
      'INTEGER CHECK (id <> 5)',
      "TEXT CONSTRAINT named CHECK (s <> 'x, CHECK (1)')",
      'INTEGER UNIQUE',
      'INTEGER CONSTRAINT once UNIQUE ON CONFLICT IGNORE',
      'INTEGER /* a comment, */ DEFAULT 4 -- and CHECK (1)\n',
    ]),
    column(`CONSTRAINT ${own}_positive CHECK (n > 0)`),
    column("CHECK (s IN ('a', 'b', 'it''s'))"),
    column("CHECK (CASE WHEN n > 3 THEN s <> 'x' ELSE m IS NULL END)"),
    column("CHECK (s GLOB '[a-z]*' AND s NOT LIKE '%!_%' ESCAPE '!')"),
    column("CHECK (d > '2000-01-01' AND typeof(n) = 'integer' /* is it? */)"),
    column('UNIQUE (n, m)'),
    column(`CONSTRAINT ${own}_unique UNIQUE (s, d)`),
    column('UNIQUE (m COLLATE NOCASE, n DESC)'),
    column(`${own}_up INTEGER REFERENCES ${table} ON DELETE SET NULL`),
    column(
      `${own}_up2 INTEGER DEFAULT 1 CONSTRAINT ${own}_fk REFERENCES ${table} (id) ON DELETE SET DEFAULT ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED`,
    ),
    ...[
      '(n DESC, m)',
      '(lower(s))',
      '(n + m, s DESC)',
      '(s COLLATE NOCASE)',
      '(n) WHERE m IS NOT NULL',
      "(d) WHERE s <> 'it''s' AND n > 3",
    ].map((list, at) => after(`CREATE INDEX ${own}_i${at} ON ${table} ${list}`)),
    after(`CREATE UNIQUE INDEX ${own}_ux ON ${table} (lower(s)) WHERE n > 0`),
    after(`CREATE TRIGGER ${own}_trigger AFTER INSERT ON ${table} BEGIN SELECT 1; END`),
    after(`CREATE VIEW ${own}_view AS SELECT id, upper(s) AS big, n + 1 AS more FROM ${table} WHERE m > 3`),
    after(
      `CREATE VIEW ${own}_sums AS WITH x AS (SELECT n, count(*) AS c FROM ${table} GROUP BY n) SELECT n, c, rank() OVER (ORDER BY c) AS r FROM x`,
    ),
    after(
      `CREATE VIEW ${own}_joined (a, b) AS SELECT x.id, y.s FROM ${table} x LEFT JOIN ${table} y ON y.id = x.n /* end */`,
    ),
    { before: [`CREATE VIRTUAL TABLE ${own}_virtual USING fts5(a)`] },
  ],
}

/** One feature for each type, with its default and more. */
const columnsOf = (own: string, types: readonly string[]): Feature[] =>
  types.map((type, at) =>
    column(`${own}_c${at} ${type.replace('named', `${own}_named`).replace('once', `${own}_once`)}`),
  )

/** A kind of table: what stands before its list and behind it, and statements that follow. */
interface Kind {
  readonly create?: string
  readonly end?: string
  readonly later?: readonly string[]
}

/** By the name of the table. */
const kinds: Readonly<Record<DatabaseName, (table: string) => readonly Kind[]>> = {
  pgsql: (table) => [
    {},
    { create: 'CREATE UNLOGGED TABLE' },
    { end: 'WITH (fillfactor = 70, autovacuum_enabled = false)' },
    {
      end: 'PARTITION BY RANGE (id)',
      later: [
        `CREATE TABLE "${table}_low" PARTITION OF "${table}" FOR VALUES FROM (MINVALUE) TO (100)`,
        `CREATE TABLE "${table}_high" PARTITION OF "${table}" FOR VALUES FROM (100) TO (200)`,
      ],
    },
    {
      end: 'PARTITION BY LIST (id)',
      later: [
        `CREATE TABLE "${table}_few" PARTITION OF "${table}" FOR VALUES IN (1, 2)`,
        `CREATE TABLE "${table}_rest" PARTITION OF "${table}" DEFAULT`,
        `CREATE INDEX "${table}_rest_n" ON "${table}_rest" (n, d)`,
      ],
    },
    {
      end: 'PARTITION BY HASH (id)',
      later: [0, 1].map(
        (part) =>
          `CREATE TABLE "${table}_p${part}" PARTITION OF "${table}" FOR VALUES WITH (MODULUS 2, REMAINDER ${part})`,
      ),
    },
  ],
  mysql: () => [
    {},
    { end: 'DEFAULT CHARSET=latin1' },
    { end: 'WITH SYSTEM VERSIONING' },
    { end: 'ENGINE=MyISAM' },
    { end: 'PARTITION BY HASH (id) PARTITIONS 3' },
    {
      end: 'PARTITION BY RANGE COLUMNS (id) (PARTITION low VALUES LESS THAN (100), PARTITION high VALUES LESS THAN (MAXVALUE))',
    },
    { end: 'PARTITION BY RANGE (id) (PARTITION low VALUES LESS THAN (100), PARTITION high VALUES LESS THAN MAXVALUE)' },
  ],
  sqlite: () => [{}, { end: 'WITHOUT ROWID' }],
}

const keys: Readonly<Record<DatabaseName, readonly string[]>> = {
  pgsql: [
    'integer PRIMARY KEY',
    'serial PRIMARY KEY',
    'integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    'integer GENERATED BY DEFAULT AS IDENTITY (START 5 INCREMENT 2 CACHE 3) PRIMARY KEY',
  ],
  mysql: ['int PRIMARY KEY', 'int AUTO_INCREMENT PRIMARY KEY'],
  sqlite: ['INTEGER NOT NULL PRIMARY KEY', 'INTEGER NOT NULL CONSTRAINT the_key PRIMARY KEY'],
}

const plain: Readonly<Record<DatabaseName, string>> = {
  pgsql: 'n integer, m integer NOT NULL, s text, d date',
  mysql: 'n int, m int NOT NULL, s varchar(200), d date',
  sqlite: 'n INTEGER, m INTEGER NOT NULL, s TEXT, d DATE',
}

interface Made {
  readonly name: string
  readonly key: number
  readonly kind: number
  readonly chosen: readonly number[]
}

const madeOf = (vendor: DatabaseName): fc.Arbitrary<readonly Made[]> =>
  fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('book', 'Order Item', 'select', 'größe', 'it_s'),
      key: fc.nat(keys[vendor].length - 1),
      kind: fc.nat(kinds[vendor]('').length - 1),
      chosen: fc.subarray(
        features[vendor]('x', 'x').map((_, at) => at),
        { minLength: 1, maxLength: 12 },
      ),
    }),
    { minLength: 1, maxLength: 4, size: 'max', selector: ({ name }) => name },
  )

function statementsOf(vendor: DatabaseName, { name, key, kind, chosen }: Made, number: number): string[] {
  const quoted = vendor === 'mysql' ? `\`${name}\`` : `"${name}"`
  const all = features[vendor](quoted, `f${number}`)
  const picked = chosen.map((at) => all[at]!)
  const { create = 'CREATE TABLE', end = '', later = [] } = kinds[vendor](name)[kind]!
  const lines = [`id ${keys[vendor][key]}`, plain[vendor], ...picked.flatMap(({ within = [] }) => within)]
  // Constraints follow columns.
  const isConstraint = (line: string) => /^(?:CONSTRAINT|CHECK|UNIQUE|FOREIGN|KEY|FULLTEXT|SPATIAL|PERIOD)\b/.test(line)
  const ordered = [...lines.filter((line) => !isConstraint(line)), ...lines.filter(isConstraint)]
  return [
    ...picked.flatMap(({ before = [] }) => before),
    `${create} ${quoted} (${ordered.join(', ')}) ${end}`,
    ...later,
    ...picked.flatMap(({ after: last = [] }) => last),
  ]
}

/** Makes tables in a new database, imports them into another one, and tells what differs without a notice. */
async function differencesOf(
  vendor: DatabaseName,
  made: readonly Made[],
): Promise<{ readonly refused: number; readonly text: string }> {
  const [first, second] = [await createDatabase(vendor), await createDatabase(vendor)]
  const executed: string[] = []
  let refused = 0
  try {
    await onOneConnection(first, async (ask) => {
      await ask('CREATE TABLE anchor (id INTEGER NOT NULL PRIMARY KEY)')
      for (const statement of made.flatMap((each, number) => statementsOf(vendor, each, number))) {
        try {
          await ask(statement)
          executed.push(statement)
        } catch (error) {
          // Some features exclude each other, and what follows them has no table.
          if (process.env.ORM_SHOW_REFUSED) process.stderr.write(`${error}\n  ${statement}\n`)
          refused++
        }
      }
    })
    const { differences, notices, schema } = await importAndMake(first, second)
    return {
      refused,
      text: differences.length === 0 ? '' : [...differences, '', ...notices, '', ...executed, schema].join('\n'),
    }
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${executed.join(';\n')}`, { cause: error })
  } finally {
    await Promise.all([first.drop(), second.drop()])
  }
}

/** All features, so many to a table. */
const tableSize = 12

for (const vendor of databases) {
  test(`${vendor}: every feature of a hand-written database is imported, or a notice names it`, async (t) => {
    const count = features[vendor]('x', 'x').length
    const made = Array.from({ length: Math.ceil(count / tableSize) }, (_, number) => ({
      name: `Table ${number}`,
      key: number % keys[vendor].length,
      kind: 0,
      chosen: Array.from(
        { length: Math.min(tableSize, count - number * tableSize) },
        (__, at) => number * tableSize + at,
      ),
    }))
    const { refused, text } = await differencesOf(vendor, made)
    t.is(text, '')
    t.is(refused, 0)
  })

  test(`${vendor}: random features of hand-written databases are imported, or notices name them`, async (t) => {
    await check(
      t,
      { short: 2, long: 500 },
      fc.asyncProperty(madeOf(vendor), async (made) => {
        const { text } = await differencesOf(vendor, made)
        if (text !== '') throw new Error(text)
      }),
    )
  })
}
