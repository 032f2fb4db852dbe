import test from 'ava'
import { type DialectName, dialects } from 'orm-core'
import { planned } from '../../support/planned.js'

/** Changes of a column that leave the database as it is. */
const table = (column: string) =>
  `<database name="shop"><table name="book"><column name="id" type="INTEGER" primaryKey="true"/>${column}</table></database>`

const price = (value: string) =>
  table(`<column name="price" type="DECIMAL" size="8" scale="2" required="true" defaultValue="${value}"/>`)

for (const vendor of Object.keys(dialects) as DialectName[]) {
  test(`${vendor}: a number that is written in another way is the same default`, async (t) => {
    for (const [before, after] of [
      ['5', '5.00'],
      ['5.5', '+05.50'],
      ['-5', '-5.0'],
    ] as const) {
      t.deepEqual(await planned(vendor, price(before), price(after)), [], `${before} and ${after}`)
    }
    for (const [before, after] of [
      ['5', '50'],
      ['5', '-5'],
      ['5.5', '5.05'],
    ] as const) {
      t.not((await planned(vendor, price(before), price(after))).length, 0, `${before} and ${after}`)
    }
  })

  test(`${vendor}: a value more of an enumeration whose values are numbers`, async (t) => {
    const color = (values: string) => table(`<column name="color" type="ENUM" valueSet="${values}"/>`)
    t.deepEqual(await planned(vendor, color('red,blue'), color('red,blue,green')), [])
  })
}

test('pgsql: a sequence is remembered with the tables', async (t) => {
  const shop = (start: number) =>
    table('').replace('<table', `<sequence name="numbers" start="${start}" increment="2"/><table`)
  t.deepEqual(await planned('pgsql', shop(7), shop(7)), [])
  t.deepEqual(await planned('pgsql', table(''), shop(7)), ['CREATE SEQUENCE "numbers" START WITH 7 INCREMENT BY 2'])
})
