import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { root } from '../support/root.mjs'

const source = 'packages/runtime/src'

/** Returns the lines of a PHP file that name a behavior to which the file does not belong. */
const namings = (path: string, text: string, behavior: string): string[] =>
  path.startsWith(`Behavior/${behavior}/`)
    ? []
    : text
        .split('\n')
        .flatMap((line, index) => (line.includes(behavior) ? [`${path}:${index + 1}: ${line.trim()}`] : []))

test('what lists share with others of the runtime has no name of sortable', (t) => {
  const files = readdirSync(join(root, source), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.php'),
  )
  t.true(files.includes('Behavior/Sortable/RankedTable.php'))
  t.deepEqual(
    files.flatMap((path) => namings(path, readFileSync(join(root, source, path), 'utf8'), 'Sortable')),
    [],
  )
})

test('the rule finds a name outside of its folder', (t) => {
  const text = 'use Orm\\Runtime\\Behavior\\Sortable\\Rank;'
  t.deepEqual(namings('Behavior/Sortable/Shift.php', text, 'Sortable'), [])
  t.deepEqual(namings('Connection/PdoConnection.php', text, 'Sortable'), [`Connection/PdoConnection.php:1: ${text}`])
})
