import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { runPhpFile } from '../support/php.js'
import { createProject } from '../support/project.js'
import { root } from '../support/root.mjs'

const data = join(root, 'test', 'php')
const check = join(root, 'test', 'databases', 'signatures.php')
const known = join(data, 'signatures.tsv')
const onPurpose = join(data, 'signature-exceptions.tsv')
const notYet = join(data, 'signatures-not-yet.tsv')

test('a child class overrides every known method with the signature that it knows', async (t) => {
  const schema = await readFile(join(data, 'signatures-schema.xml'), 'utf8')
  const project = await createProject(t, {
    schema,
    database: 'sqlite',
    config: '  generator:\n    objectModel:\n      nativeReturnTypes: false\n',
  })
  const { code, stderr } = await project.orm('model:build')
  t.is(code, 0, stderr)
  const generated = join(project.folder, 'generated-classes')
  const flaws = (await runPhpFile(check, { args: [known, generated] })).trim().split('\n')
  const allowed = await Promise.all([onPurpose, notYet].map(rowsOf))
  const missing = new Set(flaws.map((line) => line.split('\t').slice(0, 2).join('::')))
  const names = allowed.flat().map(({ name }) => name)
  t.deepEqual(
    flaws.filter((line) => !names.includes(line.split('\t').slice(0, 2).join('::'))),
    [],
    'these methods cannot be overridden with the known signature',
  )
  t.deepEqual(
    names.filter((name) => !missing.has(name)),
    [],
    'these rows hold: take them from the list',
  )
})

test('few signatures differ on purpose, each for a reason', async (t) => {
  const rows = await rowsOf(onPurpose)
  t.true(rows.length <= 40)
  for (const { name, reason } of rows) t.regex(reason, /\w{3}/, name)
})

async function rowsOf(file: string): Promise<{ name: string; reason: string }[]> {
  const [, ...lines] = (await readFile(file, 'utf8')).trim().split('\n')
  return lines.map((line) => {
    const [owner, method, reason = ''] = line.split('\t')
    return { name: `${owner}::${method}`, reason }
  })
}
