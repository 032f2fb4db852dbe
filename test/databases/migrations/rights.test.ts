import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { disk, loadConfig, storedSnapshot } from 'orm-core/internal'
import { databaseSnapshots } from 'orm-database'
import { databases } from '../../support/databases.js'
import { createProject, type Project } from '../../support/project.js'
import { query } from '../../support/query.js'

interface Rules {
  /** A user who may do everything in this database, and nothing else. */
  readonly create: (user: string, database: string) => readonly string[]
  /** Takes the right for a comparison away. */
  readonly revoke: (user: string, database: string) => string
  readonly drop: (user: string, database: string) => readonly string[]
  /** A type that the server calls otherwise. */
  readonly sqlType: string
  /** What the messages name for a scratch database, and for a comparison. */
  readonly rights: readonly [scratch: string, comparison: string]
}

const grant = 'GRANT ALL ON `orm\\_%`.* TO <user>'

const rules: Readonly<Record<'pgsql' | 'mysql', Rules>> = {
  pgsql: {
    create: (user) => [`CREATE ROLE ${user} LOGIN PASSWORD 'word'`, `GRANT ALL ON SCHEMA public TO ${user}`],
    revoke: (user, database) => `REVOKE CREATE ON DATABASE ${database} FROM ${user}`,
    drop: (user) => [`DROP OWNED BY ${user}`, `DROP ROLE ${user}`],
    sqlType: 'float(24)',
    rights: ['ALTER ROLE <user> CREATEDB', 'GRANT CREATE ON DATABASE <database> TO <user>'],
  },
  mysql: {
    create: (user, database) => [
      `CREATE USER ${user} IDENTIFIED BY 'word'`,
      `GRANT ALL ON \`${database.replaceAll('_', '\\_')}\`.* TO ${user}`,
    ],
    revoke: (user) => `REVOKE ALL ON \`orm\\_%\`.* FROM ${user}`,
    drop: (user) => [`DROP USER ${user}`],
    sqlType: 'BOOL',
    rights: [grant, grant],
  },
}

for (const database of databases) {
  if (database === 'sqlite') continue
  const { create, revoke, drop, sqlType, rights } = rules[database]
  test.serial(
    `${database}: a user of one database is told which right a command needs, and needs no other`,
    async (t) => {
      const schema = `<database name="shop"><table name="a"><column name="id" type="INTEGER" primaryKey="true"/><column name="x" type="VARCHAR" sqlType="${sqlType}"/></table></database>`
      const project = await createProject(t, { schema, database })
      const [, name = ''] = /dbname=(\w+)/.exec(project.database.dsn)!
      const user = `u_${randomBytes(6).toString('hex')}`
      await query(project.database, ...create(user, name))
      try {
        await withUser(project, user)
        for (const command of ['migration:diff first', 'migrate', 'migration:status --exit-code', 'migration:baseline'])
          await orm(t, project, command, command === 'migration:baseline' ? 5 : 0)
        await query(project.database, 'DELETE FROM orm_migration')
        for (const command of ['migration:check', 'migration:diff --rebase', 'migrate --plan']) {
          const told = await orm(t, project, command, 1)
          t.regex(told, /ORM-D036 connection "shop": cannot create a scratch database: .*(?:denied|permission)/)
          t.true(told.includes(`an administrator gives the user this right with ${rights[0]}`), told)
        }
        const drift = await orm(t, project, 'migration:drift', 5)
        t.true(drift.includes(rights[1]), drift)
        t.regex(drift, /two spellings of one thing, as the server could not be asked: .*cannot create a scratch/)
        const given = [...new Set(rights)].map((right) => right.replace('<user>', user).replace('<database>', name))
        await query(project.database, ...given)
        await orm(t, project, 'migration:drift', 0)
        const loaded = await loadConfig({ configDir: project.folder, env: process.env })
        const migrationDir = join(project.folder, 'generated-migrations')
        const config = { ...loaded, paths: { ...loaded.paths, migrationDir } }
        const stored = await storedSnapshot(config, 'shop', disk)
        t.truthy(stored)
        const read = async (from: typeof config) => {
          const notices: string[] = []
          const desired = new Map([['shop', stored!]])
          const snapshots = await databaseSnapshots({ config: from, desired, onNotice: (text) => notices.push(text) })
          return { tables: snapshots.get('shop')!.tables, notices: notices.length }
        }
        const first = await read(config)
        t.is(first.notices, 0)
        await query(project.database, revoke(user, name))
        t.deepEqual(await read(config), first, 'the server is asked once in a command')
        t.is((await read({ ...config })).notices, 1, 'another command asks again')
        await query(project.database, ...given)
        for (const command of ['migration:diff --rebase', 'migration:check', 'migrate --plan'])
          await orm(t, project, command, 0)
      } finally {
        await query(project.database, ...drop(user, name))
      }
    },
  )
}

async function withUser(project: Project, user: string): Promise<void> {
  const config = await readFile(join(project.folder, 'orm.yaml'), 'utf8')
  const own = config.replace(/^(\s*user:).*$/m, `$1 ${user}`).replace(/^(\s*password:).*$/m, '$1 word')
  await project.write('orm.yaml', own)
}

async function orm(t: ExecutionContext, project: Project, command: string, expected: number): Promise<string> {
  const { code, stdout, stderr } = await project.orm(...command.split(' '))
  t.is(code, expected, `${command}\n${stdout}${stderr}`)
  return stdout + stderr
}
