import test from 'ava'
import { databases } from '../../support/databases.js'
import { query } from '../../support/query.js'
import { migrationProject } from './runners.js'

const schema = (tables: Readonly<Record<string, string>>) =>
  `<database name="shop" defaultIdMethod="native">${Object.entries(tables)
    .map(
      ([name, columns]) =>
        `<table name="${name}"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>${columns}</table>`,
    )
    .join('')}</database>`
const column = (name: string, type = 'INTEGER') => `<column name="${name}" type="${type}"/>`

for (const name of databases) {
  test(`${name}: tables and columns that take each other's names keep their rows, there and back`, async (t) => {
    const project = await migrationProject(t, name)
    const orm = async (...args: string[]) => {
      const { code, stdout, stderr } = await project.orm(...args)
      t.is(code, 0, stdout + stderr)
    }
    await project.write('schema.xml', schema({ a: column('x') + column('y', 'DATE'), b: column('z', 'DATE') }))
    await orm('migration:diff', 'first')
    await orm('migrate')
    await query(
      project.database,
      "INSERT INTO a (x, y) VALUES (5, '2020-01-31')",
      "INSERT INTO b (z) VALUES ('2021-01-31')",
    )
    await project.write('schema.xml', schema({ b: column('y') + column('x', 'DATE'), a: column('z', 'DATE') }))
    await orm('migration:diff', 'swap', '--rename=a:b', '--rename=b:a', '--rename=a.x:y', '--rename=a.y:x')
    await orm('migrate')
    t.is(Number((await query(project.database, 'SELECT y FROM b'))[0]!.y), 5)
    await query(project.database, "INSERT INTO a (z) VALUES ('2022-01-31')", 'INSERT INTO b (y) VALUES (6)')
    await orm('migration:down', '--allow-loss')
    t.is(Number((await query(project.database, 'SELECT x FROM a ORDER BY x'))[0]!.x), 5)
  })
}

for (const name of databases) {
  test(`${name}: columns of one type take each other's names, although the schema is the same text`, async (t) => {
    const project = await migrationProject(t, name)
    await project.write('schema.xml', schema({ a: column('x') + column('y') }))
    await project.orm('migration:diff', 'first')
    await project.orm('migrate')
    await query(project.database, 'INSERT INTO a (x, y) VALUES (5, 6)')
    t.is((await project.orm('migration:diff', 'swap', '--rename=a.x:y', '--rename=a.y:x')).code, 0)
    const { code, stdout, stderr } = await project.orm('migrate')
    t.is(code, 0, stdout + stderr)
    const [row] = await query(project.database, 'SELECT x, y FROM a')
    t.deepEqual([Number(row!.x), Number(row!.y)], [6, 5])
  })
}
