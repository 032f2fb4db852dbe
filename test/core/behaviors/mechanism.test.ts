import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { buildModel, formatDiagnostic, loadConfig, OrmError } from 'orm-core'
import {
  type Behavior,
  BuildError,
  buildSchema,
  defineBehavior,
  p,
  php,
  runPhp,
  type TableEditor,
} from 'orm-core/behavior'
import { writeModel } from 'orm-project'
import { memoryFiles } from '../../support/memory-files.js'
import { root } from '../../support/root.mjs'

const options = { autoload: join(root, 'packages/runtime/autoload.php') }

const behavior = (name: string, parts: Omit<Behavior, 'name'> = {}): Behavior => defineBehavior({ name, ...parts })

const table = (name: string, parts = '', columns = '') => `  <table name="${name}">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="VARCHAR" size="100"/>${columns}
    ${parts}
  </table>\n`

const schema = (...parts: string[]) => `<database name="d" defaultIdMethod="native">\n${parts.join('')}</database>\n`

const use = (...names: string[]): string => names.map((name) => `<behavior name="${name}"/>`).join('')

const objectHooks = [
  'preSave',
  'preInsert',
  'preUpdate',
  'preInsertRow',
  'preUpdateRow',
  'postInsert',
  'postUpdate',
  'postSave',
  'preDelete',
  'postDelete',
  'postHydrate',
  'postCopy',
  'postClear',
  'call',
  'clearReferences',
] as const
const queryHooks = ['preSelect', 'preUpdate', 'postUpdate', 'preDelete', 'postDelete'] as const

/** A behavior that tells of every one of its hooks. */
const talker = (name: string): Behavior => {
  const tell = (place: string) => () => php`$GLOBALS['told'][] = '${name}.${place}';`
  return behavior(name, {
    object: Object.fromEntries(objectHooks.map((hook) => [hook, tell(hook)])),
    query: Object.fromEntries(queryHooks.map((hook) => [hook, tell(`query.${hook}`)])),
  })
}

const told = (code: string): string => `$GLOBALS['told'] = []; ${code} echo implode(' ', $GLOBALS['told']), "\\n";`

const both = (...places: string[]): string => places.flatMap((place) => [`a.${place}`, `b.${place}`]).join(' ')

test('X01: every hook of two behaviors runs at its place, in the order of their declaration', async (t) => {
  const built = await buildSchema(schema(table('book', use('a', 'b'))), { behaviors: [talker('b'), talker('a')] })
  const code = [
    '$book = (new Book())->setTitle("x");',
    told('$book->save();'),
    told('$book->setTitle("y")->save();'),
    told('Orm\\Runtime\\ActiveQuery\\InstancePools::clear(); $found = BookQuery::create()->findOne();'),
    told('BookQuery::create()->update(["Title" => "z"]);'),
    told('$found->copy();'),
    told('try { $found->nonsense(); } catch (BadMethodCallException) { }'),
    told('$found->clearAllReferences();'),
    told('(new Book())->clear();'),
    told('$book->delete();'),
  ]
  t.deepEqual((await runPhp(built, code.join('\n'), options)).trim().split('\n'), [
    both('preSave', 'preInsert', 'preInsertRow', 'postInsert', 'postSave'),
    both('preSave', 'preUpdate', 'preUpdateRow', 'postUpdate', 'postSave'),
    both('query.preSelect', 'postHydrate'),
    both('query.preUpdate', 'query.postUpdate'),
    both('postCopy'),
    both('call'),
    both('clearReferences'),
    both('clearReferences', 'postClear'),
    both('preDelete', 'query.preDelete', 'query.postDelete', 'postDelete'),
  ])
})

