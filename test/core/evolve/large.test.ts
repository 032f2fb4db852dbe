import test from 'ava'
import { loadConfig } from 'orm-core'
import { planMigrations } from 'orm-core/internal'
import { compile } from '#core/compile/compile.js'
import { memoryFiles } from '../../support/memory-files.js'

const columns = Array.from(
  { length: 8 },
  (_, index) => `<column name="column_${index}" type="VARCHAR" size="${index + 10}" defaultValue="x"/>`,
)

const tables = Array.from(
  { length: 1000 },
  (_, index) => `
  <table name="table_${index}">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    ${columns.join('')}
    <column name="other_id" type="INTEGER"/>
    <foreign-key foreignTable="table_${(index + 1) % 1000}"><reference local="other_id" foreign="id"/></foreign-key>
    <index><index-column name="column_1"/></index>
  </table>`,
)

test('1,000 tables that have not changed take at most twice the time of reading the schema', async (t) => {
  const orm = { database: { connections: { shop: { adapter: 'pgsql', dsn: 'pgsql:x' } } } }
  const config = await loadConfig({ files: memoryFiles({ 'orm.json': JSON.stringify({ orm }) }) })
  const contents = `<database name="shop" defaultIdMethod="native">${tables.join('')}</database>`
  const inputs = [{ path: 'schema.xml', contents }]
  const [first] = await planMigrations(inputs, { config, files: memoryFiles({}) })
  const snapshot = first!.files.find(({ path }) => path === 'schema.json')!.contents
  const files = memoryFiles({ 'generated-migrations/schema.json': snapshot })
  // Processor time, one after the other: what else the machine does is not counted.
  const processorTime = () => Object.values(process.cpuUsage()).reduce((sum, time) => sum + time / 1000, 0)
  let [read, compared] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // The first rounds are those of a compiler that is not warm yet.
  for (let round = 0; round < 4 && !(round > 0 && compared <= 2 * read); round++) {
    const begin = processorTime()
    await compile(inputs, { config, files })
    const middle = processorTime()
    const [plan] = await planMigrations(inputs, { config, files })
    compared = Math.min(compared, processorTime() - middle)
    read = Math.min(read, middle - begin)
    t.deepEqual(plan!.files, [])
  }
  t.log(`reading ${read.toFixed()} ms, with the comparison ${compared.toFixed()} ms`)
  t.true(compared <= 2 * read, `${compared} ms, and reading alone takes ${read} ms`)
})
