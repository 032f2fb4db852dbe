import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { root } from '../support/root.mjs'

const source = join(root, 'packages/runtime/src')

/** The places of a pattern in the PHP library, as `file: how often`. */
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
    'ActiveQuery/QueryExecutor/Statement.php: 4',
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
    // Those that open connections see which class the configuration names.
    'Connection/ConnectionFactory.php: 1',
    'Connection/ConnectionManagerPrimaryReplica.php: 4',
    'Connection/ConnectionManagerSingle.php: 1',
    'Connection/Replication/ReplicatedWrites.php: 1',
    'Migration/Database.php: 1',
  ])
})

test('what a process remembers is in the services of the container', (t) => {
  t.deepEqual(placesOf(/^ {4}(?:public|private|protected) static (?!function)[^(]*?\$\w+/gm).filter(isOfLibrary), [
    // Facts of classes, which never change.
    'ActiveQuery/Criterion/AbstractCriterion.php: 1',
    // The pools are in generated classes; here is how full they are, and what they have let go.
    'ActiveQuery/InstancePools.php: 5',
    'ActiveQuery/QueryAccess.php: 1',
    'ActiveQuery/SqlBuilder/SelectPlan.php: 2',
    // The statement that is being written, and how.
    'ActiveQuery/SqlBuilder/SqlContext.php: 2',
    'ActiveRecord/Hooks.php: 1',
    // What generated classes know of themselves.
    'ActiveRecord/ObjectCopy.php: 1',
    'ActiveRecord/PersistenceTrait.php: 1',
    // What a class is does not change.
    'ActiveRecord/Record.php: 1',
    'ActiveRecord/RecordState.php: 1',
    // Switches of the process, which applications know; and the transaction that is being repeated.
    'Connection/ConnectionFactory.php: 1',
    'Connection/ConnectionWrapper.php: 2',
    // Handles of the driver: the process owns them, and not a container.
    'Connection/ForkGuard.php: 3',
    'Connection/PdoConnection.php: 1',
    'Connection/RepeatedTransaction.php: 1',
    // Configurations, by the objects that stand for them in dumps.
    'Connection/Sealed.php: 1',
    // The numbers of objects that were made, and values that tests replace: factories are not part of an application.
    'Factory/Factory.php: 2',
    'Factory/Fake.php: 1',
    'Map/TableMapTrait.php: 9',
    // The container, its services, and the switch of all shortcuts.
    'Orm.php: 6',
    'ServiceContainer/Plans.php: 1',
    // Databases that are ready for tests.
    'Testing/TestDatabases.php: 1',
  ])
})

/** Behaviors keep what they know of tables in KnownTables; what else they have is theirs. */
function isOfLibrary(place: string): boolean {
  return !place.startsWith('Behavior/') && !place.startsWith('Migration/')
}
