import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { runPhpFile } from '../support/php.js'
import { createProject } from '../support/project.js'
import { root } from '../support/root.mjs'

const data = join(root, 'test', 'php')
const check = join(root, 'test', 'databases', 'signatures.php')
const known = join(data, 'signatures.tsv')
const onPurpose = join(data, 'signature-exceptions.tsv')
const notYet = join(data, 'signatures-not-yet.tsv')

test('a child class overrides every known method with the signature that it knows', async (t) => {
  const flaws = await flawsOf(t, known, '  generator:\n    objectModel:\n      nativeReturnTypes: false\n')
  const allowed = await Promise.all([onPurpose, notYet].map(rowsOf))
  const missing = new Set(flaws.map((line) => nameIn(line)))
  const names = allowed.flat().map(({ name }) => name)
  t.deepEqual(
    flaws.filter((line) => !names.includes(nameIn(line))),
    [],
    'these methods cannot be overridden with the known signature',
  )
  t.deepEqual(
    names.filter((name) => !missing.has(name)),
    [],
    'these rows hold: take them from the list',
  )
})

test('with native types only accessors, relations and methods of behaviors differ', async (t) => {
  const [head, ...rows] = (await readFile(known, 'utf8')).trim().split('\n')
  const folder = await mkdtemp(join(tmpdir(), 'orm-signatures-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const table = join(folder, 'generated.tsv')
  await writeFile(table, [head, ...rows.filter((row) => row.startsWith('generated\t')), ''].join('\n'))
  const flaws = await flawsOf(t, table, '')
  const names = (await rowsOf(onPurpose)).map(({ name }) => name)
  const isTyped = /^Lib\\Base\\(?:\w+(?<!Query)::(?:get|set|is|load|add|remove|clear|init|doAdd)[A-Z]|Item(?:Query)?::)/
  t.true(flaws.length > 50)
  t.deepEqual(
    flaws.filter((line) => !isTyped.test(nameIn(line)) && !names.includes(nameIn(line))),
    [],
  )
  // These are no accessors, though they are called like some.
  const others = /::(?:getByName|getByPosition|setByName|setByPosition|(?:get|set)VirtualColumn|clearAllReferences)\t/
  t.deepEqual(
    flaws.filter((line) => others.test(line.replace('\t', '::'))),
    [],
  )
})

test('few signatures differ on purpose, each for a reason', async (t) => {
  const rows = await rowsOf(onPurpose)
  t.true(rows.length <= 40)
  for (const { name, reason } of rows) t.regex(reason, /\w{3}/, name)
})

/** Lines of class, method and what is wrong, of the classes that a configuration gives. */
async function flawsOf(t: ExecutionContext, table: string, config: string): Promise<string[]> {
  const schema = await readFile(join(data, 'signatures-schema.xml'), 'utf8')
  const project = await createProject(t, { schema, database: 'sqlite', config })
  const { code, stderr } = await project.orm('model:build')
  t.is(code, 0, stderr)
  const generated = join(project.folder, 'generated-classes')
  return (await runPhpFile(check, { args: [table, generated] })).trim().split('\n')
}

const nameIn = (line: string): string => line.split('\t').slice(0, 2).join('::')

async function rowsOf(file: string): Promise<{ name: string; reason: string }[]> {
  const [, ...lines] = (await readFile(file, 'utf8')).trim().split('\n')
  return lines.map((line) => {
    const [owner, method, reason = ''] = line.split('\t')
    return { name: `${owner}::${method}`, reason }
  })
}