test('X02: orders tell who changes tables first, declaration whose code comes first', async (t) => {
  const calls: string[] = []
  const make = (name: string, order: number) =>
    behavior(name, {
      order,
      modifyTable: () => void calls.push(name),
      object: { postSave: () => php`echo '${name} ';` },
    })
  const built = await buildSchema(schema(table('book', use('late', 'early'))), {
    behaviors: [make('late', 60), make('early', 40)],
  })
  t.deepEqual(calls.slice(0, 2), ['early', 'late'])
  t.is(await runPhp(built, '(new Book())->setTitle("x")->save();', options), 'late early ')
})

const marked = behavior('marked', { parameters: { mark: p.string({ default: 'none' }) } })

const parametersOf = (...models: string[]) =>
  models
    .map(
      (model) => `echo json_encode(Orm\\Runtime\\Orm::getServiceContainer()->getDatabaseMap()
      ->getTableByPhpName('\\\\${model}')->getBehaviors()), "\\n";`,
    )
    .join('\n')

test('X03: a behavior of the database goes to every table that has none of its own', async (t) => {
  const own = '<behavior name="marked"><parameter name="mark" value="own"/></behavior>'
  const all = '  <behavior name="marked"><parameter name="mark" value="all"/></behavior>\n'
  const built = await buildSchema(schema(all, table('book', own), table('author')), { behaviors: [marked] })
  t.is(
    await runPhp(built, parametersOf('Book', 'Author'), options),
    '{"marked":{"mark":"own"}}\n{"marked":{"mark":"all"}}\n',
  )
})

test('X04: a table that a behavior adds gets the behaviors of the database; what is there is not added again', async (t) => {
  const adds = behavior('adds', {
    modifyTable({ table }) {
      const log = table.database.ensureTable({ name: `${table.table.name}_log` }, table.table)
      log.ensureColumn({ name: 'book_id', type: 'INTEGER', primaryKey: true })
      const key = () => log.ensureForeignKey({ foreignTable: 'book' }, [{ local: 'book_id', foreign: 'id' }])
      t.is(key(), key())
      t.is(table.database.ensureTable({ name: 'book_log' }, table.table).table, log.table)
      t.true(table.hasBehavior('adds') && log.hasBehavior('marked'))
    },
  })
  const built = await buildSchema(schema(use('marked'), table('book', use('adds'))), { behaviors: [marked, adds] })
  t.is(await runPhp(built, parametersOf('BookLog'), options), '{"marked":{"mark":"none"}}\n')
})

test('a behavior of the database chooses its tables', async (t) => {
  const some = behavior('some', {
    parameters: { mark: p.string({ default: 'none' }) },
    modifyDatabase({ db, applyTo }) {
      for (const each of db.tables) if (each.name !== 'author') applyTo(each, { mark: each.name })
    },
  })
  const built = await buildSchema(schema(use('some'), table('book'), table('author')), { behaviors: [some] })
  t.is(await runPhp(built, parametersOf('Book', 'Author'), options), '{"some":{"mark":"book"}}\n[]\n')
  for (const [changes, message] of [
    [{ size: 'big' }, /"size" of behavior "wrong" must be a whole number, not "big"/],
    [{ sise: '1' }, /has no parameter "sise"/],
  ] as const) {
    const wrong = behavior('wrong', {
      parameters: { size: p.int({ default: 1 }) },
      modifyDatabase: ({ db, applyTo }) => applyTo(db.tables[0]!, changes),
    })
    const [problem] = await problems(buildSchema(schema(use('wrong'), table('book')), { behaviors: [wrong] }))
    t.regex(problem!, message)
  }
})

