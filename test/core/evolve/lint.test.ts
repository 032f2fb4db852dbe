import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { catalogue, type DialectName, dialects, formatDiagnostic, loadConfig } from 'orm-core'
import { type Diagnostic, lintFile, planMigrations, Source } from 'orm-core/internal'
import { explain } from '#core/errors/explain.js'
import { memoryFiles } from '../../support/memory-files.js'
import { root } from '../../support/root.mjs'

interface Given {
  readonly renames?: readonly string[]
  readonly online?: boolean
  readonly allow?: readonly string[]
  readonly strict?: boolean
  /** The switches of the configuration. */
  readonly lint?: Readonly<Record<string, string>>
}

async function planOf(vendor: DialectName, before: string, after: string, { lint = {}, ...given }: Given = {}) {
  const connections = { shop: { adapter: vendor, dsn: `${vendor}:x` } }
  const orm = JSON.stringify({ orm: { database: { connections }, migrations: { lint } } })
  const config = await loadConfig({ files: memoryFiles({ 'orm.json': orm }) })
  const inputs = (tables: string) => [
    { path: 'schema.xml', contents: `<database name="shop" defaultIdMethod="native">${tables}</database>` },
  ]
  const first = await planMigrations(inputs(before), { config, files: memoryFiles({}) })
  const snapshot = first[0]!.files.find(({ path }) => path === 'schema.json')!.contents
  const files = memoryFiles({ 'generated-migrations/schema.json': snapshot })
  const [plan] = await planMigrations(inputs(after), { config, files, ...given })
  return plan!
}

const id = '<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>'
const table = (columns: string, name = 'book', attributes = '') =>
  `<table name="${name}" ${attributes}>${id}${columns}</table>`
const column = (type: string, more = '', name = 'title') => `<column name="${name}" type="${type}" ${more}/>`
const unique = '<unique name="u"><unique-column name="title"/></unique>'
const index = '<index name="i"><index-column name="title"/></index>'
const key = '<foreign-key foreignTable="author"><reference local="author_id" foreign="id"/></foreign-key>'
const authorId = column('INTEGER', '', 'author_id')
const values = (list: string) => column('ENUM', `valueSet="${list}"`)

const vendor = (parameter: string, value: string) =>
  `<vendor type="mysql"><parameter name="${parameter}" value="${value}"/></vendor>`

interface Case {
  readonly before: string
  readonly after: string
  readonly renames?: readonly string[]
  /** A change of the same kind that is harmless. */
  readonly harmless: string
  /** Those that the rule is about; of the others it says nothing. */
  readonly vendors: readonly DialectName[]
  /** Statements in a file, by vendor: one that the rule is about, and a harmless one. Absent where only the schema tells. */
  readonly sql?: Readonly<Partial<Record<DialectName, readonly [hurts: string, harmless: string]>>>
}

const all: readonly DialectName[] = ['sqlite', 'pgsql', 'mysql', 'mssql', 'oracle']
const servers: readonly DialectName[] = ['pgsql', 'mysql', 'mssql', 'oracle']
const onAll = (hurts: string, harmless: string) =>
  Object.fromEntries(all.map((name) => [name, [hurts, harmless] as const]))
/** With the way back, which says how the column is before. */
const withDown = (up: string, down: string) => `${up};\n-- orm: down\n${down}`

