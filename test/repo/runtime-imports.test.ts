import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { root } from '../support/root.mjs'

const source = join(root, 'packages/runtime/src')

/**
 * Folders of the PHP runtime that are not in an import cycle, with the folders that they may import. The other folders import
 * each other because of the public API: an adapter accepts a `Criteria`, which has an adapter, and a table map accepts both.
 */
const lowFolders: Readonly<Record<string, readonly string[]>> = {
  Exception: [],
  Pluralizer: [],
  Parser: ['Exception'],
}

/** Folders that no other folder imports, because they are built on the rest. */
const topFolders: readonly string[] = ['Behavior', 'Console', 'Factory', 'Migration', 'Testing', 'Validator']

/** The only part of the behaviors that other folders may import: list locks, which `lockList()` of a connection acquires. */
const sharedBehavior = 'ListLock'

interface Import {
  readonly file: string
  readonly from: readonly string[]
  readonly to: readonly string[]
}

/** Returns the runtime classes that a file imports, as paths. */
const importsOf = (file: string, text: string): Import[] =>
  [...text.matchAll(/^use (?:function |const )?Orm\\Runtime\\([\w\\]+)/gm)].map(([, name]) => ({
    file,
    from: file.split('/').slice(0, -1),
    to: name!.split('\\').slice(0, -1),
  }))

function problemOf({ file, from, to }: Import): string | undefined {
  const [folder = '', behavior] = from
  const [target = '', other] = to
  const path = `${file} imports ${to.join('/') || 'Orm.php'}`
  if (folder === target) {
    const isApart = folder === 'Behavior' && behavior !== undefined && other !== undefined && behavior !== other
    return isApart && other !== sharedBehavior ? `${path}: behaviors do not know each other` : undefined
  }
  if (lowFolders[folder] && !lowFolders[folder].includes(target)) return `${path}: ${folder} is below it`
  // Tests start with migrations.
  if (folder === 'Testing' && target === 'Migration') return undefined
  const isShared = target === 'Behavior' && other === sharedBehavior
  return topFolders.includes(target) && !isShared ? `${path}: ${target} is above everything else` : undefined
}

const problemsIn = (file: string, text: string): string[] =>
  importsOf(file, text).flatMap((one) => problemOf(one) ?? [])

test('folders of the runtime at the bottom and at the top are in no circle, and behaviors do not know each other', (t) => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.php'))
  t.true(files.length > 200)
  t.deepEqual(
    files.flatMap((file) => problemsIn(file, readFileSync(join(source, file), 'utf8'))),
    [],
  )
})

test('the rule finds imports in the wrong direction', (t) => {
  const found = (file: string, name: string): number => problemsIn(file, `use Orm\\Runtime\\${name};`).length
  t.is(found('Exception/OrmException.php', 'Map\\TableMap'), 1)
  t.is(found('Parser/JsonParser.php', 'Exception\\OrmException'), 0)
  t.is(found('Parser/JsonParser.php', 'Orm'), 1)
  t.is(found('ActiveQuery/Criteria.php', 'Behavior\\Sortable\\Rank'), 1)
  t.is(found('Connection/ConnectionWrapper.php', 'Behavior\\ListLock\\ListLocks'), 0)
  t.is(found('Behavior/Sortable/Rank.php', 'Behavior\\NestedSet\\Place'), 1)
  t.is(found('Behavior/Sortable/Rank.php', 'Behavior\\ListTable'), 0)
})
