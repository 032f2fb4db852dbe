import test from 'ava'
import { buildSql, loadConfig, OrmError } from 'orm-core'
import { databases } from '../support/databases.js'
import { createProject, testOnEachDatabase } from '../support/project.js'

const types = [
  ...['CHAR', 'VARCHAR', 'NUMERIC', 'DECIMAL', 'TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'REAL', 'FLOAT', 'DOUBLE'],
  ...['BINARY', 'DATE', 'TIME', 'DATETIME', 'TIMESTAMP', 'BOOLEAN', 'BOOLEAN_EMU', 'ENUM', 'SET', 'ARRAY', 'JSON'],
  ...['UUID', 'UUID_BINARY'],
]

const numbers = ['-0', '007', '.5', '5.', '1e3', '1e21', '127', '128', '-129', '255', '256', '32768', '2147483648']
const texts = [
  '',
  '0',
  'abc',
  'a,b',
  'b,a,b',
  "it's",
  'a&#13;&#10;b',
  'a\\b',
  'yes',
  '{}',
  '1.0',
  '550E8400-e29b-41d4-a716-446655440000',
]
const dates = [
  ...['now()', 'CURRENT_TIMESTAMP', 'CURRENT_DATE', '0000-00-00', '0000-00-00 00:00:00', '0000/0/0', '2020-02-30'],
  ...['2020-01-01', '12:30', '12:30 utc', '12:30:45.5+05:30', '2020-01-01 10:11:12.123456', '2020-01-01T10:00:00Z'],
  ...['2020-01-01T10:00:00+05:00', '2020-01-01 10:00 GMT', '9999-12-31'],
]
const sizes = ['', 'size="1"', 'size="5" scale="2"', 'size="3" scale="3"']
const unsigned = '<vendor type="mysql"><parameter name="Unsigned" value="true"/></vendor>'
const isNumeric = (type: string) => /INT$|INTEGER|DECIMAL|NUMERIC|REAL|FLOAT|DOUBLE/.test(type)

interface Candidate {
  readonly type: string
  readonly text: string
}

/** Every type with every default, numbers in every size too. */
const candidates: readonly Candidate[] = types.flatMap((type) => {
  const values = type === 'ENUM' || type === 'SET' ? 'valueSet="a,b,abc,0,it\'s,a\\\\b"' : ''
  return [...numbers, '9223372036854775808', ...texts, ...dates].flatMap((value) =>
    (isNumeric(type) && numbers.includes(value) ? sizes : ['']).flatMap((size) => {
      const attribute = /now|CURRENT/.test(value) ? 'defaultExpr' : 'default'
      const text = `type="${type}" ${size} ${values} ${attribute}="${value}">`
      return [{ type, text }, ...(/INT$|INTEGER/.test(type) ? [{ type, text: text + unsigned }] : [])]
    }),
  )
})

/** A table for each type, and a line for each column. */
const schemaOf = (given: readonly Candidate[]) =>
  [
    '<database name="shop">',
    ...given.map(({ type, text }, n) => {
      const start =
        given[n - 1]?.type === type
          ? ''
          : `<table name="t_${type}"><column name="id" type="INTEGER" primaryKey="true"/>`
      return `${start}<column name="c${n}" ${text}</column>${given[n + 1]?.type === type ? '' : '</table>'}`
    }),
    '</database>',
  ].join('\n')

for (const database of databases) {
  test(`${database}: the server takes every default that the compiler takes`, async (t) => {
    const project = await createProject(t, { schema: schemaOf([]), database })
    const config = await loadConfig({ configDir: project.folder, env: process.env })
    const problems = async (given: readonly Candidate[]): Promise<ReadonlySet<number>> => {
      try {
        await buildSql([{ path: 'schema.xml', contents: schemaOf(given) }], { config })
        return new Set()
      } catch (error) {
        if (!(error instanceof OrmError)) throw error
        return new Set(error.diagnostics.map((problem) => problem.place?.line ?? 0))
      }
    }
    let accepted = candidates
    for (let found = await problems(accepted); found.size > 0; found = await problems(accepted)) {
      accepted = accepted.filter((_, n) => !found.has(n + 2))
    }
    t.true(accepted.length > 150, String(accepted.length))

    await project.write('schema.xml', schemaOf(accepted))
    t.like(await project.orm('sql:build'), { code: 0 })
    t.like(await project.orm('sql:insert'), { code: 0, stderr: '' })
  })
}

testOnEachDatabase(
  'a default with more digits than its column stores, or with a carriage return, is the same in SQL and in PHP',
  `<database name="shop" namespace="Shop" defaultIdMethod="native">
  <table name="item">
    <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="VARCHAR" size="10"/>
    <column name="half" type="DECIMAL" size="5" scale="2" defaultValue="1.005"/>
    <column name="negative" type="NUMERIC" size="5" scale="2" defaultValue="-1.005"/>
    <column name="nothing" type="DECIMAL" size="5" scale="2" defaultValue="-0.001"/>
    <column name="small" type="DECIMAL" size="5" scale="2" defaultValue="1250e-5"/>
    <column name="whole" type="DECIMAL" size="5" defaultValue="2.5"/>
    <column name="narrow" type="FLOAT" size="5" scale="2" defaultValue="2.345"/>
    <column name="at_date" type="DATETIME" defaultValue="2020-01-02 03:04:05.987654321"/>
    <column name="at_stamp" type="TIMESTAMP" defaultValue="2020-01-02 03:04:05.5"/>
    <column name="at_time" type="TIME" defaultValue="03:04:05.75"/>
    <column name="at_three" type="DATETIME" size="3" defaultValue="2020-01-02 03:04:05.9876"/>
    <column name="two_lines" type="VARCHAR" size="10" defaultValue="a&#13;&#10;b"/>
  </table>
</database>`,
  async (t, project) => {
    const output = await project.php(`
    use Orm\\Runtime\\ActiveQuery\\Criteria;
    use Shop\\{Item, ItemQuery};
    use Shop\\Map\\ItemTableMap;

    (new Criteria('shop'))->add(ItemTableMap::COL_NAME, 'sql')->doInsert();
    (new Item())->setName('php')->save();
    ItemTableMap::clearInstancePool();
    $new = new Item();
    foreach (ItemQuery::create()->find() as $item) {
        if ($item->getTwoLines() !== "a\\r\\nb" || $new->getTwoLines() !== "a\\r\\nb") {
            echo json_encode([$item->getTwoLines(), $new->getTwoLines()]), "\\n";
        }
        foreach (['Half', 'Negative', 'Nothing', 'Small', 'Whole', 'Narrow'] as $name) {
            if ((float) $item->getByName($name) !== (float) $new->getByName($name)) {
                echo $item->getName(), ' ', $name, ': ', $item->getByName($name), ' and ', $new->getByName($name), "\\n";
            }
        }
        foreach (['AtDate', 'AtStamp', 'AtTime', 'AtThree'] as $name) {
            [$found, $made] = [$item->{"get$name"}('H:i:s.u'), $new->{"get$name"}('H:i:s.u')];
            if ($found !== $made) {
                echo $item->getName(), ' ', $name, ': ', $found, ' and ', $made, "\\n";
            }
        }
    }
    echo $new->getHalf(), ' ', $new->getNegative(), ' ', $new->getSmall();
  `)
    t.is(output, '1.01 -1.01 0.01')
  },
)
