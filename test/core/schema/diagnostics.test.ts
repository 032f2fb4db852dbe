import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { catalogue, type Diagnostic, findSchemas, formatDiagnostic, OrmError } from 'orm-core'
import { type DialectName, dialectNames } from '#core/model/index.js'
import { root } from '../../support/root.mjs'
import { inFolder, readLines, resolve } from './support.js'

const folder = join(root, 'test', 'core', 'schema', 'diagnostics')
const cases = readdirSync(folder)

for (const name of cases) test(`diagnostics: ${name}`, (t) => checkCase(t, name))

test('every code of a schema has a case of its name', (t) => {
  // Whether two need one member is known when classes are made; the others depend on more than schemas.
  const others = ['ORM-S807', 'ORM-W001', 'ORM-W002', 'ORM-W003', 'ORM-W004', 'ORM-W805', 'ORM-S207']
  const codes = Object.keys(catalogue).filter((code) => /^ORM-[SW]\d/.test(code) && !others.includes(code))
  t.deepEqual(
    codes.filter((code) => !cases.some((name) => name.startsWith(`${code.slice(4)}-`))),
    [],
  )
})

test('one run reports ten different mistakes', async (t) => {
  const codes = (await run('ten-mistakes')).map(({ code }) => code)
  t.is(new Set(codes).size, 10)
})

/** Codes whose message says all that a hint could. */
const withoutHint: Readonly<Record<string, string>> = {
  'ORM-S002': 'it has the answer of the system',
  'ORM-S003': 'the place shows the mistake; frequent ones have a hint',
  'ORM-S005': 'it has the path',
  'ORM-S103': 'it lists the values; one that is near is the hint',
  'ORM-S106': 'it lists the elements; one that is near is the hint',
  'ORM-S107': 'it names the attribute to add',
  'ORM-S210': 'it names the attribute to use',
  'ORM-S305': 'it names the least size',
  'ORM-S307': 'it names the attributes of which one must go',
  'ORM-S312': 'it names the attributes of which one must go',
  'ORM-S317': 'it names the attributes of which one must go',
  'ORM-S345': 'it says what to change where the vendor does not matter',
  'ORM-S416': 'it names the attributes of which one is needed',
  'ORM-S504': 'it names the element to add',
  'ORM-S505': 'it names the attributes of which one is needed',
  'ORM-S506': 'it names the column to add',
}

test('every error of a schema has a hint, or shows the other place', async (t) => {
  const found = (await Promise.all(cases.map((name) => run(name)))).flat()
  const bare = found.filter(({ code, hint, notes = [] }) => /^ORM-S/.test(code) && !hint && notes.length === 0)
  t.deepEqual([...new Set(bare.map(({ code }) => code))].sort(), Object.keys(withoutHint).sort())
})

test('problems of the SQL alone are warnings where only classes are made, as docs/errors.md lists them', async (t) => {
  const found = await Promise.all(cases.filter((name) => !name.includes('lenient')).map((name) => run(name, false)))
  const codes = (severity: string) =>
    new Set(found.flat().flatMap(({ code, ...each }) => (each.severity === severity ? code.slice(4) : [])))
  const warned = [...codes('warning')].filter((code) => code.startsWith('S')).sort()
  t.deepEqual(warned, listed(await readFile(join(root, 'docs', 'errors.md'), 'utf8')))
  t.deepEqual(
    warned.filter((code) => codes('error').has(code)),
    [],
  )
})

/** Codes such as `S304, S319 to S322` in the sentence about problems of the SQL. */
function listed(page: string): string[] {
  const [, list = ''] = /Problems that concern only SQL \(([^)]+)\)/.exec(page) ?? []
  const ranges = list.split(',').map((part) => part.match(/S\d+/g) ?? [])
  const known = Object.keys(catalogue).map((code) => code.slice(4))
  return known.filter((code) => ranges.some(([first = '', last = first]) => first <= code && code <= last)).sort()
}

test('messages have no names that only the compiler knows', async (t) => {
  const found = (await Promise.all(cases.map((name) => run(name)))).flat()
  t.deepEqual(
    found.filter(({ message, hint = '' }) => /_NATIVE\b|undefined|\[object/.test(`${message} ${hint}`)),
    [],
  )
})

/**
 * A case is a folder with `case.txt`, whose first line says what is proved and whose others set the vendor or a
 * setting, the schema files, and `expected.txt`: every diagnostic as a user sees it, without a terminal.
 */
async function checkCase(t: ExecutionContext, name: string): Promise<void> {
  const lines = (await run(name)).map((diagnostic) => `${formatDiagnostic(diagnostic)}\n`)
  const file = join(folder, name, 'expected.txt')
  if (process.env.UPDATE_GOLDEN && !process.env.CI) await writeFile(file, lines.join(''))
  t.is(lines.join(''), await readFile(file, 'utf8'))
  const code = name.split('-')[0]!
  if (name !== 'ten-mistakes')
    t.true(
      lines.some((line) => line.includes(`ORM-${code} `)),
      `${code} is reported`,
    )
}

async function run(name: string, makesSql = true): Promise<readonly Diagnostic[]> {
  const files = inFolder(join(folder, name))
  const [sentence, ...facts] = await readLines(join(folder, name, 'case.txt'))
  if (!/^\S.*[.]$/.test(sentence ?? '')) throw new Error(`${name}/case.txt does not say what is proved`)
  const given = new Map(facts.map((fact) => fact.split(': ') as [string, string]))
  const adapter = dialectNames.find((platform) => platform === given.get('adapter')) satisfies DialectName | undefined
  try {
    const inputs = await findSchemas('.', files)
    const settings = {
      ...(given.has('packageObjectModel') && { packageObjectModel: false }),
      ...(given.has('merge') && { merge: true }),
      ...(given.has('ignoreUnknownBehaviors') && { ignoreUnknownBehaviors: true }),
      ...(given.has('lenient') && { lenient: true }),
    }
    return (await resolve(inputs, { files, settings, makesSql, ...(adapter && { adapter }) })).diagnostics
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    return error.diagnostics
  }
}
