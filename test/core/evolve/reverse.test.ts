import test from 'ava'
import { defaultConfig, dialects } from 'orm-core'
import { type CatalogTable, reverseSchema } from 'orm-core/internal'

const book = (more: Partial<CatalogTable>): CatalogTable => ({
  name: 'book',
  columns: [{ name: 'id', type: 'integer', nullable: false }] as unknown as CatalogTable['columns'],
  primaryKey: ['id'],
  indexes: [],
  foreignKeys: [],
  ...more,
})

const imported = async (more: Partial<CatalogTable>) =>
  reverseSchema([book(more)], dialects.pgsql, { database: 'shop', config: await defaultConfig() })

test('what XML cannot represent is omitted with a notice, and nothing else is', async (t) => {
  const index = (name: string): CatalogTable['indexes'][number] => ({ name, unique: false, columns: [{ name: 'id' }] })
  const { schema, notices } = await imported({ indexes: [index('kept'), index('odd\u0001')] })
  t.deepEqual(notices, ['book: index odd is omitted: it contains a character that XML cannot represent'])
  t.regex(schema, /<index name="kept"/)
  t.notRegex(schema, /odd/)
})

test('SQL that is no single expression, or that reaches out of its row, is omitted with a notice', async (t) => {
  const { schema, notices } = await imported({
    checks: [
      { name: 'kept', expression: 'id > 0' },
      { name: 'two', expression: 'id > 0); DROP TABLE book; --' },
      { name: 'odd', expression: "id > '\u0001'" },
    ],
  })
  t.is(notices.length, 2, notices.join('\n'))
  t.regex(notices.join('\n'), /two.*is not a single SQL expression/)
  t.regex(notices.join('\n'), /odd.*a character that XML cannot represent/)
  t.regex(schema, /name="kept"/)
  t.notRegex(schema, /DROP TABLE/)
})