test('a behavior that another one adds has its defaults, and its parameters are checked', async (t) => {
  const adds = (parameters?: Parameters<TableEditor['addBehavior']>[0]['parameters']) =>
    buildSchema(schema(table('book', use('adds'))), {
      behaviors: [
        behavior('adds', {
          modifyTable: ({ table }) => table.addBehavior({ name: 'sluggable', ...(parameters && { parameters }) }),
        }),
      ],
    })
  const code = "($b = new Book())->setTitle('E')->save(); echo $b->getSlug(), ' ';"
  const permanent = "echo Map\\BookTableMap::getTableMap()->getBehaviors()['sluggable']['permanent'];"
  const pattern = { slug_pattern: '{Title}' }
  t.is(await runPhp(await adds(pattern), code + permanent, options), 'e false')
  t.is(await runPhp(await adds({ ...pattern, permanent: true }), code + permanent, options), 'e true')
  t.is(
    await runPhp(await adds(new Map([...Object.entries(pattern), ['permanent', 'TRUE']])), permanent, options),
    'true',
  )
  t.deepEqual(await problems(adds({ ...pattern, permanant: true, unique_constraint: 'maybe' })), [
    'schema.xml:5:5 ORM-B002 table "book": parameter "unique_constraint" of behavior "sluggable" must be a boolean, not "maybe", added by behavior "adds"',
    'schema.xml:5:5 ORM-S703 behavior "sluggable" has no parameter "permanant", added by behavior "adds" (did you mean "permanent"?)',
  ])
  const beside = schema(table('book', use('adds')) + '<table name="shelf"/>')
  const wrong = behavior('adds', {
    modifyTable: ({ table }) =>
      table.addBehavior({ name: 'sluggable', parameters: { ...pattern, permanent: 'maybe' } }),
  })
  const found = await problems(buildSchema(beside, { behaviors: [wrong] }))
  t.deepEqual(
    found.map((line) => line.replace(/.*(ORM-\w+).*/, '$1')),
    ['ORM-B002', 'ORM-S205'],
  )
  const incomplete = behavior('adds', {
    modifyTable: ({ table }) =>
      table.addBehavior({ name: 'aggregate_column', parameters: { name: 'n', foreign_table: 'book' } }),
  })
  t.deepEqual(await problems(buildSchema(schema(table('book', use('adds'))), { behaviors: [incomplete] })), [
    'schema.xml:5:5 ORM-B002 table "book": behavior "aggregate_column" needs the parameter "expression", added by behavior "adds" (SQL over that table: COUNT(id))',
  ])
  const changes = behavior('changes', {
    order: 40,
    modifyTable: ({ table }) => table.changeBehavior('sluggable', pattern),
  })
  const changed = await buildSchema(schema(table('book', use('sluggable', 'changes'))), { behaviors: [changes] })
  t.is(await runPhp(changed, code + permanent, options), 'e false')
})

const problems = async (run: Promise<unknown>): Promise<string[]> => {
  try {
    await run
  } catch (error) {
    if (error instanceof OrmError) return error.diagnostics.map(formatDiagnostic)
    throw error
  }
  return []
}

test('X05: unknown, twice, a wrong parameter, an id that nobody asked for', async (t) => {
  const parts = [
    use('markd'),
    use('marked', 'marked'),
    '<behavior name="marked"><parameter name="mrk" value="x"/></behavior>',
    '<behavior name="marked" id="one"/>',
  ]
  const found = await Promise.all(
    parts.map((part) => problems(buildSchema(schema(table('book', part)), { behaviors: [marked] }))),
  )
  t.deepEqual(
    found.map((messages) => messages.map((message) => /ORM-\w+/.exec(message)?.[0])),
    [['ORM-S701'], ['ORM-S704'], ['ORM-S703'], ['ORM-S702']],
  )
  t.regex(found[0]![0]!, /marked/)
  t.regex(found[2]![0]!, /mark/)
})

const vetoes = ['preSave', 'preInsert', 'preUpdate', 'preDelete']

