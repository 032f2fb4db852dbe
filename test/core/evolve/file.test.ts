import test from 'ava'
import { dialects, OrmError } from 'orm-core'
import {
  emptySnapshot,
  migrationFileName,
  newMigrationFile,
  readMigration,
  readSnapshot,
  Source,
  writeMigration,
  writeSnapshot,
} from 'orm-core/internal'

const read = (text: string, vendor: keyof typeof dialects = 'sqlite') =>
  readMigration(new Source('20261115203000_x.sql', text), dialects[vendor].lexicon)

function problemsOf(text: string): string[] {
  try {
    read(text)
  } catch (error) {
    if (error instanceof OrmError)
      return error.diagnostics.map(({ code, place }) => `${place?.line}:${place?.column} ${code}`)
    throw error
  }
  return []
}

test('reads the statements of both ways, with their places', (t) => {
  const { up, down, inTransaction } = read(`-- shop
-- orm: up
CREATE TABLE a (x INTEGER);
-- note
INSERT INTO a VALUES (1); -- behind
-- orm: down
DROP TABLE a;
`)
  t.deepEqual(
    up.map(({ text, mark }) => [text, mark.source.placeAt(mark.offset).line]),
    [
      ['CREATE TABLE a (x INTEGER)', 3],
      ['INSERT INTO a VALUES (1)', 5],
    ],
  )
  t.deepEqual(
    down?.map(({ text }) => text),
    ['DROP TABLE a'],
  )
  t.true(inTransaction)
})

test('reads irreversible, no-transaction and allow', (t) => {
  const file = read(`-- orm: no-transaction\r
-- orm: up\r
DELETE FROM a;\r
-- orm: allow M102, ORM-M301\r
DELETE FROM b;\r
-- orm: irreversible rows are gone\r
`)
  t.is(file.irreversible, 'rows are gone')
  t.is(file.down, undefined)
  t.false(file.inTransaction)
  t.deepEqual(
    file.up.map(({ allows }) => allows),
    [[], ['ORM-M102', 'ORM-M301']],
  )
})

test('a directive inside a string or a trigger is part of it', (t) => {
  const { up } = read(`-- orm: up
INSERT INTO a VALUES ('
-- orm: down
');
`)
  t.is(up.length, 1)
})

test('says where a directive is wrong', (t) => {
  t.deepEqual(problemsOf('-- orm: up\n-- orm: dwon\nSELECT 1;\n'), ['2:1 ORM-M001'])
  t.deepEqual(problemsOf('SELECT 1;\n'), ['1:1 ORM-M003'])
  t.deepEqual(problemsOf('SELECT 1;\n-- orm: up\n'), ['1:1 ORM-M003'])
  t.deepEqual(problemsOf('-- orm: up\n-- orm: irreversible x\nSELECT 1;\n'), ['3:1 ORM-M003'])
  for (const text of [
    '-- orm: up\n-- orm: up\n',
    '-- orm: down\n-- orm: up\n',
    '-- orm: up\n-- orm: irreversible\n',
    '-- orm: up\n-- orm: down x\n',
    '-- orm: up\n-- orm: allow\n',
    '-- orm: up\n-- orm: allow X1\n',
    '-- orm: up\n-- orm: down\n-- orm: irreversible x\n',
  ])
    t.regex(problemsOf(text).join(), /^\d:1 ORM-M002$/, text)
})

test('what is written reads as it was', (t) => {
  const text = writeMigration({
    title: 'shop (sqlite), written by orm migration:diff',
    inTransaction: false,
    up: [{ text: 'ALTER TABLE a ADD b INTEGER', above: ['one\nline'] }],
    down: [{ text: 'ALTER TABLE a DROP COLUMN b', behind: 'the values of "b" are lost' }],
  })
  t.is(
    text,
    `-- shop (sqlite), written by orm migration:diff
-- orm: no-transaction
-- orm: up
-- one line
ALTER TABLE a ADD b INTEGER;

-- orm: down
ALTER TABLE a DROP COLUMN b; -- the values of "b" are lost
`,
  )
  const file = read(text)
  t.deepEqual(
    [file.up, file.down!].map((part) => part.map((statement) => statement.text)),
    [['ALTER TABLE a ADD b INTEGER'], ['ALTER TABLE a DROP COLUMN b']],
  )
})

test('names of files have a version in UTC', (t) => {
  t.is(newMigrationFile([], 'add isbn', new Date('2026-11-15T20:30:00Z')), '20261115203000_add_isbn.sql')
  t.deepEqual(migrationFileName('20261115203000_add_isbn.sql'), { version: '20261115203000', name: 'add_isbn' })
  t.is(migrationFileName('schema.json'), undefined)
})

test('a new file is later than all others of the directory, also within one second', (t) => {
  const now = new Date('2026-12-31T23:59:59.5Z')
  const names = ['schema.json']
  for (const name of ['a', 'b', 'c']) names.push(newMigrationFile(names, name, now))
  t.deepEqual(names.slice(1), ['20261231235959_a.sql', '20270101000000_b.sql', '20270101000001_c.sql'])
})

test('a snapshot that is damaged is refused with the reason', (t) => {
  const settings = { mysql: {}, oracle: {}, sqlite: {} } as Parameters<typeof readSnapshot>[1]
  const whole = JSON.parse(writeSnapshot(emptySnapshot('sqlite', settings)))
  const reason = (damage: object) => {
    const source = new Source('schema.json', JSON.stringify({ ...whole, ...damage }))
    return t.throws(() => readSnapshot(source, settings), { instanceOf: OrmError }).diagnostics[0]!.message
  }
  for (const name of ['ownTables', 'foundOwnTables', 'objects', 'extensions', 'sequences'])
    t.is(reason({ [name]: {} }), `the snapshot cannot be read: "${name}" is not a list`)
  t.is(reason({ tables: {} }), 'the snapshot cannot be read: it has no list "tables"')
  t.is(reason({ snapshot: 0 }), `the snapshot cannot be read: its format is 0, known is ${whole.snapshot}`)
  t.is(reason({ platform: 'db2' }), 'the snapshot cannot be read: unknown platform "db2"')
})
