import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { root } from '../support/root.mjs'

/** Names that an entry of orm-core exports, types included. */
const exportsOf = (entry: string): string[] =>
  [...readFileSync(join(root, 'packages/core/src', entry), 'utf8').matchAll(/export (?:type )?\{([^}]*)\}/g)]
    .flatMap(([, names]) => names!.split(','))
    .map((name) => name.trim().replace(/^type /, ''))
    .filter(Boolean)

const page = readFileSync(join(root, 'docs/api.md'), 'utf8')

/** Names in the first column of the tables of a section. */
const namesIn = (heading: string): string[] =>
  page
    .slice(page.indexOf(`## ${heading}`))
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...line.split(' | ')[0]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!))

test('docs/api.md describes what orm-core exports, and nothing else', (t) => {
  t.deepEqual(namesIn('Everything that `orm-core` exports').sort(), exportsOf('entries/public.ts').sort())
})

test('the public entry names each of its exports', (t) => {
  t.false(readFileSync(join(root, 'packages/core/src/entries/public.ts'), 'utf8').includes('export *'))
})
