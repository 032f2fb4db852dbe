import test from 'ava'
import { type Config, type DialectName, dialects, loadConfig } from 'orm-core'
import { buildSchema } from 'orm-core/behavior'
import { compile } from '#core/compile/compile.js'
import { parenthesized } from '#core/dialects/default-sql.js'
import { syntaxErrors } from '../../support/grammars.js'

const vendors = Object.keys(dialects) as DialectName[]

const configFor = (adapter: DialectName, adapters: object = {}): Promise<Config> => {
  const database = { connections: { d: { adapter, dsn: `${adapter}:x` } }, adapters }
  const contents = new TextEncoder().encode(JSON.stringify({ orm: { database } }))
  return loadConfig({ files: { read: async () => contents, list: async (path) => (path === '.' ? ['orm.json'] : []) } })
}

/** The statements for the last table of a schema. */
async function statementsOf(vendor: DialectName, tables: string, adapters?: object) {
  const inputs = [{ path: 'schema.xml', contents: `<database name="d" identifierQuoting="true">${tables}</database>` }]
  const { config, databases } = await compile(inputs, { config: await configFor(vendor, adapters) })
  const script = { tables: databases[0]!.tables, settings: config.adapters }
  const table = databases[0]!.tables.at(-1)!
  const { dropTable, createTable, addForeignKeys, sequenceOf } = dialects[vendor]
  return {
    drop: dropTable(table, script),
    create: createTable(table, script),
    foreignKeys: addForeignKeys(table, script),
    sequence: sequenceOf(table),
  }
}

const id = '<column name="id" type="integer" primaryKey="true" autoIncrement="true"/>'

/** The clause of the column `c`. */
async function clauseOf(vendor: DialectName, attributes: string, adapters?: object): Promise<string> {
  const { create } = await statementsOf(
    vendor,
    `<table name="t">${id}<column name="c" ${attributes}/></table>`,
    adapters,
  )
  const line = create[0]!.split('\n').find((text) => text.startsWith(`    ${dialects[vendor].quote('c')} `))!
  return line
    .trim()
    .replace(/,$/, '')
    .slice(dialects[vendor].quote('c').length + 1)
}

const quotes: Readonly<Record<DialectName, Readonly<Record<string, string>>>> = {
  mysql: { plain: '`plain`', 'a`b': '`a``b`', 'a.b': '`a.b`' },
  pgsql: { plain: '"plain"', 'a"b': '"a""b"', 'a.b': '"a.b"' },
  sqlite: { plain: '[plain]', 'a[b': '[a[b]', 'a]b': '"a]b"', 'a]"b': '"a]""b"' },
  mssql: { plain: '[plain]', 'a]b': '[a]]b]', 'a[b': '[a[b]' },
  oracle: { plain: 'plain' },
}

for (const vendor of vendors) {
  for (const [name, quoted] of Object.entries(quotes[vendor])) {
    test(`${vendor}: ${name} is quoted as ${quoted}`, (t) => {
      t.is(dialects[vendor].quote(name), quoted)
    })
  }
}

const clauses: Readonly<
  Record<DialectName, readonly (readonly [attributes: string, clause: string, adapters?: object])[]>