const cases: Readonly<Record<string, Case>> = {
  M101: {
    before: table('') + table('', 'author'),
    after: table(''),
    harmless: table('') + table('', 'author') + table('', 'tag'),
    vendors: all,
    sql: {
      ...onAll('DROP TABLE author', 'CREATE TABLE author (id INTEGER); DROP TABLE author'),
      pgsql: ['TRUNCATE author', "COMMENT ON TABLE author IS 'DROP TABLE author'"],
      mysql: ['ALTER TABLE author DROP PARTITION p0', 'DROP VIEW author'],
    },
  },
  M102: {
    before: table(column('DATE')),
    after: table(''),
    harmless: table(column('DATE') + column('DATE', '', 'born')),
    vendors: all,
    sql: {
      ...onAll('ALTER TABLE book DROP COLUMN title', 'ALTER TABLE book ADD title INTEGER'),
      pgsql: ['ALTER TABLE book DROP title CASCADE', 'ALTER TABLE book ALTER title DROP NOT NULL'],
      mysql: ['ALTER TABLE book ADD a INT, DROP title', 'ALTER TABLE book DROP FOREIGN KEY title'],
      mssql: ['ALTER TABLE book DROP COLUMN [a], title', 'ALTER TABLE book DROP CONSTRAINT title'],
      oracle: ['ALTER TABLE book DROP (title, born)', 'ALTER TABLE book DROP CONSTRAINT title'],
    },
  },
  M103: {
    before: table(column('VARCHAR', 'size="50"')),
    after: table(column('VARCHAR', 'size="20"')),
    harmless: table(column('VARCHAR', 'size="90"')),
    vendors: servers,
    sql: {
      pgsql: [
        withDown('ALTER TABLE book ALTER a TYPE VARCHAR(20)', 'ALTER TABLE book ALTER a TYPE VARCHAR(50)'),
        withDown('ALTER TABLE book ALTER a TYPE VARCHAR(50)', 'ALTER TABLE book ALTER a TYPE VARCHAR(20)'),
      ],
      mysql: [
        withDown('ALTER TABLE book CHANGE a b INT', 'ALTER TABLE book CHANGE b a BIGINT'),
        withDown('ALTER TABLE book CHANGE a b BIGINT', 'ALTER TABLE book CHANGE b a INT'),
      ],
      mssql: [
        withDown('ALTER TABLE book ALTER COLUMN a INT', 'ALTER TABLE book ALTER COLUMN a BIGINT'),
        withDown('ALTER TABLE book ALTER COLUMN a BIGINT', 'ALTER TABLE book ALTER COLUMN a INT'),
      ],
      oracle: [
        withDown('ALTER TABLE book MODIFY (a NVARCHAR2(9))', 'ALTER TABLE book MODIFY (a NVARCHAR2(20))'),
        withDown('ALTER TABLE book MODIFY (a NVARCHAR2(20))', 'ALTER TABLE book MODIFY (a NVARCHAR2(9))'),
      ],
    },
  },
  M104: {
    before: table(values('a, b, c')),
    after: table(values('a, b')),
    harmless: table(values('a, b, c, d')),
    vendors: all,
  },
  M105: {
    before: table(column('INTEGER')),
    after: table(column('INTEGER', 'required="true"')),
    harmless: table(column('INTEGER', 'defaultValue="1"')),
    vendors: all,
    sql: {
      pgsql: ['ALTER TABLE book ALTER title SET NOT NULL', "ALTER TABLE book ALTER title SET DEFAULT 'SET NOT NULL'"],
      mysql: [
        'ALTER TABLE book MODIFY title INT NOT NULL',
        withDown('ALTER TABLE book MODIFY title INT NOT NULL', 'ALTER TABLE book MODIFY title BIGINT NOT NULL'),
      ],
      mssql: [
        withDown('ALTER TABLE book ALTER COLUMN a INT NOT NULL', 'ALTER TABLE book ALTER COLUMN a INT NULL'),
        'ALTER TABLE book ALTER COLUMN a INT NULL',
      ],
      oracle: ['ALTER TABLE book MODIFY (a NUMBER, title NOT NULL)', 'ALTER TABLE book MODIFY (title NULL)'],
    },
  },
  M106: {
    before: table(column('INTEGER')),
    after: table(column('INTEGER') + unique),
    harmless: table(column('INTEGER') + index),
    vendors: all,
    sql: {
      ...onAll('CREATE UNIQUE INDEX u ON book (title)', 'CREATE INDEX u ON book (title)'),
      pgsql: ['ALTER TABLE book ADD UNIQUE (title)', 'ALTER TABLE book ADD CONSTRAINT u UNIQUE USING INDEX u'],
      mysql: ['ALTER TABLE book ADD UNIQUE KEY u (title)', 'ALTER TABLE book ADD `UNIQUE` INT'],
      mssql: ['ALTER TABLE book ADD CONSTRAINT u UNIQUE (title)', 'ALTER TABLE book ADD [UNIQUE] INT'],
      oracle: ['ALTER TABLE book ADD PRIMARY KEY (title)', 'ALTER TABLE book ADD CONSTRAINT c CHECK (title > 1)'],
    },
  },
  M107: {
    before: table(''),
    after: table(column('INTEGER', 'required="true"')),
    harmless: table(column('INTEGER', 'required="true" defaultValue="1"')),
    vendors: all,
    sql: {
      ...onAll('ALTER TABLE book ADD a INTEGER NOT NULL', 'ALTER TABLE book ADD a INTEGER DEFAULT 1 NOT NULL'),
      mssql: ['ALTER TABLE book ADD a INT, b INT NOT NULL', 'ALTER TABLE book ADD a INT NOT NULL IDENTITY(1,1)'],
      oracle: ['ALTER TABLE book ADD (a NUMBER NOT NULL)', 'ALTER TABLE book ADD (a NUMBER DEFAULT 1 NOT NULL)'],
    },
  },
  M108: {
    before: table(column('INTEGER')),
    after: table(`${column('INTEGER')}<check expression="title &gt; 0"/>`),
    harmless: table(
      `${column('INTEGER')}<column name="rank" type="INTEGER"><check expression="rank &gt; 0"/></column>`,
    ),
    vendors: all,
    sql: {
      pgsql: ['ALTER TABLE book ADD CHECK (a > 0)', 'ALTER TABLE book ADD CONSTRAINT c CHECK (a > 0) NOT VALID'],
      mysql: ['ALTER TABLE book ADD CONSTRAINT c CHECK (a > 0)', 'ALTER TABLE book DROP CHECK c'],
      mssql: ['ALTER TABLE book ADD CHECK (a > 0)', 'ALTER TABLE book WITH NOCHECK ADD CONSTRAINT c CHECK (a > 0)'],
      oracle: ['ALTER TABLE book ADD CHECK (a > 0)', 'ALTER TABLE book ADD CHECK (a > 0) ENABLE NOVALIDATE'],
    },
  },
  M201: {
    before: table(values('a, b')),
    after: table(values('x, a, b')),
    harmless: table(values('a, b, x')),
    vendors: all,
  },
  M202: {
    before: table(column('INTEGER')),
    after: table(column('INTEGER', '', 'name')),
    harmless: table(column('INTEGER') + column('INTEGER', '', 'name')),
    vendors: all,
  },
  M203: {
    before: table(vendor('Charset', 'latin1')),
    after: table(vendor('Charset', 'utf8mb4')),
    harmless: table(vendor('Charset', 'latin1') + column('INTEGER')),
    vendors: ['mysql'],
    sql: {
      mysql: [
        'ALTER TABLE book CONVERT TO CHARACTER SET utf8mb4',
        withDown(
          'ALTER TABLE book MODIFY a CHAR(3) CHARACTER SET ascii',
          'ALTER TABLE book MODIFY a CHAR(2) CHARACTER SET ascii',
        ),
      ],
      pgsql: ['ALTER TABLE book ALTER a TYPE TEXT COLLATE "C"', 'ALTER TABLE book ALTER a TYPE TEXT'],
    },
  },
  M301: {
    before: table(column('INTEGER')),
    after: table(column('BIGINT')),
    harmless: table(column('INTEGER', 'defaultValue="2"')),
    vendors: servers,
    sql: {
      pgsql: ['ALTER TABLE book ALTER COLUMN a SET DATA TYPE BIGINT', 'ALTER TABLE book ALTER a TYPE VARCHAR(200)'],
      mysql: [
        'ALTER TABLE book MODIFY a BIGINT',
        withDown("ALTER TABLE book MODIFY a INT COMMENT 'x'", 'ALTER TABLE book MODIFY a INT'),
      ],
      mssql: [
        'ALTER TABLE book ALTER COLUMN a BIGINT',
        withDown('ALTER TABLE book ALTER COLUMN a INT NOT NULL', 'ALTER TABLE book ALTER COLUMN a INT NULL'),
      ],
      oracle: ['ALTER TABLE book MODIFY (a NUMBER(9,2))', 'ALTER TABLE book MODIFY (a DEFAULT 2)'],
    },
  },
  M302: {
    before: table(column('INTEGER')),
    after: table(column('INTEGER') + index),
    harmless: table(column('INTEGER') + column('DATE', '', 'born')),
    vendors: ['pgsql', 'mssql', 'oracle'],
    sql: {
      pgsql: ['CREATE INDEX i ON book (a)', 'CREATE INDEX CONCURRENTLY i ON book (a)'],
      mssql: ['CREATE NONCLUSTERED INDEX i ON book (a)', 'CREATE INDEX i ON book (a) WITH (ONLINE = ON)'],
      oracle: ['CREATE BITMAP INDEX i ON book (a)', 'CREATE INDEX i ON book (a) ONLINE'],
    },
  },
  M303: {
    before: table('', 'author') + table(authorId),
    after: table('', 'author') + table(authorId + key),
    harmless: table('', 'author') + table(authorId) + table(authorId + key, 'review'),
    vendors: servers,
    sql: {
      pgsql: [
        'CREATE TABLE b (id INT); ALTER TABLE book ADD FOREIGN KEY (a) REFERENCES b (id)',
        'ALTER TABLE book ADD CONSTRAINT k FOREIGN KEY (a) REFERENCES b (id) NOT VALID',
      ],
      mysql: [
        'ALTER TABLE book ADD CONSTRAINT k FOREIGN KEY (a) REFERENCES b (id)',
        'ALTER TABLE book ADD FOREIGN KEY (a) REFERENCES b (id), ALGORITHM=INPLACE, LOCK=NONE',
      ],
      mssql: [
        'ALTER TABLE book WITH CHECK ADD CONSTRAINT k FOREIGN KEY (a) REFERENCES b (id)',
        'ALTER TABLE book WITH NOCHECK ADD CONSTRAINT k FOREIGN KEY (a) REFERENCES b (id)',
      ],
      oracle: [
        'ALTER TABLE book ADD (a NUMBER REFERENCES b (id))',
        'ALTER TABLE book ADD CONSTRAINT k FOREIGN KEY (a) REFERENCES b (id) ENABLE NOVALIDATE',
      ],
    },
  },
  M304: {
    before: table(''),
    after: table(column('CHAR', 'size="36" defaultExpr="gen_random_uuid()"')),
    harmless: table(column('TIMESTAMP', 'defaultExpr="CURRENT_TIMESTAMP"')),
    vendors: ['pgsql', 'mysql'],
    sql: {
      pgsql: ['ALTER TABLE book ADD a BIGSERIAL', 'ALTER TABLE book ADD a TIMESTAMP DEFAULT now()'],
      mysql: ['ALTER TABLE book ADD a CHAR(36) DEFAULT (uuid())', "ALTER TABLE book ADD a CHAR(36) DEFAULT '(uuid())'"],
    },
  },
  M305: {
    before: table(column('INTEGER')),
    after: table(column('INTEGER', 'required="true"')),
    harmless: table(column('INTEGER', 'defaultValue="1"')),
    vendors: servers,
    sql: {
      pgsql: [
        'ALTER TABLE book ALTER COLUMN a SET NOT NULL',
        'ALTER TABLE book ADD CONSTRAINT c CHECK (a IS NOT NULL) NOT VALID; ALTER TABLE book VALIDATE CONSTRAINT c; ALTER TABLE book ALTER COLUMN a SET NOT NULL',
      ],
      mysql: [
        'ALTER TABLE book CHANGE a a INT NOT NULL',
        'ALTER TABLE book CHANGE a a INT NOT NULL, ALGORITHM=INPLACE, LOCK=NONE',
      ],
      mssql: ['ALTER TABLE book ALTER COLUMN a INT NOT NULL', 'ALTER TABLE book ALTER COLUMN a INT NULL'],
      oracle: ['ALTER TABLE book MODIFY (a NOT NULL)', 'ALTER TABLE book MODIFY (a NOT NULL ENABLE NOVALIDATE)'],
    },
  },
  M306: {
    before:
      '<table name="book"><column name="a" type="INTEGER" primaryKey="true"/><column name="b" type="INTEGER" required="true"/></table>',
    after:
      '<table name="book"><column name="a" type="INTEGER" primaryKey="true"/><column name="b" type="INTEGER" primaryKey="true"/></table>',
    harmless:
      '<table name="book"><column name="a" type="INTEGER" primaryKey="true"/><column name="b" type="INTEGER" required="true"/><column name="c" type="INTEGER"/></table>',
    vendors: servers,
    sql: {
      pgsql: [
        'ALTER TABLE book ADD CONSTRAINT book_pkey PRIMARY KEY (a, b)',
        'ALTER TABLE book DROP CONSTRAINT book_pkey, ADD CONSTRAINT book_pkey PRIMARY KEY USING INDEX i',
      ],
      mysql: [
        'ALTER TABLE book DROP PRIMARY KEY, ADD PRIMARY KEY (a, b)',
        'ALTER TABLE book DROP PRIMARY KEY, ADD PRIMARY KEY (a, b), LOCK=NONE',
      ],
      mssql: ['ALTER TABLE book ADD PRIMARY KEY (a)', 'ALTER TABLE book ADD PRIMARY KEY (a) WITH (ONLINE = ON)'],
      oracle: ['ALTER TABLE book ADD CONSTRAINT k PRIMARY KEY (a)', 'ALTER TABLE book ADD CONSTRAINT k CHECK (a > 1)'],
    },
  },
  M307: {
    before: table(vendor('Engine', 'InnoDB')),
    after: table(vendor('Engine', 'MyISAM')),
    harmless: table(vendor('Engine', 'INNODB') + column('INTEGER')),
    vendors: ['mysql'],
    sql: {
      mysql: ['ALTER TABLE book ADD a INT, ENGINE=InnoDB, LOCK=NONE', "ALTER TABLE book COMMENT='ENGINE=InnoDB'"],
    },
  },
  M308: {
    before: table(vendor('RowFormat', 'DYNAMIC')),
    after: table(vendor('RowFormat', 'COMPRESSED')),
    harmless: table(vendor('RowFormat', 'DYNAMIC') + vendor('MaxRows', '1000')),
    vendors: ['mysql'],
    sql: {
      mysql: ['ALTER TABLE book KEY_BLOCK_SIZE 4', 'ALTER TABLE book ROW_FORMAT=DYNAMIC, LOCK=NONE'],
      pgsql: ['ALTER TABLE book SET UNLOGGED', 'ALTER TABLE book SET (fillfactor = 70)'],
      mssql: ['ALTER TABLE book REBUILD', 'ALTER TABLE book REBUILD WITH (ONLINE = ON)'],
      oracle: ['ALTER TABLE book MOVE COMPRESS', 'ALTER TABLE book MOVE ONLINE'],
    },
  },
  M401: {
    before: table(column('INTEGER')),
    after: table(column('INTEGER', '', 'name')),
    renames: ['book.title:name'],
    harmless: table(column('INTEGER')),
    vendors: all,
    sql: {
      ...onAll('ALTER TABLE book RENAME COLUMN title TO name', 'CREATE TABLE a (x INT); ALTER TABLE a RENAME TO b'),
      pgsql: ['ALTER TABLE book RENAME title TO name', 'ALTER TABLE book RENAME CONSTRAINT a TO b'],
      mysql: ['ALTER TABLE book CHANGE title name INT', 'ALTER TABLE book CHANGE title `TITLE` INT'],
      mssql: ["EXEC sp_rename N'book', N'volume'", "EXEC sp_rename N'book.i', N'j', N'INDEX'"],
      oracle: ['ALTER TABLE book RENAME TO volume', 'RENAME book_seq TO volume_seq'],
    },
  },
  M402: {
    before: table(column('DATE')),
    after: table(''),
    harmless: table(column('DATE')),
    vendors: all,
    sql: {
      ...onAll('ALTER TABLE book DROP COLUMN title', 'ALTER TABLE book ADD title INTEGER'),
      sqlite: ['DROP TABLE book', 'CREATE TABLE n (x); DROP TABLE book; ALTER TABLE n RENAME TO book'],
      oracle: ['ALTER TABLE book SET UNUSED (title)', 'DROP SEQUENCE book_seq'],
    },
  },
}

