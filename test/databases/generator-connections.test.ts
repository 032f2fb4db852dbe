import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { createProject, type Project } from '../support/project.js'

const schema = (database: string, table: string) =>
  `<database name="${database}"><table name="${table}"><column name="id" type="INTEGER" primaryKey="true"/></table></database>`

const yaml = (generator: string, dsn = true) => `orm:
  general: { project: cinema }
  database:
    connections:
      archive: { adapter: sqlite${dsn ? ', dsn: "sqlite:archive.sq3"' : ''} }
      main: { adapter: sqlite${dsn ? ', dsn: "sqlite:main.sq3"' : ''} }
  generator: ${generator}
`

const commands = ['sql:build', 'model:build', 'config:convert'] as const

async function twoDatabases(t: Parameters<typeof createProject>[0], config: string): Promise<Project> {
  const schemas = { 'main.schema.xml': schema('main', 'film'), 'archive.schema.xml': schema('archive', 'reel') }
  const project = await createProject(t, { schema: schemas, database: 'sqlite' })
  await project.write('orm.yaml', config)
  return project
}

test('a project name and adapters are enough for every build; only what connects asks for more', async (t) => {
  const project = await twoDatabases(t, yaml('{}', false))
  for (const command of [...commands, 'build']) t.like(await project.orm(command), { code: 0, stderr: '' }, command)
  for (const command of ['sql:insert', 'database:reverse']) {
    const { code, stderr } = await project.orm(command)
    t.is(code, 1, command)
    t.regex(stderr, /ORM-D023 connection "(main|archive)" has no DSN.*orm\.database\.connections\.\1\.dsn/, command)
  }
  t.is(await project.php('echo Orm\\Runtime\\Orm::getServiceContainer()->getDefaultDatasource();'), 'archive')
  const connecting = await t.throwsAsync(project.php('Orm\\Runtime\\Orm::getConnection("main");'))
  t.regex(connecting.message, /"dsn"/)
})

test('generator.connections says which databases all commands deal with', async (t) => {
  const project = await twoDatabases(t, yaml('{ connections: [main] }'))
  for (const command of commands) t.is((await project.orm(command)).code, 0, command)
  const has = (name: string) => existsSync(join(project.folder, name))
  t.deepEqual(
    [
      'generated-sql/main.sql',
      'generated-sql/archive.sql',
      'generated-classes/Film.php',
      'generated-classes/Reel.php',
    ].map(has),
    [true, false, true, false],
  )
  // What others built stays, and is not executed.
  await mkdir(join(project.folder, 'other'))
  await project.write('other/orm.yaml', yaml('{ connections: [archive] }'))
  for (const command of ['sql:build', 'model:build']) {
    t.is((await project.orm(command, '--config-dir=other')).code, 0, command)
    t.is((await project.orm(command)).code, 0, command)
  }
  t.true(has('generated-classes/Base/Reel.php'))
  t.true(has('generated-classes/Base/Film.php'))
  const { stdout, stderr, code } = await project.orm('sql:insert')
  t.is(code, 0, stderr)
  t.notRegex(stdout, /archive/)
  t.false(has('archive.sq3'))

  t.regex((await project.orm('database:reverse', 'archive')).stderr, /ORM-D014/)
  await project.write('main.schema.xml', schema('archive', 'film'))
  t.regex((await project.orm('model:build')).stderr, /ORM-S207 .*"archive".*"main"/)
})

test('generator.defaultConnection is the one to reverse', async (t) => {
  const project = await twoDatabases(t, yaml('{ defaultConnection: main }'))
  for (const command of ['sql:build', 'sql:insert']) t.is((await project.orm(command)).code, 0)
  t.regex((await project.orm('database:reverse')).stdout, /1 table of connection "main" reversed/)
})
