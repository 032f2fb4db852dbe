import test from 'ava'
import { databases } from '../../support/databases.js'
import { createProject } from '../../support/project.js'

const behaviors = ['archivable', 'synced_table', 'i18n'].map((name) => `<behavior name="${name}"/>`)
const schema = `
  <database name="shop" defaultIdMethod="native">
    <behavior name="versionable"/>
    <table name="line item" phpName="OrderLine">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      ${behaviors.join('\n')}
    </table>
  </database>`

for (const name of databases) {
  test(`${name}: tables that stand beside one whose name no class can have are named after its class`, async (t) => {
    const project = await createProject(t, { schema, database: name })
    await project.build()
    const classes = ['OrderLine', 'OrderLineArchive', 'OrderLineVersion', 'OrderLineSynced', 'OrderLineI18n']
    const counts = classes.map((each) => `echo ${each}Query::create()->count(), ' ';`).join('')
    t.is((await project.php(`(new OrderLine())->save(); ${counts}`)).trim(), '1 0 1 0 0')
  })
}