const codeOf = (rule: string) => `ORM-${rule}` as keyof typeof catalogue

const lintKeys = JSON.parse(readFileSync(join(root, 'packages/core/orm.schema.json'), 'utf8')).properties.orm.properties
  .migrations.properties.lint.properties

test('every rule has a code, a page, a switch and cases', (t) => {
  const rules = Object.keys(catalogue).flatMap((code) => /^ORM-(M[1-4]\d\d)$/.exec(code)?.[1] ?? [])
  t.deepEqual(rules, Object.keys(cases))
  for (const rule of rules) {
    const { cause, example, fix } = explain(codeOf(rule))
    t.true(cause.length > 40 && example.length > 10 && fix.length > 20, `the page of ${rule}`)
    t.deepEqual(lintKeys[rule]?.enum, ['off', 'warning', 'error'], `the switch of ${rule}`)
  }
})

for (const [rule, { before, after, renames = [], harmless, vendors, sql = {} }] of Object.entries(cases)) {
  const code = codeOf(rule)

  test(`${rule}: ${catalogue[code]}`, async (t) => {
    for (const name of all) {
      const { lint } = await planOf(name, before, after, { renames })
      const found = lint.filter((each) => each.code === code)
      t.is(found.length, vendors.includes(name) ? 1 : 0, `${name}\n${lint.map(formatDiagnostic).join('\n')}`)
      for (const { severity, hint, message } of found) {
        t.is(severity, 'warning')
        t.truthy(hint, 'it says what to do')
        t.regex(message, /"(?:book|author)"/, 'it names the table')
      }
      const none = (await planOf(name, before, harmless)).lint.filter((each) => each.code === code)
      t.deepEqual(none.map(formatDiagnostic), [], name)
    }
  })

  test(`${rule}: in files`, (t) => {
    for (const [name, [hurts, allowed]] of Object.entries(sql)) {
      const codes = (up: string) => {
        const source = new Source('x.sql', `-- orm: up\n${up};\n${up.includes('-- orm: down') ? '' : '-- orm: down\n'}`)
        return lintFile(source, dialects[name as DialectName]).map((each) => each.code)
      }
      t.true(codes(hurts).includes(code), `${name}: ${hurts}: ${codes(hurts)}`)
      t.false(codes(allowed).includes(code), `${name}: ${allowed}: ${codes(allowed)}`)
      // Of the statements that only prepare, none is what the rule is about.
      const last = hurts.split('-- orm: down')[0]!.lastIndexOf('; ') + 2
      const silenced = `${hurts.slice(0, last === 1 ? 0 : last)}\n-- orm: allow ${rule}\n${hurts.slice(last === 1 ? 0 : last)}`
      t.false(codes(silenced).includes(code), `${name}: ${silenced}`)
    }
    t.deepEqual(
      sql.pgsql || sql.mysql ? vendors.filter((name) => name !== 'sqlite' && !sql[name]) : [],
      [],
      'each server has its statements',
    )
  })

  test(`${rule}: its switch, and no other one`, async (t) => {
    const [vendorName] = vendors as [DialectName]
    const found = async (given: Given) =>
      (await planOf(vendorName, before, after, { renames, ...given })).lint.map((each) => [each.code, each.severity])
    const usual = await found({})
    const others = usual.filter(([each]) => each !== code)
    t.deepEqual(await found({ lint: { [rule]: 'off' } }), others)
    t.deepEqual(await found({ lint: { [code]: 'off' } }), others, 'by its whole name')
    t.deepEqual(await found({ allow: [rule] }), others)
    t.deepEqual(
      await found({ lint: { [rule]: 'error' } }),
      usual.map(([each, severity]) => [each, each === code ? 'error' : severity]),
    )
    t.deepEqual(
      await found({ strict: true }),
      usual.map(([each]) => [each, 'error']),
    )
  })
}

