import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { buildAll, buildOutputs, defineOutput, loadConfig, OrmError } from 'orm-core'
import { bundledOutputs } from '#core/outputs/index.js'
import { root } from '../../support/root.mjs'

const schema = `<database name="shop"><table name="book"><column name="id" type="integer" primaryKey="true"/></table></database>`

interface Parts {
  readonly outputs?: readonly string[] | Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string>>
  readonly more?: object
}

/** A project folder that can load orm-core, and its outputs. */
async function project(t: ExecutionContext, { outputs = ['./out.mjs'], files = {}, more = {} }: Parts) {
  const folder = await mkdtemp(join(tmpdir(), 'orm-outputs-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'node_modules'))
  await symlink(join(root, 'packages', 'core'), join(folder, 'node_modules', 'orm-core'))
  const connections = { shop: { adapter: 'sqlite' } }
  const config = { database: { connections }, generator: { outputs }, ...more }
  await writeFile(join(folder, 'orm.json'), JSON.stringify({ orm: config }, null, 2))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const warnings: string[] = []
  const run = async (options = {}, build: typeof buildOutputs | typeof buildAll = buildOutputs) => {
    const built = await build([{ path: join(folder, 'schema.xml'), contents: schema }], {
      config: await loadConfig({ configDir: folder }),
      configDir: folder,
      onWarning: ({ code, message }) => void warnings.push(`${code} ${message}`),
      ...options,
    })
    return 'outputs' in built ? built.outputs : built
  }
  return { folder, run, warnings }
}

/** A module whose default export is an output with this body of build(). */
const output = (body: string, more = ''): string =>
  `import { defineOutput } from 'orm-core/output'
export default defineOutput({ name: 'types', ${more}
  build(databases, config, context) {
    ${body}
  },
})
`

async function problems(t: ExecutionContext, parts: Parts, options = {}, build?: typeof buildAll): Promise<string> {
  const { run, folder } = await project(t, parts)
  const error = await t.throwsAsync(run(options, build), { instanceOf: OrmError })
  return (error as OrmError).message.replaceAll(/(?:\.\.\/)*[^ "]*orm-outputs-[^/]*\//g, '').replaceAll(folder, '')
}

test('an output of the project gets the model and the configuration, and gives files', async (t) => {
  const body = `return databases.map(({ name, tables }) => ({
      path: \`\${name}.txt\`, contents: tables.map((table) => table.phpName).join() + config.paths.phpDir + context.directory,
    }))`
  const { run } = await project(t, { files: { 'out.mjs': output(body) } })
  const built = await run()
  // The project is not around the directory, which projects may share.
  const from = built[0]?.from ?? ''
  t.regex(from, /^types of \.\.\/.*orm-outputs-\w+$/)
  t.deepEqual(built, [
    {
      name: 'types',
      from,
      directory: 'generated-types',
      files: [
        {
          path: 'shop.txt',
          contents: 'Bookgenerated-classesgenerated-types',
          kind: 'output',
          keepExisting: false,
          from,
        },
      ],
    },
  ])
})

test('outputs are named by a list or a map, by path, package and export; the map gives names', async (t) => {
  const made = (name: string) => `{ name: '${name}', build: () => [{ path: '${name}', contents: '' }] }`
  const { run } = await project(t, {
    outputs: { first: './a.mjs', second: './a.mjs#other', third: 'orm-output-thing' },
    files: {
      'a.mjs': `import { defineOutput } from 'orm-core/output'\nexport default defineOutput(${made('a')})\nexport const other = defineOutput(${made('b')})\n`,
      'node_modules/orm-output-thing/package.json': '{ "name": "orm-output-thing", "main": "index.cjs" }',
      'node_modules/orm-output-thing/index.cjs': `module.exports = require('orm-core/output').defineOutput(${made('c')})\n`,
    },
  })
  t.deepEqual(
    (await run()).map(({ name, directory, files }) => `${name} ${directory} ${files[0]?.path}`),
    ['first generated-first a', 'second generated-second b', 'third generated-third c'],
  )
})

const bodies: Readonly<Record<string, string>> = {
  'a promise': 'return Promise.resolve([{ path: "a", contents: "" }])',
  'a set': 'return new Set([{ path: "a", contents: "" }])',
  'an iterator': 'return (function* () { yield { path: "a", contents: "" } })()',
  'an iterator that waits': 'return (async function* () { yield { path: "a", contents: "" } })()',
}
for (const [what, body] of Object.entries(bodies)) {
  test(`build() may return ${what}`, async (t) => {
    const { run } = await project(t, { files: { 'out.mjs': output(body) } })
    t.deepEqual(
      (await run())[0]?.files.map(({ path }) => path),
      ['a'],
    )
  })
}

test('an output goes to a directory of the configuration, or to its own', async (t) => {
  const module = (directory: string) => output('return []', `directory: '${directory}',`)
  const { run } = await project(t, {
    outputs: { a: './a.mjs', b: './b.mjs', c: './c.mjs' },
    files: { 'a.mjs': module('phpDir'), 'b.mjs': module('src/types/'), 'c.mjs': output('return []') },
    more: { paths: { outputDir: 'made', phpDir: 'lib' } },
  })
  t.deepEqual(
    (await run()).map(({ directory }) => directory),
    ['lib', 'src/types', 'made/generated-c'],
  )
})

const failures: Readonly<Record<string, [body: string, expected: RegExp]>> = {
  'an error that is thrown': [
    'throw new Error("no such thing")',
    /^out\.mjs:4:11 ORM-P002 output "types" failed: no such thing \(-v shows the stack\)$/,
  ],
  'a mistake': [
    'return databases.nothing.here',
    /^out\.mjs:4:\d+ ORM-P002 output "types" failed: Cannot read properties of undefined/,
  ],
  'a promise that fails': [
    'return Promise.reject(new Error("no"))',
    /^out\.mjs:4:\d+ ORM-P002 output "types" failed: no/,
  ],
  'an iterator that fails': [
    'return (function* () { throw new Error("no") })()',
    /^out\.mjs:4:\d+ ORM-P002 output "types" failed: no/,
  ],
  'a text that is thrown': ['throw "no"', /^orm\.json:\d+:\d+ ORM-P002 output "types" failed: no/],
  nothing: [
    '',
    /ORM-P002 output "types" failed: build\(\) of output "types" must return a list of \{ path, contents \}/,
  ],
  'a text': ['return "abc"', /must return a list of \{ path, contents \}/],
  'a list of texts': ['return ["abc"]', /must return a list of \{ path, contents \}/],
  'a misspelled key': [
    'return [{ path: "a", content: "" }]',
    /failed: a file has no key "content", did you mean "contents"\?/,
  ],
  bytes: [
    'return [{ path: "a", contents: Buffer.from("a") }]',
    /"path" and "contents" of a file must be strings, file "a"/,
  ],
  'a path that is no text': ['return [{ path: 1, contents: "" }]', /"path" and "contents" of a file must be strings/],
  'a path outside': [
    'return [{ path: "../../x.php", contents: "" }]',
    /ORM-P003 output "types": file "\.\.\/\.\.\/x\.php" is not a file below "generated-types"/,
  ],
  'an absolute path': ['return [{ path: "/etc/x", contents: "" }]', /ORM-P003 /],
  'a path of Windows': ['return [{ path: "C:\\\\x", contents: "" }]', /ORM-P003 /],
  'a file of ours': ['return [{ path: ".orm-manifest.json", contents: "" }]', /ORM-P003 /],
  'a path twice': [
    'return [{ path: "a", contents: "" }, { path: "./A", contents: "" }]',
    /ORM-P004 output "types" writes "generated-types\/A" twice/,
  ],
}

for (const [what, [body, expected]] of Object.entries(failures)) {
  test(`an output that gives ${what} is a problem with its name and place`, async (t) => {
    t.regex(await problems(t, { files: { 'out.mjs': output(body) } }), expected)
  })
}

test('an error of a module that an output imports is reported at the line of the output', async (t) => {
  const files = {
    'helper.mjs': 'export const help = () => {\n  throw new Error("no help")\n}\n',
    'out.mjs': `import { help } from './helper.mjs'\n${output('return help()')}`,
  }
  t.regex(await problems(t, { files }), /^out\.mjs:5:12 ORM-P002 output "types" failed: no help/)
})

test('two outputs that write one path are refused, also what is bundled', async (t) => {
  const write = (name: string, directory: string, path: string) =>
    `import { defineOutput } from 'orm-core/output'\nexport default defineOutput({ name: '${name}', directory: '${directory}', build: () => [{ path: '${path}', contents: '' }] })\n`
  const two = { 'a.mjs': write('a', 'x', 'y/z'), 'b.mjs': write('b', 'x/y', 'z') }
  t.regex(
    await problems(t, { outputs: ['./a.mjs', './b.mjs'], files: two }),
    /^orm\.json:\d+:\d+ ORM-P004 outputs "a" and "b" both write "x\/y\/z"$/,
  )
  const files = { 'out.mjs': write('a', 'phpDir', 'Base/Book.php') }
  t.regex(
    await problems(t, { files }, {}, buildAll as never),
    /ORM-P004 outputs "model" and "a" both write "generated-classes\/Base\/Book\.php"/,
  )
})

test('problems of all outputs are reported together', async (t) => {
  const files = { 'a.mjs': output('throw new Error("one")'), 'b.mjs': output('throw new Error("two")') }
  const found = await problems(t, { outputs: { a: './a.mjs', b: './b.mjs' }, files })
  t.regex(found, /output "a" failed: one[\s\S]*output "b" failed: two/)
})

const unloaded: Readonly<Record<string, [Parts, RegExp]>> = {
  'does not exist': [
    {},
    /^orm\.json:\d+:\d+ ORM-P001 output "\.\/out\.mjs" cannot be loaded: there is no module "\.\/out\.mjs"$/,
  ],
  'is no package': [{ outputs: ['orm-output-nothing'] }, /cannot be loaded: there is no module "orm-output-nothing"$/],
  'is broken': [
    { files: { 'out.mjs': 'export default (' } },
    /ORM-P001 output "\.\/out\.mjs" cannot be loaded: Unexpected/,
  ],
  'has no such export': [
    { outputs: ['./out.mjs#other'], files: { 'out.mjs': output('return []') } },
    /cannot be loaded: "\.\/out\.mjs" has no export "other"$/,
  ],
  'is not made by defineOutput()': [
    { files: { 'out.mjs': 'export default { name: "a", build: () => [] }' } },
    /cannot be loaded: its export is not made by defineOutput\(\)$/,
  ],
  'has a misspelled key': [
    { files: { 'out.mjs': output('return []', 'dir: "x",') } },
    /cannot be loaded: defineOutput\(\) has no key "dir"/,
  ],
  'has the name of a bundled one': [
    { outputs: { sql: './out.mjs' }, files: { 'out.mjs': output('return []') } },
    /ORM-P005 there is already an output "sql"/,
  ],
  'has the name of another one': [
    { outputs: ['./out.mjs', './out.mjs'], files: { 'out.mjs': output('return []') } },
    /ORM-P005 there is already an output "types"/,
  ],
  'goes outside of the project': [
    { files: { 'out.mjs': output('return []', "directory: '../x',") } },
    /ORM-P003 output "types": directory "\.\.\/x" is not inside the project/,
  ],
}

for (const [what, [parts, expected]] of Object.entries(unloaded)) {
  test(`an output that ${what} is a problem where the configuration names it`, async (t) => {
    t.regex(await problems(t, parts), expected)
  })
}

test('with plugins off no output is loaded: a warning says so', async (t) => {
  const { run, warnings } = await project(t, { files: { 'out.mjs': 'globalThis.hackedByOutput = true' } })
  t.deepEqual(await run({ plugins: false }), [])
  t.deepEqual(warnings, ['ORM-W003 output "./out.mjs" is not run because of --no-plugins'])
  t.false('hackedByOutput' in globalThis)
})

test('an output can warn, which fails a strict build', async (t) => {
  const files = { 'out.mjs': output('context.warn("no description"); return []') }
  const { run, warnings } = await project(t, { files })
  await run()
  t.deepEqual(warnings, ['ORM-W004 output "types": no description'])
  t.regex(await problems(t, { files }, { strict: true }), /ORM-W004 output "types": no description/)
})

test('defineOutput() checks what it gets', (t) => {
  t.throws(() => defineOutput({ name: 'a' } as never), { message: 'output "a" needs a function build()' })
  t.throws(() => defineOutput({ name: '../a', build: () => [] }), { message: /needs a name/ })
  t.throws(() => defineOutput({ name: 'a', directory: 1, build: () => [] } as never), { message: /must be a string/ })
})

test('bundled outputs are made by defineOutput(), and an output of a project can do what they do', async (t) => {
  t.deepEqual(Object.keys(bundledOutputs), ['sql', 'model', 'config', 'diagram', 'dictionary'])
  for (const [name, bundled] of Object.entries(bundledOutputs)) {
    t.deepEqual(Object.keys(bundled).sort(), ['build', 'directory', 'name', 'outputVersion'], name)
    t.is(bundled.name, name)
  }
  Object.assign(globalThis, { bundledOutputs })
  const body = `const { ${['sql', 'diagram', 'dictionary'].join(', ')} } = globalThis.bundledOutputs
    return Promise.all([sql, diagram, dictionary].map((each) => each.build(databases, config, context)))
      .then((all) => all.flat().filter(({ kind }) => kind !== 'map'))`
  const { run } = await project(t, { files: { 'out.mjs': output(body) } })
  const [built] = await run()
  t.deepEqual(
    built?.files.map(({ path, kind }) => `${path} ${kind}`),
    ['shop.sql sql', 'shop.schema.dot diagram', 'shop.schema.md diagram'],
  )
})

for (const kind of ['map', 'project', 'migration', 'base', 'stub', 'loader', 'anything']) {
  test(`an output cannot write files of kind ${kind}, which a writer replaces or removes in its own way`, async (t) => {
    const files = { 'out.mjs': output(`return [{ path: 'a', contents: '', kind: '${kind}' }]`) }
    t.regex(await problems(t, { files }), /"kind" of file "a" must be one of output, sql, config, diagram, schema/)
  })
}
