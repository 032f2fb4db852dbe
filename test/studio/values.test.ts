import test from 'ava'
import { type DatabaseName, databases } from '../support/databases.js'
import { createProject } from '../support/project.js'
import { StudioProcess } from '../support/studio.js'

interface Values {
  readonly attributes: string
  readonly right: readonly string[]
  readonly wrong: readonly string[]
  /** The databases that have the type. Default: all. */
  readonly only?: readonly DatabaseName[]
}

const hex = (text: string): string => Buffer.from(text).toString('hex')

const day =
  'O:8:"DateTime":3:{s:4:"date";s:26:"2024-01-01 00:00:00.000000";s:13:"timezone_type";i:3;s:8:"timezone";s:3:"UTC";}'

/** Columns whose values mean more in PHP than in the database. */
const columns: Readonly<Record<string, Values>> = {
  list: {
    attributes: 'type="ARRAY"',
    right: ['', '| |', '| a |', '|  |', '| a | b\nc |'],
    wrong: ['a', '[1]', '| a', 'a |', '||', ' | |', '{a}'],
  },
  thing: {
    attributes: 'type="OBJECT"',
    right: ['', hex('N;'), `0x${hex('a:2:{i:0;s:2:"é";s:1:"b";d:1.5E+25;}')}`, hex('a:1:{i:0;a:1:{i:7;b:1;}}')],
    wrong: [
      '00ff',
      ...['x', 'i:1', 's:3:"ab";', 'a:1:{i:0;}', 'a:2:{i:0;N;}', 'N;N;', 'a:1:{d:1;N;}', 'O:3:"Foo":0:{}', day].map(
        hex,
      ),
    ],
  },
  moment: { attributes: 'type="OBJECT" phpType="\\DateTime"', right: [hex(day)], wrong: [hex('O:3:"Foo":0:{}')] },
  state: {
    attributes: 'type="ENUM" valueSet="draft, sold, 7"',
    right: ['draft', '7'],
    wrong: ['0', '3', '9', 'Draft', ''],
  },
  marks: { attributes: 'type="SET" valueSet="a, b, 4"', right: ['', 'a', 'b, a', '4'], wrong: ['8', '3', 'c', 'a,c'] },
  native: {
    attributes: 'type="ENUM" native="true" valueSet="draft, sold"',
    right: ['draft'],
    wrong: ['1', 'other', ''],
    only: ['mysql', 'pgsql'],
  },
  signs: {
    attributes: 'type="SET" native="true" valueSet="a, b c, d"',
    right: ['', 'a', 'd,b c'],
    wrong: ['1', 'c', 'a,c'],
    only: ['mysql', 'pgsql'],
  },
  json: {
    attributes: 'type="JSON"',
    right: ['{}', '0', '"x"', '1e3', '"\\ud83d\\ude00 \\\\ud800"', '['.repeat(30) + ']'.repeat(30), '"[[["'],
    wrong: ['{', '"\\ud800"', '['.repeat(513) + ']'.repeat(513)],
  },
  json_text: { attributes: 'type="JSON" sqlType="TEXT"', right: ['{}'], wrong: ['{', ''] },
  price: { attributes: 'type="DECIMAL" size="10" scale="2"', right: ['1.5', '1e2'], wrong: ['1e400', '-1e999'] },
  weight: { attributes: 'type="DOUBLE"', right: ['1.5', '1e2'], wrong: ['1e400'] },
  published: { attributes: 'type="DATE"', right: ['2024-02-29'], wrong: ['2024-00-10', '2024-05-00', '2024-02-30'] },
}

for (const database of databases) {
  test(`${database}: a studio stores only what PHP reads`, async (t) => {
    const own = Object.entries(columns).filter(([, { only }]) => only?.includes(database) ?? true)
    const elements = own.map(([name, { attributes }]) => `<column name="${name}" ${attributes}/>`)
    const schema = `<database name="default"><table name="row"><column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      ${elements.join('\n')}</table></database>`
    const project = await createProject(t, { schema, database })
    await project.build()
    const studio = await StudioProcess.start(project.folder, {}, '--write')
    t.teardown(() => studio.stop())
    const insertsOf = (kind: 'right' | 'wrong') =>
      own.flatMap(([name, values]) =>
        values[kind].map((value) => ({ kind: 'insert', table: 'row', values: { [name]: value } })),
      )
    for (const change of insertsOf('wrong')) {
      const answer = await studio.ask('plan', { changes: [change] })
      const { statements } = (await answer.json()) as { readonly statements: readonly { readonly problem?: string }[] }
      t.truthy(statements[0]!.problem, JSON.stringify(change.values))
    }
    const changes = insertsOf('right')
    const applied = await studio.ask('apply', { changes })
    const done = (await applied.json()) as { readonly statements: readonly { readonly problem?: string }[] }
    t.deepEqual(
      done.statements.flatMap(({ problem }) => problem ?? []),
      [],
    )
    const read = await project.php(`
      $rows = RowQuery::create()->orderById()->find();
      foreach ($rows as $row) {
        $row->toJSON();
      }
      echo count($rows), ' ', json_encode([
        array_values(array_filter($rows->getColumnValues('List'))),
        array_values(array_filter($rows->getColumnValues('Marks')))${
          database === 'sqlite' ? '' : ", array_values(array_filter($rows->getColumnValues('Signs')))"
        }
      ]);`)
    const lists = [['a'], [''], ['a', 'b\nc']]
    const sets = [['a'], ['a', 'b'], ['4']]
    const signs = database === 'sqlite' ? [] : [[['a'], ['b c', 'd']]]
    t.is(read, `${changes.length} ${JSON.stringify([lists, sets, ...signs])}`)
    if (database === 'sqlite') return
    const page = (await (await studio.ask('page', { table: 'row' })).json()) as {
      readonly columns: readonly string[]
      readonly rows: readonly { readonly cells: readonly unknown[] }[]
    }
    t.true(JSON.stringify(page).includes('"b c,d"'))
  })
}