test('X09: when a stub says no, behaviors write nothing', async (t) => {
  const built = await buildSchema(schema(table('book', use('a'))), { behaviors: [talker('a')] })
  const classes = vetoes.map(
    (hook) => `class ${hook} extends Book {
      public function ${hook}(?Orm\\Runtime\\Connection\\ConnectionInterface $con = null): bool { return false; }
    }`,
  )
  const code = [
    ...classes,
    told('echo (new preSave())->setTitle("x")->save(), (new preInsert())->setTitle("x")->save(), " ";'),
    told(
      '$book = (new preUpdate())->setTitle("x"); $book->save(); $GLOBALS["told"] = []; $book->setTitle("y")->save();',
    ),
    told('$book = (new preDelete())->setTitle("x"); $book->save(); $GLOBALS["told"] = []; $book->delete();'),
    'echo BookQuery::create()->filterByTitle("x")->count();',
  ]
  const lines = (await runPhp(built, code.join('\n'), options)).split('\n')
  t.is(lines.pop(), '2')
  t.is(lines.length, 3)
  for (const line of lines) t.notRegex(line, /Row|post|query/)
})

test('X10: without hooks in stubs, behaviors run as before', async (t) => {
  const xml = schema(table('book', use('a')))
  const built = await buildSchema(xml, { behaviors: [talker('a')] })
  const yaml = `orm:
  database: { connections: { d: { adapter: sqlite, dsn: "sqlite::memory:" } } }
  generator: { objectModel: { addHooks: false } }
`
  const config = await loadConfig({ files: memoryFiles({ 'orm.yaml': yaml }) })
  const files = await buildModel([{ path: 'schema.xml', contents: xml }], { config, behaviors: [talker('a')] })
  const without = { ...built, php: Object.fromEntries(files.map(({ path, contents }) => [path, contents])) }
  t.notDeepEqual(without.php, built.php)
  const code = told(
    '$book = (new Book())->setTitle("x"); $book->save(); $book->setTitle("y")->save(); $book->delete();',
  )
  t.is(await runPhp(without, code, options), await runPhp(built, code, options))
})

test('X11: a number from the hook of a query replaces the statement', async (t) => {
  const built = await buildSchema(schema(table('book', use('a'))), { behaviors: [talker('a')] })
  const code = `
    class Three extends BookQuery {
        public function preDelete(Orm\\Runtime\\Connection\\ConnectionInterface $con): ?int { return 3; }
    }
    (new Book())->setTitle('x')->save();
    echo (new Three())->filterByTitle('x')->delete(), ' ', BookQuery::create()->count();
  `
  t.is(await runPhp(built, code, options), '3 1')
})

test('X12: a filter finds, removes, replaces and adds methods', async (t) => {
  const surgeon = behavior('surgeon', {
    object: {
      filter(php_, { cls }) {
        const method = (name: string) => cls.method({ name, returns: 'string', body: php`return '${name}';` })
        t.is(php_.findMethod('GETTITLE')?.name, 'getTitle')
        t.is(php_.findMethod('nothing'), undefined)
        php_.replaceMethod('getTitle', method('getTitle'))
        php_.removeMethod('setId')
        php_.addMethodBefore('getTitle', method('before'))
        php_.addMethodAfter('getTitle', method('after'))
      },
    },
  })
  const { php: files } = await buildSchema(schema(table('book', use('surgeon'))), { behaviors: [surgeon] })
  const code = files['Base/Book.php']!
  const names = [...code.matchAll(/function (\w+)/g)].map(([, name]) => name)
  t.deepEqual(names.slice(names.indexOf('before'), names.indexOf('before') + 3), ['before', 'getTitle', 'after'])
  t.regex(code, /return 'getTitle';/)
  t.false(names.includes('setId'))
  const lost = behavior('lost', { object: { filter: (cls) => cls.removeMethod('nothing') } })
  const [problem] = await problems(buildSchema(schema(table('book', use('lost'))), { behaviors: [lost] }))
  t.regex(problem!, /"lost".*the class Book has no method nothing\(\)/s)
})

