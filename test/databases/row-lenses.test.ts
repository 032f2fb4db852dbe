import { join } from 'node:path'
import { testOnEachDatabase } from '../support/project.js'
import { SchemaEditor } from '../support/schema-editor.js'

const schema = `<database name="default" namespace="App">
<table name="book"><column name="id" type="INTEGER" primaryKey="true"/></table>
<table name="Order line" phpName="OrderLine"><column name="id" type="INTEGER" primaryKey="true"/></table>
</database>
`

testOnEachDatabase('an editor shows how many rows tables have', schema, async (t, project) => {
  await project.php('foreach ([1, 2, 3] as $id) (new App\\Book())->setId($id)->save();')
  const editor = await SchemaEditor.start()
  t.teardown(() => editor.stop())
  const path = join(project.folder, 'schema.xml')
  const more = '<table name="later"><column name="id" type="INTEGER" primaryKey="true"/></table>\n</database>'
  await editor.open(path, schema.replace('</database>', more))
  const lenses = (await editor.lenses(path)).filter((lens) => !lens.startsWith('1:'))
  t.deepEqual(lenses, ['2: 3 rows', '3: 0 rows', '4: not in the database'])
})
