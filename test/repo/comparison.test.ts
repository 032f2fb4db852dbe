import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { root } from '../support/root.mjs'

/** The rows for Orm in the table of docs/migrations.md, each with a test that proves it: its file and a part of its title. */
const shown: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'migrations are written from a schema': [
    'cli/migration-diff.test.ts',
    'writes a migration and a snapshot, and nothing when the schema stays',
  ],
  '… without a database to compare with': ['core/evolve/golden.test.ts', 'every kind of change, there and back'],
  '… with the way back': [
    'databases/migrations/after-insert.test.ts',
    'the first migration creates on an empty database what sql:insert created, and can be reverted',
  ],
  '… for SQLite, PostgreSQL, MySQL, MariaDB, SQL Server and Oracle': [
    'core/evolve/golden.test.ts',
    'every kind of change, there and back',
  ],
  'plain SQL files': ['core/evolve/file.test.ts', 'reads the statements of both ways, with their places'],
  'a rename is never guessed': ['cli/migration-diff.test.ts', 'a rename is never guessed: a flag or an answer says so'],
  'tables that exist already': [
    'databases/migrations/drift.test.ts',
    'a baseline records tables that are there, and other databases get them by migrate',
  ],
  'statements that do not block others': [
    'databases/migrations/online.test.ts',
    '--online holds no lock while a constraint is validated',
  ],
  'lint of schema changes and hand-written SQL': [
    'core/evolve/lint.test.ts',
    'what the files say is what the schema says',
  ],
  '… with a page and a switch for each rule': [
    'core/evolve/lint.test.ts',
    'every rule has a code, a page, a switch and cases',
  ],
  'locks and rewritten tables, as the server takes them': [
    'databases/migrations/plan.test.ts',
    'migrate --plan shows the locks that the server takes, and executes nothing',
  ],
  'manual changes are found': [
    'databases/migrations/drift.test.ts',
    'drift is what somebody changed by hand, with SQL for either direction',
  ],
  'the files make the schema on an empty database': [
    'databases/migrations/check.test.ts',
    'migration:check asks three questions, with one exit code',
  ],
  'two branches are merged': [
    'databases/migrations/rebase.test.ts',
    '--rebase makes the snapshot from the files of two branches',
  ],
  'one run at a time': ['databases/migrations/runners.test.ts', 'eight runs at once apply each file once'],
  'a run that was killed continues with its next statement': [
    'databases/migrations/faults.test.ts',
    'is killed at statement',
  ],
  'a file that stopped halfway is given up': [
    'databases/migrations/faults.test.ts',
    'what was killed halfway is given up by',
  ],
  'large updates in batches that continue after a kill': [
    'databases/migrations/batches.test.ts',
    'killed at any time, a run is continued by the other runner where it was',
  ],
  'servers with PHP only': [
    'databases/migrations/runners.test.ts',
    'each runner goes on where the other one stopped, and takes back what the other one applied',
  ],
}

test('what the manual says of Orm beside other tools is shown by a test each', (t) => {
  const page = readFileSync(join(root, 'docs/migrations.md'), 'utf8')
  const [, section = ''] = /^## Other tools\n([\s\S]*?)(?=^## )/m.exec(page) ?? []
  const [head, ...rows] = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, cells]) => cells!.split(' | '))
  t.deepEqual(head, ['feature', 'Orm', 'Atlas', 'Prisma Migrate', 'Doctrine Migrations', 'Flyway'])
  t.deepEqual(
    rows.map(([feature]) => feature),
    Object.keys(shown),
  )
  for (const [feature, own, ...others] of rows) {
    t.is(own, 'yes', feature)
    t.deepEqual(
      others.filter((word) => !['yes', 'partly', 'paid', 'no'].includes(word)),
      [],
      feature,
    )
    const [file, title] = shown[feature!]!
    const source = readFileSync(join(root, 'test', file), 'utf8')
    const titles = [...source.matchAll(/\btest(?:OnEachDatabase|\.serial)?\(\s*(['`])([\s\S]*?)\1/g)].map(
      ([, , text]) => text!,
    )
    t.true(
      titles.some((each) => each.includes(title)),
      `${file} has no test "${title}"`,
    )
  }
})
