import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { root } from '../support/root.mjs'
import { ruleNames } from './behavior-rules.js'

const name = '(?:B\\d+\\.\\d+|C\\d+)'
const title = new RegExp(`['"\`](${name}(?:, ${name})*): `, 'g')

/** Returns the rules that test titles name, with the folders of those tests. */
function namedRules(folder: string): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>()
  for (const entry of readdirSync(join(root, 'test', folder), { recursive: true, encoding: 'utf8' })) {
    // One test runs all rules in a PHP file; the cases with several processes also run in a cluster.
    if (!/\.test\.ts$|rules\.php$|concurrency\.ts$/.test(entry)) continue
    const source = readFileSync(join(root, 'test', folder, entry), 'utf8')
    for (const [, names] of source.matchAll(title)) {
      for (const one of names!.split(', ')) named.set(one, (named.get(one) ?? new Set()).add(`${folder}/${entry}`))
    }
  }
  return named
}

const onDatabases = namedRules('databases/behaviors')
const elsewhere = namedRules('core/behaviors')

test('every rule of a behavior has a test that names it, on each database where it is about SQL', (t) => {
  const missing = [...ruleNames].flatMap(([rule, { rule: text, sql }]) => {
    const isTested = onDatabases.has(rule) || (!sql && elsewhere.has(rule))
    return isTested ? [] : [`${rule}: ${text}`]
  })
  t.deepEqual(missing, [])
})

test('tests of behaviors name rules that exist', (t) => {
  const unknown = [...onDatabases.keys(), ...elsewhere.keys()].filter((rule) => !ruleNames.has(rule))
  t.deepEqual(unknown, [])
})
