import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { type ColumnKind, columnKinds } from '../support/column-kinds.js'
import { type DatabaseName, databases } from '../support/databases.js'
import { isFuzz } from '../support/fuzz.js'
import { createProject, type Project, testOnEachDatabase } from '../support/project.js'
import { query } from '../support/query.js'
import { benchOptions, randomSchemas } from '../support/random-schemas.js'

const library = `<database name="default" namespace="Bookstore" defaultIdMethod="native">
  <table name="author">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="varchar" size="40" required="true" primaryString="true"/>
    <column name="email" type="varchar" size="60"/>
    <column name="passwordHash" phpName="PasswordHash" type="varchar" size="12"/>
    <column name="token_count" type="integer"/>
    <column name="nickname" type="varchar" size="40"/>
    <column name="favourite_id" type="integer"/>
    <column name="mentor_id" type="integer"/>
    <foreign-key foreignTable="book" phpName="Favourite" refPhpName="Fan"><reference local="favourite_id" foreign="id"/></foreign-key>
    <foreign-key foreignTable="author" phpName="Mentor" refPhpName="Student"><reference local="mentor_id" foreign="id"/></foreign-key>
    <unique><unique-column name="name"/></unique>
    <unique><unique-column name="email"/></unique>
  </table>
  <table name="book">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="varchar" size="80" required="true"/>
    <column name="author_id" type="integer" required="true"/>
    <column name="price" type="decimal" size="8" scale="2"/>
    <foreign-key foreignTable="author" phpName="Author" refPhpName="Work"><reference local="author_id" foreign="id"/></foreign-key>
    <unique><unique-column name="author_id"/><unique-column name="title"/></unique>
  </table>
  <table name="letter">
    <column name="author_email" type="varchar" size="60" primaryKey="true"/>
    <column name="number" type="integer" primaryKey="true"/>
    <column name="author" type="integer"/>
    <column name="group" type="integer"/>
    <foreign-key foreignTable="author" phpName="Writer" refPhpName="Letter"><reference local="author_email" foreign="email"/></foreign-key>
    <foreign-key foreignTable="author" phpName="Owner" refPhpName="OwnLetter"><reference local="author" foreign="id"/></foreign-key>
  </table>
</database>`

const write = `
  $people = [];
  foreach (['Jane Austen', 'Woolf', "O'Neill"] as $at => $name) {
      $people[] = $one = (new Bookstore\\Author())->setName($name)->setEmail("p$at@real.example")->setTokenCount($at);
      $one->setPasswordHash("secret$at")->setNickname("nick$at");
  }
  // A circle of rows, one that refers to itself, and one that refers to a later one.
  $people[0]->setMentor($people[1])->save();
  $people[1]->setMentor($people[0])->save();
  $people[2]->save();
  $people[2]->setMentor($people[2])->save();
  foreach ([['Emma', 12.5, 0], ['Orlando', null, 1], ['Emma', 3, 1]] as [$title, $price, $at]) {
      $book = (new Bookstore\\Book())->setTitle($title)->setAuthor($people[$at])->setPrice($price);
      $book->save();
      $people[$at]->setFavourite($book)->save();
  }
  (new Bookstore\\Letter())->setWriter($people[0])->setNumber(7)->setOwner($people[0])->setGroup(3)->save();`

/** The rows of tables, with what their foreign keys lead to. */
const content = (project: Project): Promise<string> =>
  project.php(`
    $rows = [];
    foreach (Bookstore\\AuthorQuery::create()->orderByName()->find() as $author) {
        $rows[] = [$author->getName(), $author->getTokenCount(), $author->getMentor()?->getName(),
            $author->getFavourite()?->getTitle(), $author->getFavourite()?->getAuthor()->getName()];
    }
    foreach (Bookstore\\BookQuery::create()->orderByTitle()->orderByPrice()->find() as $book) {
        $rows[] = [$book->getTitle(), $book->getPrice(), $book->getAuthor()->getName()];
    }
    foreach (Bookstore\\LetterQuery::create()->find() as $letter) {
        $rows[] = [$letter->getWriter()->getName(), $letter->getNumber(), $letter->getOwner()->getName(), $letter->getGroup()];
    }
    echo json_encode($rows, JSON_PRETTY_PRINT);`)