test('what --allow names stands above the statements, so that --check says nothing', async (t) => {
  const [before, after] = [table(column('DATE')) + table('', 'author'), table('')]
  for (const name of all) {
    const { files, lint } = await planOf(name, before, after, { allow: ['M101,M102', 'ORM-M402'] })
    t.deepEqual(lint.map(formatDiagnostic), [], name)
    const { contents } = files.find(({ path }) => path.endsWith('.sql'))!
    t.regex(contents, /^-- orm: allow M101 M402\n(?:ALTER.*\n)?DROP TABLE/m, name)
    t.deepEqual(lintFile(new Source('x.sql', contents), dialects[name]).map(formatDiagnostic), [], name)
  }
  await t.throwsAsync(planOf('sqlite', before, after, { allow: ['M999'] }), { message: /"ORM-M999" is not a code/ })
})

test('what the files say is what the schema says', async (t) => {
  const onlySchema = new Set(['ORM-M104', 'ORM-M201', 'ORM-M202'])
  const codes = (list: readonly Diagnostic[]) =>
    [...new Set(list.map(({ code }) => code))].filter((code) => !onlySchema.has(code)).sort()
  const differences: string[] = []
  for (const [rule, { before, after, renames = [], vendors }] of Object.entries(cases)) {
    for (const name of vendors) {
      const { files, lint } = await planOf(name, before, after, { renames })
      const { contents } = files.find(({ path }) => path.endsWith('.sql')) ?? {}
      const found = contents === undefined ? [] : lintFile(new Source('x.sql', contents), dialects[name])
      if (`${codes(found)}` !== `${codes(lint)}`) differences.push(`${name} ${rule}: ${codes(found)} / ${codes(lint)}`)
    }
  }
  // The way back of a table that is made anew is a single statement here, so that the table before is not known.
  t.deepEqual(differences, ['sqlite M107:  / ORM-M107'])
})