> = {
  mysql: [
    ['type="uuid"', 'BINARY(16)'],
    ['type="uuid"', 'UUID', { mysql: { uuidColumnType: 'native' } }],
    [
      'type="uuid" defaultValue="00112233-4455-6677-8899-aabbccddeeff"',
      "UUID DEFAULT '00112233-4455-6677-8899-aabbccddeeff'",
      { mysql: { uuidColumnType: 'native' } },
    ],
    ['type="double" size="10"', 'DOUBLE'],
    ['type="double" size="10" scale="2"', 'DOUBLE(10,2)'],
    ['type="float" size="10"', 'FLOAT(10)'],
    ['type="integer" size="5"', 'INTEGER(5)'],
    ['type="longvarchar" size="300"', 'TEXT(300)'],
    ['type="timestamp" required="true"', 'TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP'],
    ['type="timestamp" size="6" defaultExpr="NOW()"', 'TIMESTAMP(6) NULL DEFAULT CURRENT_TIMESTAMP(6)'],
    ['type="date" defaultExpr="CURRENT_TIMESTAMP"', 'DATE DEFAULT (CURRENT_TIMESTAMP)'],
    ['type="datetime" required="true"', 'DATETIME NOT NULL'],
    ['type="varchar" defaultExpr="(UUID())"', 'VARCHAR(255) DEFAULT (UUID())'],
    ['type="varchar" defaultExpr="UUID()" required="true"', 'VARCHAR(255) DEFAULT (UUID()) NOT NULL'],
    ['type="varchar" defaultExpr="\'a\'"', "VARCHAR(255) DEFAULT 'a'"],
    ['type="longvarchar" defaultExpr="\'a\'"', "TEXT DEFAULT ('a')"],
    ['type="json" defaultExpr="\'{}\'"', "JSON DEFAULT ('{}')"],
    ['type="clob" defaultExpr="NULL"', 'LONGTEXT DEFAULT NULL'],
    ['type="varchar" defaultValue="a&#13;b"', String.raw`VARCHAR(255) DEFAULT 'a\rb'`],
    ['type="bit" size="4" defaultValue="0101"', "BIT(4) DEFAULT b'0101'"],
    ['type="year" defaultValue="1999"', 'YEAR DEFAULT 1999'],
    [
      'type="bigint" unsigned="true" defaultValue="18446744073709551615"',
      'BIGINT UNSIGNED DEFAULT 18446744073709551615',
    ],
    ['type="integer" size="6" zerofill="true"', 'INTEGER(6) UNSIGNED ZEROFILL'],
    ['type="geometry" srid="4326"', 'GEOMETRY /*!80003 SRID 4326 */ /*M! REF_SYSTEM_ID=4326 */'],
  ],
  pgsql: [
    ['type="varchar"', 'VARCHAR'],
    ['type="integer" size="5"', 'INTEGER'],
    ['type="time" size="3"', 'TIME(3)'],
    ['type="json" sqlType="jsonb"', 'jsonb'],
    ['type="uuid" defaultExpr="gen_random_uuid()" required="true"', 'UUID DEFAULT gen_random_uuid() NOT NULL'],
    ['type="boolean" defaultValue="no"', "BOOLEAN DEFAULT 'f'"],
    [
      'type="timestamptz" size="3" defaultValue="2020-01-31T10:11:12.34567+02:00"',
      "TIMESTAMPTZ(3) DEFAULT '2020-01-31 08:11:12.345+00'",
    ],
    ['type="interval" defaultValue="-P1Y2M3DT4H5.5S"', "INTERVAL DEFAULT '-1 years -2 mons -3 days -04:00:05.5'"],
    ['type="inet" defaultValue="2001:DB8:0:0::1/64"', "INET DEFAULT '2001:db8::1/64'"],
    ['type="macaddr" defaultValue="08-00-2B-01-02-03"', "MACADDR DEFAULT '08:00:2b:01:02:03'"],
    ['type="hstore" defaultValue=\'"bb"=&gt;NULL,"a"=&gt;"1"\'', `HSTORE DEFAULT '"a"=>"1", "bb"=>NULL'`],
    ['type="daterange" defaultValue="(2024-02-28,2024-02-29]"', "DATERANGE DEFAULT '[2024-02-29,2024-03-01)'"],
    ['type="int4range" defaultValue="(3,4)"', "INT4RANGE DEFAULT 'empty'"],
    [
      'type="varchar" size="9" array="true" defaultValue="{ a , &quot;b&quot;, null }"',
      "VARCHAR(9)[] DEFAULT '{a,b,NULL}'",
    ],
    ['type="geometry" srid="4326"', 'GEOMETRY(GEOMETRY,4326)'],
    ['type="varchar" defaultValue="a&#13;b"', String.raw`VARCHAR DEFAULT E'a\rb'`],
  ],
  sqlite: [
    ['type="varchar" defaultExpr="lower(\'X\')"', "VARCHAR(255) DEFAULT (lower('X'))"],
    ['type="time" defaultExpr="CURRENT_TIME"', 'TIME DEFAULT CURRENT_TIME'],
    ['type="integer" defaultExpr="-1"', 'INTEGER DEFAULT -1'],
    ['type="varchar" defaultExpr="(1) || (2)"', 'VARCHAR(255) DEFAULT ((1) || (2))'],
    ['type="varchar" defaultValue="a&#13;b"', "VARCHAR(255) DEFAULT ('a' || char(13) || 'b')"],
  ],
  mssql: [
    ['type="binary"', 'BINARY(7132) NULL'],
    ['type="double" size="24"', 'FLOAT(24) NULL'],
    ['type="datetime" size="7"', 'DATETIME2(7) NULL'],
    ['type="date" defaultExpr="CURRENT_DATE"', 'DATE CONSTRAINT [t_df_c] DEFAULT CAST(CURRENT_TIMESTAMP AS DATE) NULL'],
    ['type="varchar" defaultValue="é"', "VARCHAR(255) CONSTRAINT [t_df_c] DEFAULT N'é' NULL"],
    ['type="varchar" defaultValue="é&#13;b"', "VARCHAR(255) CONSTRAINT [t_df_c] DEFAULT N'é' + CHAR(13) + 'b' NULL"],
    [
      String.raw`type="varchar" defaultValue="a\&#10;b"`,
      "VARCHAR(255) CONSTRAINT [t_df_c] DEFAULT 'a\\' + CHAR(10) + 'b' NULL",
    ],
    [
      'type="timestamptz" defaultValue="2020-01-31 10:11:12+02:00"',
      "DATETIMEOFFSET CONSTRAINT [t_df_c] DEFAULT '2020-01-31 08:11:12 +00:00' NULL",
    ],
  ],
  oracle: [
    ['type="binary"', 'BLOB'],
    ['type="binary" size="8"', 'RAW(8)'],
    ['type="tinyint" size="2"', 'NUMBER(2,0)'],
    ['type="date" defaultExpr="CURRENT_DATE"', 'DATE DEFAULT TRUNC(CURRENT_DATE)'],
    ['type="timestamp" defaultValue="2001-02-03"', "TIMESTAMP DEFAULT TIMESTAMP '2001-02-03 00:00:00'"],
    [
      'type="timestamptz" size="3" defaultValue="2020-01-31 10:11:12+02:00"',
      "TIMESTAMP(3) WITH TIME ZONE DEFAULT TIMESTAMP '2020-01-31 08:11:12 +00:00'",
    ],
    ['type="year"', 'NUMBER(4,0)'],
    ['type="varchar" defaultValue="a&#13;b"', "NVARCHAR2(255) DEFAULT 'a' || CHR(13) || 'b'"],
  ],
}