async function succeed(project: Project, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await project.orm(...args)
  if (code !== 0) throw new Error(`orm ${args.join(' ')} ended with code ${code}\n${stdout}${stderr}`)
  return stdout
}

async function filesOf(project: Project): Promise<Record<string, string>> {
  const names = (await readdir(join(project.folder, 'seeds'))).filter((name) => !name.startsWith('.')).sort()
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(project.folder, 'seeds', name), 'utf8')] as const),
    ),
  )
}

/** Dumps tables, empties the database, seeds it with the files, and seeds again, which changes nothing. */
async function roundTrip(project: Project, format: string, tables: readonly string[]): Promise<Record<string, string>> {
  await rm(join(project.folder, 'seeds'), { recursive: true, force: true })
  await succeed(project, 'seed:dump', ...tables, `--file-format=${format}`)
  await succeed(project, 'seed', '--reset', '--yes')
  const { seeded } = JSON.parse(await succeed(project, 'seed', '--format=json'))
  const changed = seeded.filter((each: Record<string, number>) => each.inserted! + each.updated! > 0)
  if (changed.length > 0) throw new Error(`seeds of ${format} changed rows again: ${JSON.stringify(changed)}`)
  return filesOf(project)
}

testOnEachDatabase('a dump gives the same rows again, with names in place of numbers', library, async (t, project) => {
  await project.php(write)
  const before = await content(project)
  for (const format of ['yaml', 'json', 'csv', 'yaml']) {
    const files = await roundTrip(project, format, ['letter', 'author', 'book'])
    t.is(await content(project), before, format)
    const all = Object.values(files).join('')
    t.notRegex(all, /real\.example|secret\d/)
    t.regex(all, /nick1/)
    if (format === 'yaml') {
      t.is(
        files['book.yaml']!.replace('12.5\n', '12.50\n').replace('price: 3\n', 'price: 3.00\n'),
        `book:
  jane-austen-emma:
    title: Emma
    price: 12.50
    author: jane-austen
  woolf-orlando:
    title: Orlando
    price: null
    author: woolf
  woolf-emma:
    title: Emma
    price: 3.00
    author: woolf
`,
      )
      t.regex(files['author.yaml']!, /^author:\n {2}key: \["name"\]\n {2}rows:\n {4}woolf:\n/)
    }
  }
})