test('M106 is said of a new column whose default all rows get', async (t) => {
  const after = table(column('INTEGER', 'defaultValue="1"') + unique)
  const { lint, files } = await planOf('pgsql', table(''), after)
  t.true(lint.some(({ code }) => code === 'ORM-M106'))
  t.false(files[0]!.contents.includes('stop this'), 'nobody can ask for it before')
})

test('the file has the queries that find rows which stop it', async (t) => {
  const { files } = await planOf(
    'pgsql',
    table(column('INTEGER')),
    table(column('INTEGER', 'required="true"') + unique),
  )
  const { contents } = files.find(({ path }) => path.endsWith('.sql'))!
  t.true(contents.includes('-- rows without a value stop this: SELECT * FROM "book" WHERE "title" IS NULL\n'))
  t.true(contents.includes('SELECT "title", COUNT(*) FROM "book" GROUP BY "title" HAVING COUNT(*) > 1\n'))
})

test('M106 is not said of a key that another one of before makes sure of', async (t) => {
  const key = (attributes: string, ...names: string[]) =>
    `<unique name="u" ${attributes}>${names.map((name) => `<unique-column name="${name}"/>`).join('')}</unique>`
  const columns = column('INTEGER') + column('INTEGER', '', 'rank')
  const isSaid = async (before: string, after: string, renames: readonly string[] = []) => {
    const { lint, files } = await planOf('pgsql', table(columns + before), table(columns + after), { renames })
    const { contents } = files.find(({ path }) => path.endsWith('.sql'))!
    const isSaidOfFile = lintFile(new Source('x.sql', contents), dialects.pgsql).some(({ code }) => code === 'ORM-M106')
    const isSaidOfSchema = lint.some(({ code }) => code === 'ORM-M106')
    t.is(isSaidOfFile, isSaidOfSchema, contents)
    return isSaidOfSchema
  }
  const distinct = 'nullsNotDistinct="true"'
  for (const [before, after] of [
    [key(distinct, 'title'), key('', 'title')],
    [key('', 'title'), key('deferrable="initially deferred"', 'title')],
    [key('deferrable="initially deferred"', 'title'), key('', 'title')],
    [key('', 'title'), key('', 'title', 'rank')],
    [key('', 'title'), key('where="rank &gt; 1"', 'title')],
  ] as const)
    t.false(await isSaid(before, after), `${before} ${after}`)
  for (const [before, after] of [
    [key('', 'title'), key(distinct, 'title')],
    [key('', 'title', 'rank'), key('', 'title')],
    [key('', 'title'), key('', 'rank')],
    [key('where="rank &gt; 1"', 'title'), key('', 'title')],
    [key('where="rank &gt; 1"', 'title'), key('where="rank &gt; 2"', 'title')],
  ] as const)
    t.true(await isSaid(before, after), `${before} ${after}`)
})

