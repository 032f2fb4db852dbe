import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import { run } from '../support/command.mjs'
import { packAll } from '../support/packed.js'
import { root } from '../support/root.mjs'

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
  const tarballs = await packAll()
  t.is(tarballs.size, readdirSync(join(root, 'packages')).length)
  for (const [name, tarball] of tarballs) {
    const paths = (await run('tar', ['-tzf', tarball])).stdout.split('\n')
    t.true(paths.includes('package/LICENSE'), name)
    t.true(paths.includes('package/sbom.cdx.json'), name)
  }
  const bom = JSON.parse((await run('tar', ['-xOzf', tarballs.get('orm-cli')!, 'package/sbom.cdx.json'])).stdout)
  t.is(bom.bomFormat, 'CycloneDX')
  t.is(bom.metadata.component.name, 'orm-cli')
  const references: string[] = bom.components.map((component: { 'bom-ref': string }) => component['bom-ref'])
  t.is(new Set(references).size, references.length)
  for (const { ref, dependsOn } of bom.dependencies) {
    for (const other of dependsOn) t.true(references.includes(other), `${ref} -> ${other}`)
  }
})
