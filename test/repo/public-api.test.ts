import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { root } from '../support/root.mjs'

/** Returns the names that the public entry of a package exports, including types. */
const exportsOf = (name: string): string[] =>
  [
    ...readFileSync(join(root, 'packages', name, 'src/entries/public.ts'), 'utf8').matchAll(
      /export (?:type )?\{([^}]*)\}/g,
    ),
  ]
    .flatMap(([, names]) => names!.split(','))
    .map((name) => name.trim().replace(/^type /, ''))
    .filter(Boolean)

const page = readFileSync(join(root, 'docs/api.md'), 'utf8')

/** Returns the names in the first column of a section's tables. */
const namesIn = (heading: string): string[] =>
  page
    .slice(page.indexOf(`## ${heading}`))
    .split(/\n## /)[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...line.split(' | ')[0]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!))

for (const name of ['core', 'project']) {
  test(`docs/api.md describes what orm-${name} exports, and nothing else`, (t) => {
    t.deepEqual(namesIn(`Everything that \`orm-${name}\` exports`).sort(), exportsOf(name).sort())
  })

  test(`the public entry of orm-${name} names each of its exports`, (t) => {
    t.false(readFileSync(join(root, 'packages', name, 'src/entries/public.ts'), 'utf8').includes('export *'))
  })
}