test('conditions, limits and masks choose what is written; problems are reported at once', async (t) => {
  const schema = library.replace(
    '<table name="letter">',
    '<table name="log"><column name="line" type="varchar"/></table>$&',
  )
  const config = '  seeds:\n    masks: { nick*: text, author.token_count: empty, letter.*: keep }\n'
  const project = await createProject(t, { schema, database: databases[0]!, config })
  await project.build()
  await project.php(write)
  const dump = await succeed(project, 'seed:dump', 'book', "--where=title = 'Emma' -- all of them", '--limit=1')
  t.regex(dump, /masked: author\.email, author\.passwordHash, author\.token_count, author\.nickname/)
  const files = await filesOf(project)
  // The author of the book, his mentor, the favourites of both, and no more.
  t.deepEqual(Object.keys(files), ['author.yaml', 'book.yaml'])
  t.is(files['author.yaml']!.match(/nickname: nickname-\d\n/g)?.length, 2)
  t.notRegex(files['author.yaml']!, /O'Neill|token_count: \d/)
  // A file that was changed by hand stays.
  await project.write('seeds/book.yaml', 'book: []\n')
  const again = await project.orm('seed:dump', 'book')
  t.is(again.code, 1)
  t.regex(again.stderr, /seeds\/book\.yaml/)
  t.is((await filesOf(project))['book.yaml'], 'book: []\n')
  t.is((await project.orm('seed:dump', 'book', '--overwrite')).code, 0)
  const problems = async (...args: string[]) => {
    const { code, stderr } = await project.orm('seed:dump', ...args)
    const lines = stderr.split('\n').filter((line) => !/ORM-W|^run "orm explain|^$/.test(line))
    return `${code} ${lines.join('\n')}`
  }
  t.regex(await problems(), /^2 .*name the tables/)
  t.regex(await problems('book', 'author', '--where=1'), /^2 .*--where needs one table/)
  t.regex(await problems('book', '--limit=abc'), /^2 .*--limit must be a whole number, got "abc"/)
  t.regex(await problems('bok', 'log'), /^1 ORM-D051 the schema has no table "bok" \(did you mean "book"\?/)
  t.regex(await problems('log'), /^1 ORM-D057 table "log" has no key by which seeds could find its rows again/)
  t.regex(await problems('book', '--where=nothing = 1'), /^1 ORM-D057 connection "default": .*nothing/)
  await project.write(
    'orm.yaml',
    (await readFile(join(project.folder, 'orm.yaml'), 'utf8')).replace('nick*: text', 'name: empty, nick*: hidden'),
  )
  t.regex(await problems('author'), /^1 orm\.yaml:\d+:\d+ ORM-C\d+ .*hidden/)
})

/** Columns and members of JSON with values that no dump shows, and others that it keeps. */
const secretNames = [
  ...['credit_card', 'totp_seed', 'two_factor', 'reset_code', 'session_id', 'contact_mail', 'passwordhash', 'apiKey'],
  ...['user_pass', 'tel', 'bank_account_no', 'securityAnswer', 'verification_codes', 'csrf_token', 'passport_number'],
  ...['sessid', 'bankAccount', 'magic_link', 'connection_string', 'pepper'],
]
const plainNames = ['title', 'card_type', 'country_code', 'passenger', 'secretary', 'mailing_list', 'hotel', 'compass']

test('secrets are masked by the names of columns and of members of JSON; the other texts are listed', async (t) => {
  const column = (name: string) => `<column name="${name}" type="VARCHAR" size="40"/>`
  const all = [...secretNames, ...plainNames]
  const schema = `<database name="default" namespace="Bookstore">
    <table name="thing"><column name="id" type="INTEGER" primaryKey="true"/>${all.map(column).join('')}
      <column name="short" type="VARCHAR" size="20"/><column name="data" type="JSON"/><column name="other" type="JSON"/>
      <column name="decided" type="VARCHAR"/></table></database>`
  const config = '  seeds:\n    masks: { decided: keep }\n'
  const project = await createProject(t, { schema, database: databases[0]!, config })
  await project.build()
  const members = Object.fromEntries(all.map((name) => [name, `of ${name}`]))
  const data = {
    list: [{ deep: members, pin: 4711, token_count: 12, password: null }],
    secret: { a: 'inside' },
    n: 'x',
  }
  const values = [
    ...all.map((name) => [name, `of ${name}`]),
    ...[
      ['short', '{"pwd":"kept not"}'],
      ['data', JSON.stringify(data)],
      ['other', '{"a": 1e2}'],
      ['decided', 'yes'],
    ],
  ]
  await project.php(`$thing = (new Bookstore\\Thing())->setId(1);
    foreach (json_decode(${JSON.stringify(JSON.stringify(values)).replaceAll('$', '\\$')}) as [$name, $value]) {
        $thing->setByName($name, $value, 'fieldName');
    }
    $thing->save();`)
  const output = await succeed(project, 'seed:dump', 'thing', '--file-format=json')
  t.is(
    /^not masked, with texts: (.*)$/m.exec(output)?.[1],
    [...plainNames, 'other'].map((name) => `thing.${name}`).join(', '),
  )
  t.is(/^masked: (.*)$/m.exec(output)?.[1], [...secretNames, 'short', 'data'].map((name) => `thing.${name}`).join(', '))
  const [row] = JSON.parse((await filesOf(project))['thing.json']!).thing
  const invented = (name: string) => (name === 'contact_mail' ? 'user1@example.com' : `${name}-1`)
  const expected = (name: string) => (secretNames.includes(name) ? invented(name) : `of ${name}`)
  for (const name of all) t.is(row[name], expected(name), name)
  t.deepEqual(row.data, {
    list: [
      { deep: Object.fromEntries(all.map((name) => [name, expected(name)])), pin: 1, token_count: 12, password: null },
    ],
    secret: {},
    n: 'x',
  })
  t.is(row.short, '{"pwd":"pwd-1"}')
  t.is(row.decided, 'yes')
})

test('a file for each table, whatever the names of tables', async (t) => {
  const names = ['a/b', 'a?b', '01-author', 'author']
  const tables = names.map(
    (name, at) =>
      `<table name="${name}" phpName="T${at}"><column name="id" type="INTEGER" primaryKey="true"/><column name="text" type="VARCHAR"/></table>`,
  )
  const schema = `<database name="default" namespace="Bookstore">${tables.join('')}</database>`
  const project = await createProject(t, { schema, database: databases[0]! })
  await project.build()
  for (const [at] of names.entries())
    await project.php(`(new Bookstore\\T${at}())->setId(1)->setText("row ${at}")->save();`)
  await succeed(project, 'seed:dump', ...names)
  const files = await filesOf(project)
  t.deepEqual(Object.keys(files), ['01-author.yaml', 'a-b-2.yaml', 'a-b.yaml', 'author.yaml'])
  t.regex(files['a-b.yaml']! + files['a-b-2.yaml']!, /row 0.*row 1/s)
  const csv = await project.orm('seed:dump', ...names, '--file-format=csv', '--seed-dir=csv')
  t.is(csv.code, 1)
  t.deepEqual(
    csv.stderr.match(/ORM-D057 table "[^"]+"/g),
    ['a/b', 'a?b', '01-author'].map((name) => `ORM-D057 table "${name}"`),
  )
  await succeed(project, 'seed:dump', 'author', '--file-format=csv', '--seed-dir=csv')
})

/** Types of arrays, with values as PHP. */
const arrays = [
  ['VARCHAR', `['a', 'b,c', 'd"e', 'null', '', ' f ', 'g\\\\h', null]`],
  ['INTEGER', '[1, null, -3]'],
  ['BOOLEAN', '[true, false]'],
  ['DATE', `['2020-01-31']`],
  ['VARCHAR', `['x', "it's", '{y}']`],
] as const

/** A column of every type that the database has; arrays too, where it has them. */
const kindColumns = (database: DatabaseName): string =>
  Object.entries<ColumnKind>(columnKinds)
    .filter(([, { not = [] }]) => !not.includes(database))
    .map(([type, { attributes }]) => {
      const more = Object.entries(attributes?.[0] ?? {}).map(([name, text]) => ` ${name}="${text}"`)
      return `<column name="of_${type.toLowerCase()}" type="${type}"${more.join('')}/>`
    })
    .concat(
      database === 'pgsql'
        ? [...new Set(arrays.map(([type]) => type))].map(
            (type) => `<column name="some_${type.toLowerCase()}" type="${type}" array="true"/>`,
          )
        : [],
    )
    .join('\n    ')

const kindSchema = (
  database: DatabaseName,
): string => `<database name="default" namespace="Kinds" defaultIdMethod="native">
  <table name="sample">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    ${kindColumns(database)}
  </table>
</database>`

/** Texts that files could take for something else. */
const texts = [
  ...['', ' ', 'null', 'NULL', '~', 'true', 'no', '1e3', '007', '0x1f', '.5', '1_000', '2020-01-31', '12:30', '=1+1'],
  ...["it's", 'a"b', 'a\\b', '\\n', 'a,b', 'a | b', '- x', '# c', 'a #c', 'key: v', 'key:', '{a}', '[1]', '&x', '*x'],
  ...['!t', '%x', '@x', '`x`', '|', '>', '?', 'é😀', ' lead', 'trail ', 'a\tb', 'a\nb', 'a\r\nb', '\n', '<a>&amp;'],
  ...['\u2028\u0085\ufeff', '\u200bx', '%env.HOME%', '$x', 'rows', 'key'],
]
const json = [
  ...[
    '{}',
    '[]',
    '"null"',
    '1',
    '1.5',
    'true',
    '12345678901234567890',
    '{"a":{"b":[1,null,"é\\n\\u2028"]},"k: v":"# x"}',
  ],
  ...['[1e2,-0.10]', '"a\\\\b\\"c"', '{"":"","1":2,"true":false}'],
]

/** Values by type, as PHP that a setter accepts; the sizes of columns are those of `columnKinds`. */
const phpValues: Readonly<Record<string, readonly string[]>> = {
  ARRAY: ['[]', `['a']`, `['a,b', 'c\\\\d', 'null']`],
  SET: ['[]', `['a']`, `['a', 'c']`],
  ENUM: [`'a'`, `'c'`],
  OBJECT: [`[1, 'b', "\\0\\xff"]`, `'text'`],
  BLOB: ['"\\0\\xff\\x80"', `''`, `'text'`],
  BINARY: ['"\\0\\xff\\x80"', `'text'`],
  BOOLEAN: ['true', 'false'],
  INTEGER: ['2147483647', '-2147483648', '0'],
  BIGINT: ['PHP_INT_MAX', 'PHP_INT_MIN'],
  TINYINT: ['127', '-128'],
  DOUBLE: ['0.1', '1 / 3', '1e-300', '-1.7976931348623157e308', '0.0'],
  FLOAT: ['0.1', '1 / 3', '16777217', '-1e-30'],
  REAL: ['0.1', '1 / 3', '-1e30'],
  DECIMAL: [`'12345678.90'`, `'-0.01'`, `'0'`],
  NUMERIC: [`'99999999.99'`],
  DATE: [`'0001-01-01'`, `'9999-12-31'`],
  TIME: [`'00:00:00'`, `'23:59:59'`],
  DATETIME: [`'1999-12-31 23:59:59'`, `'2030-01-01 00:00:00'`],
  TIMESTAMP: [`'1999-12-31 23:59:59'`, `'2030-06-01 00:00:00'`],
  UUID_BINARY: [`'6c05c1d0-0f1c-4b1e-8f4f-1d3a1c2b3a4d'`],
}

for (const database of databases) {
  test(`${database}: values of every type survive dump and seed, in every format`, async (t) => {
    const project = await createProject(t, { schema: kindSchema(database), database })
    if (database === 'pgsql')
      await query(project.database, 'CREATE EXTENSION IF NOT EXISTS citext', 'CREATE EXTENSION IF NOT EXISTS hstore')
    await project.build()
    const values = Object.entries<ColumnKind>(columnKinds).flatMap(([type, { sample, defaults, not = [] }]) => {
      if (not.includes(database) || type === 'GEOMETRY') return []
      const given = [
        ...(phpValues[type] ?? []),
        ...(sample === undefined ? [] : [sample]),
        ...(type === 'SET' ? [] : defaults.map((text) => `'${text.replace(/['\\]/g, '\\$&')}'`)),
      ]
      const bytes = ['VARBINARY', 'LONGVARBINARY'].includes(type) ? phpValues.BLOB! : []
      const words = ['VARCHAR', 'LONGVARCHAR', 'CLOB', 'CITEXT', 'CHAR'].includes(type)
        ? texts.map((text) => `json_decode(${JSON.stringify(JSON.stringify(text)).replaceAll('$', '\\$')})`)
        : []
      const documents =
        type === 'JSON'
          ? json.map((text) => `json_decode(${JSON.stringify(JSON.stringify(text)).replaceAll('$', '\\$')})`)
          : []
      return [...given, ...bytes, ...words, ...documents].map((value) => [type, value] as const)
    })
    // The first row has the first value of each column, the second row the second, and so on.
    const rowsOfPhp: string[] = []
    const places = new Map<string, number>()
    const lists = database === 'pgsql' ? arrays : []
    for (const [column, value] of [
      ...lists.map(([type, list]) => [`some_${type.toLowerCase()}`, list] as const),
      ...values.map(([type, one]) => [`of_${type.toLowerCase()}`, one] as const),
    ]) {
      const place = places.get(column) ?? 0
      places.set(column, place + 1)
      rowsOfPhp[place] =
        `${rowsOfPhp[place] ?? '(new Kinds\\Sample())'}\n->setByName('${column}', ${value}, 'fieldName')`
    }
    await project.php(rowsOfPhp.map((row) => `${row}->save();`).join('\n'))
    const rows = (): Promise<readonly object[]> => query(project.database, 'SELECT * FROM sample ORDER BY id')
    const before = await rows()
    t.is(before.length, Math.max(...places.values()))
    for (const format of ['yaml', 'json', 'csv']) {
      await roundTrip(project, format, ['sample'])
      t.deepEqual(comparable(await rows()), comparable(before), format)
    }
  })
}

/** Rows whose documents are values: their texts may have other escapes. */
const comparable = (rows: readonly object[]): unknown[] =>
  rows.map((row) => ({ ...row, ...('of_json' in row && { of_json: row.of_json && JSON.parse(String(row.of_json)) }) }))

/** Makes rows with every factory, and prints the tables. */
const makeRows = `
$tables = [];
$files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator('generated-classes'));
foreach ($files as $file) {
    if (preg_match('#^generated-classes/(?!.*Base/)(.*Factory)\\\\.php$#', (string) $file, $found) === 1) {
        $class = strtr($found[1], '/', '\\\\');
        if (is_subclass_of($class, Orm\\Runtime\\Factory\\Factory::class)) {
            try {
                $class::new()->count(3)->seed(3)->insert();
                $tables[] = $class::MODEL::TABLE_MAP::TABLE_NAME;
            } catch (Orm\\Runtime\\Exception\\ExceptionInterface) {
                // The test of factories is about what they cannot make.
            }
        }
    }
}
sort($tables);
echo json_encode($tables);
`

for (const database of databases) {
  for (let seed = 1; seed <= (isFuzz ? 60 : 2); seed++) {
    test(`${database}: rows of random schema ${seed} survive dump and seed`, async (t) => {
      const { before: schema } = randomSchemas(database, seed, { native: false })
      // No value may be masked.
      const config = `  generator:\n    objectModel: { generateFactories: true }\n  seeds:\n    masks: { "*": keep }\n`
      const project = await createProject(t, { schema, database, config })
      const { sqlSchemas = [], setUp = [] } = benchOptions[database]
      await query(project.database, ...sqlSchemas.map((name) => `CREATE SCHEMA ${name}`), ...setUp)
      await project.build()
      const made: string[] = JSON.parse(await project.php(makeRows))
      const { stdout, stderr } = await project.orm('seed:dump', '--dry-run', ...made, '--file-format=csv')
      const refused = [...(stdout + stderr).matchAll(/ORM-D05[17] .*?table "([^"]+)"/g)].map(([, name]) => name)
      const tables = made.filter((name) => !refused.some((each) => name === each || name.endsWith(`.${each}`)))
      t.true(tables.length > 0 || made.length === refused.length, stdout + stderr)
      if (tables.length === 0) return
      const exact = await roundTrip(project, 'csv', tables)
      t.deepEqual(await roundTrip(project, 'csv', tables), exact, schema)
      const named = await roundTrip(project, 'yaml', tables)
      t.deepEqual(await roundTrip(project, 'yaml', tables), named, schema)
    })
  }
}
