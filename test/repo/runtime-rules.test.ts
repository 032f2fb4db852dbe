import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { root } from '../support/root.mjs'

const source = join(root, 'packages/runtime/src')

/** Returns the matches of a pattern in the PHP library, as `file: count`. */
function placesOf(pattern: RegExp): string[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.php'))
    .map((name) => name.replaceAll('\\', '/'))
    .flatMap((name) => {
      const count = [...readFileSync(join(source, name), 'utf8').matchAll(pattern)].length
      return count === 0 ? [] : [`${name}: ${count}`]
    })
    .sort()
}

test('a statement is sent again in one place, what executes nothing in two more', (t) => {
  t.deepEqual(placesOf(/Recovery::again\(/g), [
    'ActiveQuery/QueryExecutor/Statement.php: 1',
    'Connection/StatementWrapper.php: 1',
    'Connection/Transactions.php: 1',
  ])
})

test('only one class takes statements from those that a connection keeps', (t) => {
  t.deepEqual(placesOf(/->(?:acquireStatement|useStatement)\(|\$con->statementCache->idle\b/g), [
    'ActiveQuery/QueryExecutor/Statement.php: 3',
    'Connection/ConnectionWrapper.php: 1',
  ])
})

test('the failure of a statement gets its exception in one place', (t) => {
  t.deepEqual(placesOf(/StatementFailure::of/g), [
    'ActiveQuery/QueryExecutor/Statement.php: 2',
    'ActiveQuery/QueryExecutor/WriteExecutor.php: 1',
  ])
})

test('connections of other classes are wrapped where they enter', (t) => {
  t.deepEqual(placesOf(/instanceof ConnectionWrapper/g), [
    // The classes that open connections check which class the configuration names.
    'Connection/ConnectionFactory.php: 1',
    'Connection/ConnectionManagerPrimaryReplica.php: 4',
    'Connection/ConnectionManagerSingle.php: 1',
    'Connection/Replication/ReplicatedWrites.php: 1',
    'Migration/Database.php: 1',
  ])
})