test('a filter adds members to the lists of a class, and an interface that is there already counts once', async (t) => {
  const lists = behavior('lists', {
    object: {
      interfaces: () => ['\\Countable', 'Orm\\Runtime\\ActiveRecord\\ActiveRecordInterface'],
      filter(php_, { cls }) {
        const made = [
          cls.constant({ name: 'PAGES', value: '3' }),
          cls.method({ name: 'count', returns: 'int', body: php`return self::PAGES;` }),
        ]
        for (const member of made) (member.kind === 'method' ? php_.methods : php_.constants).push(member as never)
      },
    },
  })
  const counted = table('book', use('lists')).replace('name="book"', 'name="book" interface="\\Countable"')
  t.is(
    await runPhp(await buildSchema(schema(counted), { behaviors: [lists] }), 'echo count(new Book());', options),
    '3',
  )
  const wrong = behavior('wrong', { object: { filter: (php_) => php_.methods.push({ name: 'count' } as never) } })
  const [problem] = await problems(buildSchema(schema(table('book', use('wrong'))), { behaviors: [wrong] }))
  t.regex(problem!, /behavior "wrong" failed: filter must add members made by cls\.method\(\)/)
})

test('two files of one path are an error, unless they are equal', async (t) => {
  const writes = (name: string, path: string, content: string) => behavior(name, { files: () => [{ path, content }] })
  const of = (...behaviors: Behavior[]) =>
    problems(buildSchema(schema(table('book', use(...behaviors.map(({ name }) => name)))), { behaviors }))
  t.deepEqual(await of(writes('one', 'Help.php', '<?php // 1'), writes('two', 'Help.php', '<?php // 1')), [])
  const [helps] = await of(writes('one', 'Help.php', '<?php // 1'), writes('two', 'help.php', '<?php // 2'))
  t.regex(helps!, /ORM-B003 table "book": file "help\.php" comes from behavior "one" and from behavior "two"/)
  const [model] = await of(writes('one', 'Base/Book.php', '<?php // 1'))
  t.regex(model!, /file "Base\/Book\.php" comes from the classes of the table and from behavior "one"/)
})

test('X13: a file that is written once keeps what people change in it', async (t) => {
  const files = behavior('files', {
    files: ({ table }) => [
      { path: `${table.phpName}Once.php`, content: '<?php // once\n', overwrite: false },
      { path: `${table.phpName}Always.php`, content: '<?php // always\n' },
    ],
  })
  const folder = await mkdtemp(join(tmpdir(), 'orm-behavior-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const config = await loadConfig({
    files: memoryFiles({
      'orm.json': '{"orm":{"database":{"connections":{"d":{"adapter":"sqlite","dsn":"sqlite::memory:"}}}}}',
    }),
  })
  const inputs = [{ path: 'schema.xml', contents: schema(table('book', use('files'))) }]
  const build = async (overwrite = false) =>
    writeModel(await buildModel(inputs, { config, behaviors: [files] }), join(folder, 'php'), { overwrite })
  await build()
  for (const name of ['Once', 'Always']) await writeFile(join(folder, 'php', `Book${name}.php`), 'mine')
  await t.throwsAsync(build(), { message: /ORM-C207 \S+BookAlways\.php was edited/ })
  await build(true)
  t.is(await readFile(join(folder, 'php/BookOnce.php'), 'utf8'), 'mine')
  t.is(await readFile(join(folder, 'php/BookAlways.php'), 'utf8'), '<?php // always\n')
})

const ruled = behavior('ruled', {
  multiple: true,
  parameters: {
    rules: p.list({ column: p.string(), rule: p.string() }, { default: [] }),
    size: p.int({ default: 3 }),
  },
  object: { postSave: ({ params }) => php`echo '${JSON.stringify(params)}', PHP_EOL;` },
})