test('hints promise a query only where the file has one, in the names of before', async (t) => {
  const checked = (name: string, expression: string, more = '') =>
    table(`${column('INTEGER', '', name)}${more}<check name="c" expression="${expression}"/>`)
  const planned = async (vendor: DialectName, after: string, renames: readonly string[] = []) => {
    const { lint, files } = await planOf(vendor, table(column('INTEGER')), after, { renames })
    const { contents } = files.find(({ path }) => path.endsWith('.sql'))!
    const [, query] = /^-- rows .* stop this: (.*)$/m.exec(contents) ?? []
    const promises = lint.filter(({ hint = '' }) => /contains a query/.test(hint)).map(({ code }) => code)
    return { query, promises }
  }
  for (const name of all) {
    const { quote } = dialects[name]
    const renamed = await planned(name, checked('label', "label &gt; 0 OR LABEL = length('label')"), [
      'book.title:label',
    ])
    t.is(
      renamed.query,
      `SELECT * FROM ${quote('book')} WHERE NOT (${quote('title')} > 0 OR ${quote('title')} = length('label'))`,
    )
    t.deepEqual(renamed.promises, ['ORM-M108'])
    const added = await planned(name, checked('title', 'title &gt; rank', column('INTEGER', '', 'rank')))
    t.deepEqual(added, { query: undefined, promises: [] }, name)
    const beside = await planned(name, checked('title', 'title &gt; 1', column('INTEGER', '', 'rank')))
    t.deepEqual(beside.promises, ['ORM-M108'], name)
    t.regex(beside.query!, /WHERE NOT \(title > 1\)$/)
    const filled = await planned(
      name,
      table(
        `${column('INTEGER')}${column('INTEGER', 'defaultValue="1"', 'rank')}<unique><unique-column name="rank"/></unique>`,
      ),
    )
    t.deepEqual(filled, { query: undefined, promises: [] }, name)
  }
})

