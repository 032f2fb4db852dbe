import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../support/command.mjs'
import { testOnEachDatabase } from '../../support/project.js'
import { root } from '../../support/root.mjs'

const schema = `<database name="shop"><table name="book">
  <column name="id" type="integer" primaryKey="true" autoIncrement="true"/></table></database>`

testOnEachDatabase('both runners use the table and the directory of the configuration', schema, async (t, project) => {
  const config = await readFile(join(project.folder, 'orm.yaml'), 'utf8')
  await project.write(
    'orm.yaml',
    `${config}  migrations: {tableName: my_migrations}\n  paths: {migrationDir: db/changes}\n`,
  )
  t.is((await project.orm('config:convert')).code, 0)
  const created = await project.orm('migration:create', 'note')
  t.is(created.code, 0, created.stderr)
  const [file = ''] = await readdir(join(project.folder, 'db/changes'))
  await project.write(
    join('db/changes', file),
    '-- orm: up\nCREATE TABLE note (id INTEGER);\n-- orm: down\nDROP TABLE note;\n',
  )
  const migrate = join(root, 'packages/runtime/bin/orm-migrate')
  const php = await run('php', [migrate, 'migrate'], { cwd: project.folder })
  t.is(php.code, 0, php.output)
  const status = await project.orm('migration:status', '--exit-code')
  t.is(status.code, 0, status.stdout + status.stderr)
  t.regex(status.stdout, /note +applied/)
  t.is(
    await project.php(
      `echo Orm\\Runtime\\Orm::getConnection('shop')->query('SELECT COUNT(*) FROM my_migrations')->fetchColumn();`,
    ),
    '1',
  )
})