test('X14, X17: hooks get typed values, PHP the texts, with ids, defaults and lists', async (t) => {
  const item = (column: string) =>
    `<parameter-list-item><parameter name="column" value="${column}"/><parameter name="rule" value="max"/></parameter-list-item>`
  const uses =
    `<behavior name="ruled" id="one"><parameter-list name="rules">${item('a')}${item('b')}</parameter-list></behavior>` +
    '<behavior name="ruled" id="two"><parameter name="size" value="5"/></behavior>'
  const built = await buildSchema(schema(table('book', uses)), { behaviors: [ruled] })
  const printed = await runPhp(built, `(new Book())->setTitle('x')->save();\n${parametersOf('Book')}`, options)
  const [one, two, texts] = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const rules = [
    { column: 'a', rule: 'max' },
    { column: 'b', rule: 'max' },
  ]
  t.deepEqual(
    [one, two],
    [
      { rules, size: 3 },
      { rules: [], size: 5 },
    ],
  )
  t.deepEqual(texts, { one: { rules, size: '3' }, two: { rules: [], size: '5' } })
})

test('X16: the same bytes in another language and time zone', async (t) => {
  const script = `
    import { buildSchema } from 'orm-core/behavior'
    const { php, sql } = await buildSchema(${JSON.stringify(schema(table('book', use('sortable'))))})
    console.log(JSON.stringify([php, sql]))
  `
  const [one, other] = await Promise.all(
    [
      { TZ: 'Asia/Tokyo', LC_ALL: 'tr_TR.UTF-8' },
      { TZ: 'America/Lima', LC_ALL: 'C' },
    ].map((env) =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
        cwd: root,
        env: { PATH: process.env.PATH, ...env },
      }),
    ),
  )
  t.true(one!.stdout.length > 1000)
  t.is(one!.stdout, other!.stdout)
})

test('X19: what a behavior refuses is told with file, line, table and behavior', async (t) => {
  const refuses = behavior('refuses', {
    modifyTable({ table }) {
      throw new BuildError('no titles, please', { node: table.findColumn('title')! })
    },
  })
  const [problem] = await problems(buildSchema(schema(table('book', use('refuses'))), { behaviors: [refuses] }))
  t.regex(problem!, /schema\.xml:4:5.*"book".*"refuses".*no titles, please/s)
})

test('X20: the row hook of a child knows the key of a parent that was new', async (t) => {
  const sees = behavior('sees', { object: { preInsertRow: () => php`echo $this->getBookId();` } })
  const key = '<foreign-key foreignTable="book"><reference local="book_id" foreign="id"/></foreign-key>'
  const page = table('page', `${key}${use('sees')}`, '<column name="book_id" type="INTEGER"/>')
  const built = await buildSchema(schema(table('book'), page), { behaviors: [sees] })
  const code = "(new Page())->setTitle('p')->setBook((new Book())->setTitle('b'))->save();"
  t.is(await runPhp(built, code, options), '1')
})

test('row hooks say which transaction a save needs: none, a plain one, or one that writes', async (t) => {
  const asks = (name: string, more: object) => {
    const tell = () => php`echo '${name} ', $con->inTransaction() ? 'in' : 'without', ' ';`
    return behavior(name, { object: { preInsertRow: tell, preUpdateRow: tell, unchangedWork: () => '', ...more } })
  }
  const behaviors = [
    asks('sets', { setsOwnColumnsOnly: true }),
    asks('plain', { plainTransaction: true }),
    asks('locks', {}),
  ]
  const combinations = [['sets'], ['plain'], ['sets', 'plain'], ['plain', 'locks']]
  const tables = combinations.map((names) => table(names.join('_'), use(...names)))
  const built = await buildSchema(schema(...tables), { behaviors })
  const code = `
    foreach (['Sets', 'Plain', 'SetsPlain', 'PlainLocks'] as $class) {
        $object = (new $class())->setTitle('a'); $object->save(); $object->setTitle('b')->save();
        $hooks = Orm\\Runtime\\ActiveRecord\\Hooks::of($class, 'Base\\\\' . $class);
        echo json_encode([$hooks->insert, $hooks->update]), "\\n";
    }`
  t.deepEqual((await runPhp(built, code, options)).trim().split('\n'), [
    'sets without sets without [[],[]]',
    'plain in plain in [{"save":true},{"save":true}]',
    'sets in plain in sets in plain in [{"save":true},{"save":true}]',
    'plain in locks in plain in locks in [{"write":true},{"write":true}]',
  ])
})