for (const vendor of vendors) {
  for (const [attributes, clause, adapters] of clauses[vendor]) {
    test(`${vendor}: ${attributes} ${adapters ? JSON.stringify(adapters) : ''}`, async (t) => {
      t.is(await clauseOf(vendor, attributes, adapters), clause)
    })
  }
}

const enumSizes: Readonly<Record<DialectName, readonly [upTo: number, small: string, large: string]>> = {
  mysql: [128, 'TINYINT', 'SMALLINT'],
  pgsql: [1000, 'INT2', 'INT2'],
  sqlite: [1000, 'TINYINT', 'TINYINT'],
  mssql: [256, 'TINYINT NULL', 'SMALLINT NULL'],
  oracle: [1000, 'NUMBER(3,0)', 'NUMBER(3,0)'],
}

for (const vendor of vendors) {
  const [upTo, small, large] = enumSizes[vendor]
  test(`${vendor}: an enum of more than ${upTo} values is a ${large}`, async (t) => {
    const values = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`).join(',')
    t.is(await clauseOf(vendor, `type="enum" valueSet="${values(upTo)}"`), small)
    t.is(await clauseOf(vendor, `type="enum" valueSet="${values(upTo + 1)}"`), large)
  })
}

test('a UUID keeps the order of its bytes where the swap flag is off', async (t) => {
  const column = '<column name="c" type="uuid_binary" defaultValue="00112233-4455-6677-8899-aabbccddeeff"/>'
  const vendor = '<vendor type="sqlite"><parameter name="UuidSwapFlag" value="false"/></vendor>'
  const { create } = await statementsOf('sqlite', `<table name="t">${id}${column}${vendor}</table>`)
  t.regex(create[0]!, /\[c\] BLOB DEFAULT X'00112233445566778899aabbccddeeff'/)
})

test('sqlite: foreign keys are left out where the configuration says so', async (t) => {
  const table = `<table name="t">${id}<column name="p" type="integer"/><foreign-key foreignTable="t" phpName="Up" refPhpName="Down"><reference local="p" foreign="id"/></foreign-key></table>`
  t.regex((await statementsOf('sqlite', table)).create[0]!, /FOREIGN KEY/)
  t.notRegex((await statementsOf('sqlite', table, { sqlite: { foreignKey: false } })).create[0]!, /FOREIGN KEY/)
})

test('sqlite: a unique with a name of its own keeps it', async (t) => {
  const uniques = '<unique name="mine"><unique-column name="a"/></unique><unique><unique-column name="b"/></unique>'
  const columns = '<column name="a" type="integer"/><column name="b" type="integer"/>'
  const { create } = await statementsOf('sqlite', `<table name="t">${id}${columns}${uniques}</table>`)
  t.true(create[0]!.includes('    CONSTRAINT [mine] UNIQUE ([a]),\n    UNIQUE ([b])\n'))
})

test('oracle: an index named like the primary key is the one that the key has made', async (t) => {
  const rest =
    '<column name="a" type="integer"/><index name="T_PK"><index-column name="a"/></index><index name="mine"><index-column name="a" order="desc"/></index>'
  const { create } = await statementsOf('oracle', `<table name="t">${id}${rest}</table>`)
  t.deepEqual(
    create.filter((text) => text.startsWith('CREATE INDEX')),
    ['CREATE INDEX mine ON t (a DESC)'],
  )
})

test('oracle: an index over the columns of the primary key, of a unique key or of another index is omitted', async (t) => {
  const indexes = ['id', 'a', 'b', 'b', 'b,a'].map((columns, at) => {
    const parts = columns.split(',').map((name) => `<index-column name="${name}"/>`)
    return `<index name="i${at}">${parts.join('')}</index>`
  })
  const rest = `<column name="a" type="integer"/><column name="b" type="integer"/><unique name="u"><unique-column name="a"/></unique>`
  const { create } = await statementsOf('oracle', `<table name="t">${id}${rest}${indexes.join('')}</table>`)
  t.deepEqual(
    create.filter((text) => text.startsWith('CREATE INDEX')),
    ['CREATE INDEX i2 ON t (b)', 'CREATE INDEX i4 ON t (b,a)'],
  )
})

test('mysql: engine, keyword and foreign keys follow the configuration', async (t) => {
  const table = `<table name="t">${id}<column name="p" type="integer"/><foreign-key foreignTable="t" phpName="Up" refPhpName="Down"><reference local="p" foreign="id"/></foreign-key></table>`
  const [sql] = (await statementsOf('mysql', table, { mysql: { tableType: 'MyISAM', tableEngineKeyword: 'TYPE' } }))
    .create
  t.true(sql!.endsWith(') TYPE=MyISAM'))
  t.notRegex(sql!, /FOREIGN KEY/)
  t.regex((await statementsOf('mysql', table, { mysql: { tableType: 'NDB' } })).create[0]!, /FOREIGN KEY/)
})

const long = 'a_very_long_table_name_that_goes_on_and_on_until_it_is_long_en'

const sequences: Readonly<Record<DialectName, readonly (readonly [table: string, sequence: string | undefined])[]>> = {
  mysql: [['t', undefined]],
  sqlite: [['t', undefined]],
  mssql: [['t', undefined]],
  pgsql: [
    ['t', 't_id_seq'],
    ['Author', '"Author_id_seq"'],
    [long, `${long.slice(0, 56)}_id_seq`],
    [`${'é'.repeat(31)}`, `"${'é'.repeat(28)}_id_seq"`],
  ],
  oracle: [
    ['t', 't_SEQ'],
    ['a_table_of_thirty_characters__', 'a_table_of_thirty_cha_2465_SEQ'],
  ],
}

for (const vendor of vendors) {
  for (const [table, sequence] of sequences[vendor]) {
    test(`${vendor}: the sequence of ${table}`, async (t) => {
      t.is((await statementsOf(vendor, `<table name="${table}" phpName="T">${id}</table>`)).sequence, sequence)
    })
  }
}

test('pgsql: the old vendor parameter for schemas creates the schema', async (t) => {
  const vendor = '<vendor type="pgsql"><parameter name="schema" value="s"/></vendor>'
  const inputs = [
    { path: 'schema.xml', contents: `<database name="d"><table name="t">${id}${vendor}</table></database>` },
  ]
  const { config, databases } = await compile(inputs, { config: await configFor('pgsql') })
  const script = { tables: databases[0]!.tables, settings: config.adapters }
  t.deepEqual(dialects.pgsql.header(script), ['BEGIN', 'CREATE SCHEMA IF NOT EXISTS "s"'])
  t.deepEqual(dialects.pgsql.dropTable(databases[0]!.tables[0]!, script), ['DROP TABLE IF EXISTS "s"."t" CASCADE'])
})

for (const [text, expected] of [
  ['1', '1'],
  ["'it''s'", "'it''s'"],
  ['NULL', 'NULL'],
  ["X'00'", "X'00'"],
  ['f(1)', '(f(1))'],
  ['(f(1))', '(f(1))'],
  ['(a) + (b)', '((a) + (b))'],
  ["(')')", "(')')"],
  ["('a') || '('", "(('a') || '(')"],
] as const) {
  test(`${text} in parentheses is ${expected}`, (t) => {
    t.is(parenthesized(text), expected)
  })
}

test('LOCALTIMESTAMP is the current time on every vendor', async (t) => {
  const column = '<column name="at" type="timestamp" defaultExpr="LOCALTIMESTAMP"/>'
  const schema = `<database name="d"><table name="t"><column name="id" type="integer" primaryKey="true"/>${column}</table></database>`
  const { sql } = await buildSchema(schema)
  for (const vendor of vendors) t.regex(sql[vendor], /DEFAULT (?:\(datetime\()?CURRENT_TIMESTAMP/)
})

/** Parameters of the vendor `mysql` with their SQL, in the order of the statement. */
const tableOptions = [
  ['Engine', 'MyISAM', 'ENGINE=MyISAM'],
  ['AutoIncrement', '100', 'AUTO_INCREMENT=100'],
  ['AvgRowLength', '50', 'AVG_ROW_LENGTH=50'],
  ['Charset', 'latin1', "CHARACTER SET='latin1'"],
  ['Checksum', '1', 'CHECKSUM=1'],
  ['Collate', 'latin1_bin', "COLLATE='latin1_bin'"],
  ['Connection', "it's", "CONNECTION='it''s'"],
  ['DataDirectory', '/data', "DATA DIRECTORY='/data'"],
  ['DelayKeyWrite', '1', 'DELAY_KEY_WRITE=1'],
  ['IndexDirectory', '/index', "INDEX DIRECTORY='/index'"],
  ['InsertMethod', 'FIRST', 'INSERT_METHOD=FIRST'],
  ['KeyBlockSize', '8', 'KEY_BLOCK_SIZE=8'],
  ['MaxRows', '9', 'MAX_ROWS=9'],
  ['MinRows', 'few', "MIN_ROWS='few'"],
  ['PackKeys', 'DEFAULT', 'PACK_KEYS=DEFAULT'],
  ['RowFormat', 'COMPACT', 'ROW_FORMAT=COMPACT'],
  ['Union', '(a,b)', 'UNION=(a,b)'],
] as const

test('mysql: every option of a table is given by a vendor parameter', async (t) => {
  const parameters = tableOptions.map(([name, value]) => `<parameter name="${name}" value="${value}"/>`)
  const vendor = `<vendor type="mysql">${parameters.toReversed().join('')}</vendor>`
  const { create } = await statementsOf('mysql', `<table name="t">${id}${vendor}</table>`)
  t.is(create[0]!.split('\n) ')[1], tableOptions.map(([, , sql]) => sql).join(' '))
})

test('a vendor parameter is on and off by every word that a boolean has', async (t) => {
  const column = (vendor: string, name: string, word: string): string =>
    `<vendor type="${vendor}"><parameter name="${name}" value="${word}"/></vendor>`
  for (const [word, isOn] of [
    ['TRUE', true],
    ['1', true],
    ['on', true],
    ['0', false],
    ['no', false],
  ] as const) {
    const unsigned = await statementsOf(
      'mysql',
      `<table name="t"><column name="c" type="INTEGER" primaryKey="true" defaultValue="4000000000">${column('mysql', 'Unsigned', word)}</column></table>`,
    ).catch(() => undefined)
    t.is(unsigned?.create[0]?.includes('UNSIGNED') ?? false, isOn, `Unsigned="${word}"`)
    const { create } = await statementsOf(
      'sqlite',
      `<table name="t"><column name="c" type="UUID_BINARY" primaryKey="true" defaultValue="00112233-4455-6677-8899-aabbccddeeff"/>${column('sqlite', 'UuidSwapFlag', word)}</table>`,
    )
    t.is(create[0]?.includes("X'6677445500112233"), isOn, `UuidSwapFlag="${word}"`)
    const { foreignKeys } = await statementsOf(
      'pgsql',
      `<table name="t">${id}<column name="t_id" type="INTEGER"/><foreign-key foreignTable="t"><reference local="t_id" foreign="id"/>${column('pgsql', 'deferrable', word)}</foreign-key></table>`,
    )
    t.is(foreignKeys[0]?.endsWith(' DEFERRABLE'), isOn, `deferrable="${word}"`)
  }
})

const named: Readonly<Record<DialectName, (name: string) => string>> = {
  mysql: (name) => `\`${name}\``,
  pgsql: (name) => `"${name}"`,
  sqlite: (name) => `[${name}]`,
  mssql: (name) => `[${name}]`,
  oracle: (name) => name,
}

for (const vendor of vendors) {
  test(`${vendor}: checks of a table and of its columns are constraints with names`, async (t) => {
    const column = '<column name="c" type="integer"><check name="c_ok" expression=" c  &gt; 0 "/></column>'
    const tables = `<table name="t">${id}${column}<check expression="c &lt; 9 OR c IN (1, 2)"/><check only="${vendor}" name="here" expression="c &lt;&gt; 5"/>
      <check only="${vendor === 'mssql' ? 'oracle' : 'mssql'}" name="elsewhere" expression="c &lt;&gt; 5"/></table>`
    const { create } = await statementsOf(vendor, tables)
    const quote = named[vendor]
    t.deepEqual(
      create[0]!.split('\n').flatMap((line) => (line.includes('CHECK') ? [line.trim().replace(/,$/, '')] : [])),
      [
        `CONSTRAINT ${quote('c_ok')} CHECK (c > 0)`,
        `CONSTRAINT ${quote('t_c_f43d63')} CHECK (c < 9 OR c IN (1, 2))`,
        `CONSTRAINT ${quote('here')} CHECK (c <> 5)`,
      ],
    )
  })
}

const nativeClauses: Readonly<Record<DialectName, readonly [one: string, several: string] | undefined>> = {
  mysql: ["ENUM('a','it''s','\\\\') DEFAULT 'it''s'", "SET('a','it''s','\\\\') DEFAULT 'a,it''s'"],
  pgsql: ["\"%_%\" DEFAULT 'it''s'", "\"%_%\"[] DEFAULT '{a,it''s}'"],
  sqlite: undefined,
  mssql: undefined,
  oracle: undefined,
}

for (const vendor of vendors) {
  test(`${vendor}: native enums and sets, where the database has such types`, async (t) => {
    const [one, several] = nativeClauses[vendor] ?? []
    const attributes = `valueSet="it's, a" native="true"`.replace("it's, a", "a, it's, \\\\")
    const built = clauseOf(vendor, `type="enum" ${attributes} defaultValue="it's"`)
    if (one === undefined) {
      await t.throwsAsync(built, { message: /ORM-S914/ })
      return
    }
    const anyName = (text: string | undefined) => text?.replace(/"[^"]+_[^"]+"/, '"%_%"')
    t.is(anyName(await built), one)
    t.is(anyName(await clauseOf(vendor, `type="set" ${attributes} defaultValue="it's, a"`)), several)
  })
}

const generatedClauses: Readonly<Record<DialectName, readonly [usual: string, other: string | undefined]>> = {
  mysql: ['INTEGER GENERATED ALWAYS AS (a + 1) STORED', 'INTEGER GENERATED ALWAYS AS (a + 1) VIRTUAL'],
  pgsql: ['INTEGER GENERATED ALWAYS AS (a + 1) STORED NOT NULL', undefined],
  sqlite: [
    'INTEGER GENERATED ALWAYS AS (a + 1) STORED NOT NULL',
    'INTEGER GENERATED ALWAYS AS (a + 1) VIRTUAL NOT NULL',
  ],
  mssql: ['AS (a + 1) PERSISTED NOT NULL', 'AS (a + 1)'],
  oracle: ['NUMBER GENERATED ALWAYS AS (a + 1) VIRTUAL NOT NULL', undefined],
}

for (const vendor of vendors) {
  test(`${vendor}: a generated column is stored or virtual, as the database can`, async (t) => {
    const [usual, other] = generatedClauses[vendor]
    const attributes = 'type="integer" required="true" generated="a + 1"'
    t.is(await clauseOf(vendor, attributes), usual)
    const stored = vendor === 'oracle'
    const built = clauseOf(vendor, `${attributes} stored="${stored}"`)
    if (other !== undefined) t.is(await built, other)
    else await t.throwsAsync(built, { message: /ORM-S907/ })
  })
}

/** What follows the columns of the foreign key, and the unique key; undefined where the vendor refuses. */
const keyClauses: Readonly<Record<DialectName, readonly (string | undefined)[]>> = {
  mysql: [],
  pgsql: [
    'DEFERRABLE INITIALLY DEFERRED',
    'UNIQUE ("c") DEFERRABLE INITIALLY IMMEDIATE',
    'UNIQUE NULLS NOT DISTINCT ("c")',
  ],
  sqlite: ['DEFERRABLE INITIALLY DEFERRED'],
  mssql: [undefined, undefined, 'UNIQUE NONCLUSTERED ([c])'],
  oracle: ['DEFERRABLE INITIALLY DEFERRED', 'UNIQUE (c) DEFERRABLE INITIALLY IMMEDIATE'],
}

for (const vendor of vendors) {
  test(`${vendor}: deferrable keys, MATCH FULL, NULL as a value and exclusions, or a refusal by name`, async (t) => {
    const [foreign, unique, nulls] = keyClauses[vendor]
    const build = async (inside: string) => {
      const { create, foreignKeys } = await statementsOf(
        vendor,
        `<table name="t">${id}<column name="c" type="INTEGER" required="true"/><column name="t_id" type="INTEGER"/>${inside}</table>`,
      )
      return [...create, ...foreignKeys].join('\n')
    }
    const check = async (expected: string | undefined, inside: string) => {
      if (expected === undefined)
        await t.throwsAsync(build(inside), { message: new RegExp(`ORM-S912 .*${vendor} has no`) })
      else t.true((await build(inside)).includes(expected), `${inside}: ${await build(inside)}`)
    }
    const key = (attributes: string) =>
      `<foreign-key foreignTable="t" onDelete="cascade" ${attributes}><reference local="t_id" foreign="id"/></foreign-key>`
    const keyOn = (attributes: string) => `<unique name="u" ${attributes}><unique-column name="c"/></unique>`
    for (const word of ['initially deferred', 'deferred']) await check(foreign, key(`deferrable="${word}"`))
    for (const word of ['initially immediate', 'immediate']) await check(unique, keyOn(`deferrable="${word}"`))
    for (const word of ['nullsNotDistinct="true"', 'nullsDistinct="false"']) await check(nulls, keyOn(word))
    await check(vendor === 'pgsql' ? 'MATCH FULL\n    ON DELETE CASCADE' : undefined, key('match="full"'))
    await check(
      vendor === 'pgsql'
        ? 'CONSTRAINT "x" EXCLUDE USING btree ("c" WITH =, (abs(id)) WITH =) WHERE (c > 0)'
        : undefined,
      `<exclude using="btree" name="x" where="c &gt; 0"><exclude-column name="c" operator="="/><exclude-column expression="abs(id)" operator="="/></exclude>`,
    )
    t.false((await build(key('match="simple"') + keyOn('nullsDistinct="true"'))).includes('NULLS'))
  })
}

const identities: Readonly<Record<DialectName, string | undefined>> = {
  mysql: undefined,
  pgsql: 'INTEGER GENERATED ALWAYS AS IDENTITY (START WITH 1000 INCREMENT BY 10) NOT NULL',
  sqlite: undefined,
  mssql: 'INT NOT NULL IDENTITY(1000,10)',
  oracle: 'INCREMENT BY 10 START WITH 1000',
}

/** Numbers that begin below zero, and numbers that go down from 1. */
const belowZero: Readonly<Record<DialectName, readonly [below: string, down: string] | undefined>> = {
  mysql: undefined,
  pgsql: ['(START WITH -5 INCREMENT BY 2 MINVALUE -5)', '(START WITH 1 INCREMENT BY -1 MAXVALUE 1)'],
  sqlite: undefined,
  mssql: ['IDENTITY(-5,2)', 'IDENTITY(1,-1)'],
  oracle: ['INCREMENT BY 2 START WITH -5 MINVALUE -5 NOMAXVALUE', 'INCREMENT BY -1 START WITH 1 MAXVALUE 1 NOCYCLE'],
}

for (const vendor of vendors) {
  test(`${vendor}: an identity begins and counts as the schema says, or is refused`, async (t) => {
    const build = async (attributes: string) =>
      (
        await statementsOf(
          vendor,
          `<table name="t"><column name="id" type="INTEGER" primaryKey="true" ${attributes}/></table>`,
        )
      ).create.join('\n')
    const expected = identities[vendor]
    const built = build('identity="always" start="1000" increment="10"')
    if (expected === undefined) await t.throwsAsync(built, { message: /ORM-S912/ })
    else t.true((await built).includes(expected), await built)
    t.is(
      await build('identity="by default"'),
      (await build('autoIncrement="true"')).replace('serial', 'INTEGER GENERATED BY DEFAULT AS IDENTITY'),
    )
    if (vendor === 'mysql') t.regex(await build('start="1000"'), /AUTO_INCREMENT=1000$/)
    const below = build('autoIncrement="true" start="-5" increment="2"')
    const down = build('autoIncrement="true" increment="-1"')
    const limits = belowZero[vendor]
    if (limits === undefined) {
      await t.throwsAsync(below, { message: /ORM-S912/ })
      await t.throwsAsync(down, { message: /ORM-S912/ })
      return
    }
    t.true((await below).includes(limits[0]), await below)
    t.true((await down).includes(limits[1]), await down)
  })
}

const nextNumbers: Readonly<Record<DialectName, readonly [create: string, value: string] | undefined>> = {
  mysql: ['CREATE SEQUENCE `n` START WITH 1000 INCREMENT BY 1', 'DEFAULT (NEXT VALUE FOR `n`)'],
  pgsql: ['CREATE SEQUENCE "n" START WITH 1000 INCREMENT BY 1', "DEFAULT nextval('n')"],
  sqlite: undefined,
  mssql: ['CREATE SEQUENCE [n] START WITH 1000 INCREMENT BY 1', 'DEFAULT NEXT VALUE FOR [n]'],
  oracle: ['CREATE SEQUENCE n START WITH 1000 INCREMENT BY 1', 'DEFAULT n.NEXTVAL'],
}

for (const vendor of vendors) {
  test(`${vendor}: a sequence that tables share is made before them, or is refused`, async (t) => {
    const expected = nextNumbers[vendor]
    const contents = `<database name="d"><sequence name="n" start="1000"/><table name="t">
      <column name="id" type="INTEGER" primaryKey="true"/><column name="c" type="INTEGER" sequence="n"/></table></database>`
    const built = compile([{ path: 'schema.xml', contents }], { config: await configFor(vendor) })
    if (!expected) return void (await t.throwsAsync(built, { message: /ORM-S917/ }))
    const { config, databases } = await built
    const { tables, sequences } = databases[0]!
    const script = { tables, sequences, settings: config.adapters }
    const { header, createTable } = dialects[vendor]
    const sql = [...header(script), ...createTable(tables[0]!, script)].join('\n')
    const places = [expected[0], 'CREATE TABLE', expected[1]].map((text) => sql.indexOf(text))
    t.true(places[0]! >= 0 && places[0]! < places[1]! && places[1]! < places[2]!, sql)
  })
}

/** An index or a unique key, and the SQL of each vendor; none where it refuses. */
const indexForms: readonly (readonly [element: string, sql: Readonly<Partial<Record<DialectName, string>>>])[] = [
  [
    '<index name="k"><index-column name="c" order="desc"/><index-column name="s" order="asc"/></index>',
    {
      pgsql: 'CREATE INDEX "k" ON "t" ("c" DESC,"s")',
      mysql: 'INDEX `k` (`c` DESC, `s`)',
      sqlite: 'CREATE INDEX [k] ON [t] ([c] DESC,[s])',
      mssql: 'CREATE INDEX [k] ON [t] ([c] DESC,[s])',
      oracle: 'CREATE INDEX k ON t (c DESC,s)',
    },
  ],
  [
    '<unique name="k"><unique-column name="c" order="desc"/></unique>',
    {
      pgsql: 'CREATE UNIQUE INDEX "k" ON "t" ("c" DESC)',
      mysql: 'UNIQUE INDEX `k` (`c` DESC)',
      sqlite: 'CREATE UNIQUE INDEX [k] ON [t] ([c] DESC)',
      mssql: 'CREATE UNIQUE INDEX [k] ON [t] ([c] DESC)',
      oracle: 'CREATE UNIQUE INDEX k ON t (c DESC)',
    },
  ],
  [
    '<index name="k" where="c &gt; 0 AND s &lt;&gt; \'x\'"><index-column name="s"/></index>',
    {
      pgsql: `CREATE INDEX "k" ON "t" ("s") WHERE c > 0 AND s <> 'x'`,
      sqlite: "CREATE INDEX [k] ON [t] ([s]) WHERE c > 0 AND s <> 'x'",
      mssql: "CREATE INDEX [k] ON [t] ([s]) WHERE c > 0 AND s <> 'x'",
    },
  ],
  [
    '<unique name="k"><unique-column expression="lower(s)"/><unique-column name="c"/></unique>',
    {
      pgsql: 'CREATE UNIQUE INDEX "k" ON "t" ((lower(s)),"c")',
      mysql: 'UNIQUE INDEX `k` ((lower(s)), `c`)',
      sqlite: 'CREATE UNIQUE INDEX [k] ON [t] ((lower(s)),[c])',
      oracle: 'CREATE UNIQUE INDEX k ON t ((lower(s)),c)',
    },
  ],
  [
    '<index name="k"><index-column name="c"/><index-include name="s"/><index-include name="id"/></index>',
    {
      pgsql: 'CREATE INDEX "k" ON "t" ("c") INCLUDE ("s","id")',
      mssql: 'CREATE INDEX [k] ON [t] ([c]) INCLUDE ([s],[id])',
    },
  ],
  [
    '<unique name="k"><unique-column name="c"/><index-include name="s"/></unique>',
    {
      pgsql: 'CONSTRAINT "k" UNIQUE ("c") INCLUDE ("s")',
      mssql: 'CREATE UNIQUE INDEX [k] ON [t] ([c]) INCLUDE ([s])',
    },
  ],
  [
    '<unique name="k" method="btree"><unique-column name="c"/></unique>',
    {
      pgsql: 'CREATE UNIQUE INDEX "k" ON "t" ("c")',
      mysql: 'UNIQUE INDEX `k` (`c`) USING BTREE',
      sqlite: 'CREATE UNIQUE INDEX [k] ON [t] ([c])',
      mssql: 'CREATE UNIQUE INDEX [k] ON [t] ([c])',
      oracle: 'CREATE UNIQUE INDEX k ON t (c)',
    },
  ],
  [
    '<index name="k" method="gin"><index-column name="s" opclass="app.&quot;My ops&quot;"/></index>',
    { pgsql: 'CREATE INDEX "k" ON "t" USING gin ("s" app."My ops")' },
  ],
  [
    '<index name="k"><index-column name="s" opclass="gist_trgm_ops(siglen=32)"/></index>',
    { pgsql: 'CREATE INDEX "k" ON "t" ("s" gist_trgm_ops(siglen=32))' },
  ],
  ['<index name="k" method="fulltext"><index-column name="s"/></index>', { mysql: 'FULLTEXT INDEX `k` (`s`)' }],
  [
    '<index name="k"><index-column name="s" collate="a]&quot;; DROP TABLE t"/></index>',
    {
      pgsql: 'CREATE INDEX "k" ON "t" ("s" COLLATE "a]""; DROP TABLE t")',
      sqlite: 'CREATE INDEX [k] ON [t] ([s] COLLATE "a]""; DROP TABLE t")',
    },
  ],
  [
    '<index name="k"><index-column name="s" collate="&quot;app&quot;.&quot;german&quot;"/></index>',
    { pgsql: 'CREATE INDEX "k" ON "t" ("s" COLLATE "app"."german")' },
  ],
  [
    '<index name="k"><index-column name="c" nulls="first"/></index>',
    {
      pgsql: 'CREATE INDEX "k" ON "t" ("c" NULLS FIRST)',
      mysql: 'INDEX `k` (`c`)',
      sqlite: 'CREATE INDEX [k] ON [t] ([c])',
      mssql: 'CREATE INDEX [k] ON [t] ([c])',
    },
  ],
  [
    '<index name="k"><index-column name="c" order="desc" nulls="first"/></index>',
    { pgsql: 'CREATE INDEX "k" ON "t" ("c" DESC)', oracle: 'CREATE INDEX k ON t (c DESC)' },
  ],
]

for (const vendor of vendors) {
  test(`${vendor}: has an index as it can, or refuses it by name`, async (t) => {
    for (const [element, sql] of indexForms) {
      const tables = `<table name="t">${id}<column name="c" type="integer" required="true"/><column name="s" type="varchar" size="20"/>${element}</table>`
      const expected = sql[vendor]
      const built = statementsOf(vendor, tables)
      if (expected === undefined) {
        await t.throwsAsync(built, { message: new RegExp(`ORM-S918 index "k": ${vendor} has no`) }, element)
        continue
      }
      const { create } = await built
      const lines = create.flatMap((text) => text.split('\n')).map((line) => line.trim().replace(/,$/, ''))
      t.true(lines.includes(expected), `${expected}\n${lines.join('\n')}`)
      if (vendor === 'mssql' || vendor === 'oracle') t.deepEqual(syntaxErrors(vendor, `${expected};`), [], expected)
    }
  })
}
