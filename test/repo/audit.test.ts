import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import { root } from '../support/root.mjs'

const execute = promisify(execFile)

type Audit = (rules: unknown, print: (line: string) => void) => string[]
const { audit } = (await import(pathToFileURL(join(root, 'release', 'audit.mjs')).href)) as { audit: Audit }
const rules = JSON.parse(readFileSync(join(root, 'release', 'dependencies.json'), 'utf8'))

test('what users install is what was agreed on: number, reasons, licences, install scripts, LICENSE files', (t) => {
  t.deepEqual(
    audit(rules, () => {}),
    [],
  )
})

test('what was not agreed on is found', (t) => {
  const { yaml, ...reasons } = rules.reasons
  t.truthy(yaml)
  const problems = audit(
    { ...rules, packages: { core: 1 }, reasons: { ...reasons, leftpad: 'x' }, licences: ['MIT'], installScripts: {} },
    () => {},
  ).join('\n')
  t.regex(problems, /^core brings \d+ packages, 1 were agreed on$/m)
  t.regex(problems, /^nobody says why yaml is there$/m)
  t.regex(problems, /^leftpad is gone, its reason is not$/m)
  t.regex(problems, /^yaml has the licence ISC$/m)
  t.regex(audit({ ...rules, installScripts: {} }, () => {}).join('\n'), /^better-sqlite3 has an install script$/m)
})

test('every package is packed with its licence and a bill of materials', async (t) => {
  const { stdout } = await execute('npm', ['pack', '--workspaces', '--json', '--dry-run'], { cwd: root })
  const all: { name: string; files: { path: string }[] }[] = JSON.parse(stdout)
  // An extension of an editor is no package of npm.
  const packed = all.filter(({ name }) => name !== 'orm-vscode')
  t.is(packed.length, readdirSync(join(root, 'packages')).length)
  for (const { name, files } of packed) {
    const paths = files.map(({ path }) => path)
    t.true(paths.includes('LICENSE'), name)
    t.true(paths.includes('sbom.cdx.json'), name)
  }
  const bom = JSON.parse(readFileSync(join(root, 'packages', 'cli', 'sbom.cdx.json'), 'utf8'))
  t.is(bom.bomFormat, 'CycloneDX')
  t.is(bom.metadata.component.name, 'orm-cli')
  const references: string[] = bom.components.map((component: { 'bom-ref': string }) => component['bom-ref'])
  t.is(new Set(references).size, references.length)
  for (const { ref, dependsOn } of bom.dependencies) {
    for (const other of dependsOn) t.true(references.includes(other), `${ref} -> ${other}`)
  }
})
