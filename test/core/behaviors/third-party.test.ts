import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { buildModel, loadConfig, OrmError } from 'orm-core'
import {
  type Behavior,
  buildSchema,
  type ClassBuilder,
  defineBehavior,
  p,
  php,
  runPhp,
  type TableEditor,
} from 'orm-core/behavior'
import { root } from '../../support/root.mjs'

const schema = (behavior: string): string =>
  '<database name="d" defaultIdMethod="native"><table name="book">' +
  `<column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>${behavior}</table></database>`

const example = join(root, 'examples', 'orm-behavior-touchable')

interface ProjectParts {
  /** Where the example lies below `node_modules`, if it is installed. */
  readonly installedAs?: string
  readonly packageJson?: object
  readonly behaviors?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string>>
}

/** A project folder that can load orm-core. */
async function project(
  t: ExecutionContext,
  { installedAs, packageJson = {}, behaviors = {}, files = {} }: ProjectParts,
) {
  const folder = await mkdtemp(join(tmpdir(), 'orm-behavior-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'node_modules'))
  await symlink(join(root, 'packages', 'core'), join(folder, 'node_modules', 'orm-core'))
  if (installedAs) await cp(example, join(folder, 'node_modules', installedAs), { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify(packageJson))
  const connections = { d: { adapter: 'sqlite', dsn: 'sqlite::memory:' } }
  await writeFile(
    join(folder, 'orm.json'),
    JSON.stringify({ orm: { database: { connections }, generator: { behaviors } } }),
  )
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return async (behavior: string): Promise<string> => {
    const options = { config: await loadConfig({ configDir: folder }), configDir: folder }
    const inputs = [{ path: join(folder, 'schema.xml'), contents: schema(behavior) }]
    const built = await buildModel(inputs, options)
    return String(built.find(({ path }) => path === 'Base/Book.php')!.contents)
  }
}

const problems = async (run: Promise<unknown>): Promise<string> => {
  try {
    await run
  } catch (error) {
    if (error instanceof OrmError) return error.diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n')
    throw error
  }
  return ''
}

test('a behavior is found by the name that an installed package declares', async (t) => {
  const build = await project(t, {
    installedAs: 'orm-behavior-touchable',
    packageJson: { devDependencies: { 'orm-behavior-touchable': '*' } },
  })
  t.regex(await build('<behavior name="touchable"/>'), /public function touch\(\): static/)
})

test('a behavior is found by the name of its package, and by convention', async (t) => {
  const build = await project(t, { installedAs: 'orm-behavior-touchable' })
  t.regex(await build('<behavior name="orm-behavior-touchable"/>'), /function touch/)
  t.regex(await build('<behavior name="touchable"/>'), /function touch/)
  const scoped = await project(t, { installedAs: '@acme/orm-behavior-touchable' })
  t.regex(await scoped('<behavior name="@acme/touchable"/>'), /function touch/)
})

test('a behavior is found by the configuration and by a path beside the schema', async (t) => {
  const files = {
    'mine.mjs':
      "import { defineBehavior, php } from 'orm-core/behavior'\nexport const mine = defineBehavior({ name: 'mine', object: { preSave: () => php`$this->log('saved');` } })\nexport default mine\n",
  }
  const build = await project(t, { files, behaviors: { mine: './mine.mjs#mine', 'Acme\\Mine': './mine.mjs' } })
  t.regex(await build('<behavior name="mine"/>'), /\/\/ mine behavior\n {8}\$this->log\('saved'\);/)
  t.regex(await build('<behavior name="Acme\\Mine"/>'), /\$this->log/)
  t.regex(await build('<behavior name="./mine.mjs"/>'), /\$this->log/)
})

test('a behavior that is missing, broken or of two packages is reported', async (t) => {
  const files = {
    'broken.mjs': 'export default }',
    'old.mjs': "export default { name: 'old', api: 0 }",
    'other.mjs': 'export default 1',
    'needy.mjs': "import 'not-installed'",
    'needy.cjs': "require('not-installed')",
  }
  const build = await project(t, { files, behaviors: { gone: './gone.mjs' } })
  t.regex(await problems(build('<behavior name="touchabel"/>')), /ORM-S701 unknown behavior "touchabel"/)
  t.regex(
    await problems(build('<behavior name="gone"/>')),
    /ORM-B005 behavior "gone" cannot be loaded: there is no module/,
  )
  const broken = {
    './broken.mjs': /^Unexpected token/,
    './old.mjs': /^it is made for version 0/,
    './other.mjs': /^the export "default" of ".\/other.mjs" is not made by defineBehavior\(\)$/,
    './needy.mjs': /^Cannot find package 'not-installed'/,
    './needy.cjs': /^Cannot find module 'not-installed'/,
  }
  for (const [name, reason] of Object.entries(broken)) {
    const [code, ...told] = (await problems(build(`<behavior name="${name}"/>`))).split(
      ` behavior "${name}" cannot be loaded: `,
    )
    t.is(code, 'ORM-B005')
    t.regex(told.join(), reason)
    t.notRegex(told.join(), /unknown behavior/)
  }
  const empty = await project(t, { packageJson: { name: 'app', orm: { behaviors: { gone: './gone.mjs' } } } })
  t.is(
    await problems(empty('<behavior name="gone"/>')),
    'ORM-B005 behavior "gone" cannot be loaded: "app" declares it, but there is no module "./gone.mjs"',
  )
  const two = await project(t, {
    installedAs: 'orm-behavior-touchable',
    packageJson: {
      name: 'app',
      dependencies: { 'orm-behavior-touchable': '*' },
      orm: { behaviors: { touchable: './own.mjs' } },
    },
  })
  t.regex(await problems(two('<behavior name="touchable"/>')), /"app" and "orm-behavior-touchable" both declare it/)
})

const behavior = (name: string, more: Partial<Behavior>): Behavior => defineBehavior({ name, ...more } as never)

test('a declaration without types is checked where it is made', (t) => {
  const declare = (more: object) => () => behavior('one', more as never)
  const wrong: readonly (readonly [object, string])[] = [
    [{ name: '' }, 'defineBehavior() needs a name'],
    [{ objekt: {} }, 'behavior "one" cannot have "objekt" (did you mean "object"?)'],
    [{ query: { presave: () => null } }, 'behavior "one" cannot have "query.presave"'],
    [{ object: { presave: () => null } }, 'behavior "one" cannot have "object.presave" (did you mean "preSave"?)'],
    [{ object: { preSave: php`$a = 1;` } }, '"object.preSave" of behavior "one" must be a function'],
    [{ modifyTable: async () => {} }, '"modifyTable" of behavior "one" must not be an async function'],
    [{ parameters: { size: p.int } }, 'parameter "size" of behavior "one" must be made by p: p.string(), p.column()'],
  ]
  for (const [more, message] of wrong) t.true(t.throws(declare(more))!.message.startsWith(message), message)
  t.notThrows(declare({ modifyTable: undefined }))
})

test('what hooks return is checked', async (t) => {
  const failed = async (more: object) =>
    problems(buildSchema(schema('<behavior name="one"/>'), { behaviors: [behavior('one', more as never)] }))
  const method = (body: unknown) => ({
    methods: ({ cls }: { cls: ClassBuilder }) => [cls.method({ name: 'a', body } as never)],
  })
  const told = (reason: string) => `ORM-B006 table "book", behavior "one" failed: ${reason}`
  t.is(await failed({ object: { preSave: () => '$a = 1;' } }), told('preSave must return code made by php`…`, or null'))
  t.is(await failed({ object: { methods: () => ({}) } }), told('methods must return a list'))
  t.is(await failed({ query: { traits: () => 'App\\Trait' } }), told('traits must return a list'))
  t.is(await failed({ object: method('return 1;') }), told('the body of method "a" must be made by php`…`'))
  const adding = (name: string) => ({ modifyTable: ({ table }: { table: TableEditor }) => table.addBehavior({ name }) })
  t.is(await failed(adding('shiny')), told('it adds the behavior "shiny", which does not exist'))
  t.is(await failed(adding('timestampable')), '')
})

test('parameters are typed, have defaults and are checked', async (t) => {
  let seen: unknown
  const one = defineBehavior({
    name: 'one',
    parameters: {
      size: p.int({ default: 3 }),
      watch: p.columnList({ default: [] }),
      rules: p.list({ column: p.string({ required: true }), rule: p.string({ default: 'any' }) }, { default: [] }),
      needed: p.string({ required: true }),
    },
    modifyTable: ({ params }) => {
      seen = params
    },
  })
  const xml = schema(
    '<behavior name="one"><parameter name="needed" value="x"/><parameter name="watch" value="a, b"/>' +
      '<parameter-list name="rules"><parameter-list-item><parameter name="column" value="c"/></parameter-list-item></parameter-list></behavior>',
  )
  const built = await buildSchema(xml, { behaviors: [one] })
  t.deepEqual(seen, { size: 3, watch: ['a', 'b'], rules: [{ column: 'c', rule: 'any' }], needed: 'x' })
  t.regex(built.php['Map/BookTableMap.php']!, /'size' => '3'/)
  t.regex(await problems(buildSchema(schema('<behavior name="one"/>'), { behaviors: [one] })), /ORM-B002 .*"needed"/)
  const bad = schema(
    '<behavior name="one"><parameter name="needed" value="x"/><parameter name="size" value="big"/></behavior>',
  )
  t.regex(await problems(buildSchema(bad, { behaviors: [one] })), /must be a whole number, not "big"/)
})

test('behaviors change tables by their order and add code by their declaration', async (t) => {
  const calls: string[] = []
  const make = (name: string, order: number): Behavior =>
    behavior(name, {
      order,
      modifyTable: () => {
        calls.push(name)
      },
      object: { postSave: () => php`$this->log('${name}');` },
    })
  const { php: files } = await buildSchema(schema('<behavior name="late"/><behavior name="early"/>'), {
    behaviors: [make('late', 80), make('early', 10)],
  })
  t.deepEqual(calls.slice(0, 2), ['early', 'late'])
  const code = files['Base/Book.php']!
  t.true(code.indexOf('// late behavior') < code.indexOf('// early behavior'))
})

test('two members of one name, and two parents, are refused', async (t) => {
  const make = (name: string, parent: string | null): Behavior =>
    behavior(name, {
      object: {
        methods: ({ cls }) => [cls.method({ name: parent ? `${name}Only` : 'same', body: php`return;` })],
        parentClass: () => parent,
      },
    })
  const xml = schema('<behavior name="a"/><behavior name="b"/>')
  t.regex(
    await problems(buildSchema(xml, { behaviors: [make('a', null), make('b', null)] })),
    /ORM-B003 table "book": method "same" comes from behavior "a" and from behavior "b"/,
  )
  t.regex(
    await problems(buildSchema(xml, { behaviors: [make('a', 'A\\P'), make('b', 'B\\P')] })),
    /ORM-B004 .*"a" and "b" both set the parent class/,
  )
})

test('filters change finished classes, and behaviors add files', async (t) => {
  const one = behavior('one', {
    object: {
      filter: (cls) => {
        cls.methods = cls.methods.filter(({ name }) => name !== 'setId')
      },
    },
    files: ({ table }) => [{ path: `${table.phpName}Extra.php`, content: '<?php\n' }],
  })
  const { php: files } = await buildSchema(schema('<behavior name="one"/>'), { behaviors: [one] })
  t.notRegex(files['Base/Book.php']!, /function setId/)
  t.is(files['BookExtra.php'], '<?php\n')
})

test('the example runs, as the documentation shows it', async (t) => {
  const { default: touchable } = await import(join(example, 'index.js'))
  const built = await buildSchema(schema('<behavior name="touchable"/>'), { behaviors: [touchable] })
  const autoload = join(root, 'packages/runtime/autoload.php')
  const code = `
    $book = new Book();
    echo $book->touch()->getTouchedAt('Y') - date('Y');
    $book->setTouchedAt('2001-01-01')->save();
    $book->setId(7)->save();
    echo ' ', BookQuery::create()->recentlyTouched()->count();
  `
  t.is(await runPhp(built, code, { autoload }), '0 1')
})
