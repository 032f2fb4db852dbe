import test from 'ava'
import { type Table, TableCache } from '#core/model/index.js'
import { columnOf } from '#core/schema/by-name.js'
import { columnsToEdit } from '#core/schema/mutable.js'
import { resolveCleanly } from '../schema/support.js'

const schema = `<database name="shop"><table name="book">
  <column name="id" type="INTEGER" primaryKey="true"/>
  <column name="title" type="VARCHAR"/>
</table></database>`

const book = async (): Promise<Table> => (await resolveCleanly(schema))[0]!.tables[0]!

test('what is remembered of a table holds until its columns change', async (t) => {
  const cache = new TableCache<string>()
  const table = await book()
  cache.set(table, 'two columns')
  t.is(cache.get(table), 'two columns')
  t.is(cache.get(await book()), undefined, 'another table of the same name')
  columnsToEdit(table).pop()
  t.is(cache.get(table), undefined)
})

test('columns are found by name, also after a change', async (t) => {
  const table = await book()
  t.is(columnOf(table, 'title')?.type, 'VARCHAR')
  columnsToEdit(table).push({ ...table.columns[1]!, name: 'subtitle' })
  t.is(columnOf(table, 'subtitle')?.type, 'VARCHAR')
})