test('a table of that name in another SQL schema is another table', async (t) => {
  const adds = behavior('adds', {
    modifyTable({ table }) {
      if (table.database.platform.name !== 'pgsql') return
      const log = table.database.ensureTable({ name: 'log', schema: 'audit', phpName: 'AuditLog' }, table.table)
      log.ensureColumn({ name: 'what', type: 'VARCHAR', primaryKey: true })
    },
  })
  const mine = table('log').replace('name="log"', 'name="log" schema="mine"')
  const { sql } = await buildSchema(schema(mine, table('book', use('adds'))), { behaviors: [adds] })
  t.regex(sql.pgsql, /CREATE TABLE "?audit"?\."?log"?\s*\(\s*"?what/)
  t.notRegex(/CREATE TABLE "?mine"?[\s\S]*?;/.exec(sql.pgsql)![0], /what/)
})

test('PHP that ends before it has read its input is a rejection', async (t) => {
  const built = await buildSchema(schema(table('book')))
  const large = { ...built, php: { ...built.php, 'Large.php': `<?php // ${'x'.repeat(5_000_000)}` } }
  await t.throwsAsync(runPhp(large, '', { autoload: '/nowhere' }))
})

test('classes that a behavior adds are found', async (t) => {
  const value = behavior('value', {
    files: () => [{ path: 'Value.php', content: '<?php\n\nfinal class Value\n{\n    public const IT = 7;\n}\n' }],
  })
  const built = await buildSchema(schema(table('book', use('value'))), { behaviors: [value] })
  t.is(await runPhp(built, 'echo Value::IT;', options), '7')
})

test('further attributes of a parameter reach the behavior, with a warning', async (t) => {
  const seen: unknown[] = []
  const curious = behavior('curious', {
    parameters: { rule: p.string() },
    freeParameters: true,
    modifyTable: ({ given, attributes }) => void seen.push([...given], [...attributes]),
    object: { preSave: ({ attributes }) => php`// ${[...attributes].flat().length} attributes` },
  })
  const parameters = '<parameter name="rule" value="x" operator="eq"/><parameter name="other" value="y"/>'
  const xml = schema(table('book', `<behavior name="curious">${parameters}</behavior>`))
  const { php: classes, warnings } = await buildSchema(xml, { behaviors: [curious] })
  const given = [
    ['rule', 'x'],
    ['other', 'y'],
  ]
  t.deepEqual(seen.slice(0, 2), [given, [['rule', { operator: 'eq' }]]])
  t.regex(classes['Base/Book.php']!, /2 attributes/)
  t.deepEqual(
    warnings.map(({ code }) => code),
    ['ORM-W105'],
  )
})

test('PHP in a template stays as it is written', (t) => {
  t.is(php`\Shop\notice::send("\n");`.toString(), String.raw`\Shop\notice::send("\n");`)
})

test('a member whose name is code is not written', async (t) => {
  const evil = 'x() {} public function y'
  const parts: readonly Omit<Behavior, 'name'>[] = [
    { object: { methods: ({ cls }) => [cls.method({ name: evil, body: php`return;` })] } },
    { object: { attributes: ({ cls }) => [cls.attribute({ name: 'x = 1; public $y' })] } },
    { object: { constants: ({ cls }) => [cls.constant({ name: 'X = 1; const Y' })] } },
  ]
  for (const part of parts) {
    const building = buildSchema(schema(table('book', use('a'))), { behaviors: [behavior('a', part)] })
    await t.throwsAsync(building, { message: /is not a name in PHP/ })
  }
})