test('--online writes the form that lets others work, and says nothing then', async (t) => {
  const before = table('', 'author') + table(authorId + column('INTEGER'))
  const after =
    table('', 'author') +
    table(authorId + column('INTEGER', 'required="true"') + index + unique.replace('u', 'u') + key)
  const { lint, files } = await planOf('pgsql', before, after, { online: true })
  t.deepEqual(
    lint.map(({ code }) => code).filter((code) => /M30[235]/.test(code)),
    [],
  )
  const { contents } = files.find(({ path }) => path.endsWith('.sql'))!
  const up = contents.slice(0, contents.indexOf('-- orm: down'))
  t.regex(up, /^-- orm: no-transaction$/m)
  t.regex(up, /CREATE INDEX CONCURRENTLY "i"/)
  t.regex(up, /CREATE UNIQUE INDEX CONCURRENTLY "u".*\n.*UNIQUE USING INDEX "u"/)
  t.regex(up, /NOT VALID;\n.*VALIDATE CONSTRAINT "book_fk_/)
  t.regex(up, /CHECK \("title" IS NOT NULL\) NOT VALID;\n.*VALIDATE.*\n.*SET NOT NULL;\n.*DROP CONSTRAINT/)
  const mysql = await planOf('mysql', before, after, { online: true })
  t.regex(mysql.files[0]!.contents, /ALGORITHM=INPLACE,\n {4}LOCK=NONE;/)
})

test('mysql: values that make a native type wider let the server rewrite the table', async (t) => {
  const list = (count: number) => Array.from({ length: count }, (_, at) => `v${at}`).join(',')
  const rewrites = async (type: string, from: number, to: number) => {
    const [before, after] = [from, to].map((count) => table(column(type, `native="true" valueSet="${list(count)}"`)))
    return (await planOf('mysql', before!, after!)).lint.some(({ code }) => code === 'ORM-M301')
  }
  t.false(await rewrites('SET', 7, 8))
  t.true(await rewrites('SET', 8, 9))
  t.true(await rewrites('SET', 24, 25))
  t.false(await rewrites('SET', 33, 63))
  t.false(await rewrites('ENUM', 2, 255))
  t.true(await rewrites('ENUM', 255, 256))
})

test('pgsql: the file names each value of an enumeration that is removed', async (t) => {
  const values = (list: string) => table(column('ENUM', `native="true" valueSet="${list}"`))
  const { files } = await planOf('pgsql', values("new,old,it's"), values('new'))
  t.regex(files[0]!.contents, /"title" IN \('old', 'it''s'\)/)
})
