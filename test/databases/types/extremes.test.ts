import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { databases } from '../../support/databases.js'
import { createProject } from '../../support/project.js'
import { query } from '../../support/query.js'
import { root } from '../../support/root.mjs'

interface Extreme {
  readonly type: string
  readonly more?: string
  /** As SQL has them. */
  readonly values: readonly string[]
  /** Values that models read, and that setters refuse. */
  readonly onlyRead?: readonly string[]
}

const dates = ['infinity', '-infinity', '0001-01-01', '9999-12-31']
const far = ['0044-03-15 BC', '0001-12-31 BC', '10000-01-01', '294276-12-31']
const texts = ['', ' ', 'NULL', 'null', 'a"b', 'a\\b', '\\"', 'a,b', '{a}', '}', '\n', "it's", 'é😀']
const quoted = texts.map((one) => `"${one.replace(/["\\]/g, '\\$&')}"`)

const extremes: Readonly<Record<string, readonly Extreme[]>> = {
  pgsql: [
    { type: 'DATE', values: dates, onlyRead: far },
    { type: 'TIMESTAMP', values: [...dates, '9999-12-31 23:59:59.999999'], onlyRead: far },
    { type: 'TIMESTAMPTZ', values: [...dates.slice(0, 2), '2020-01-01 00:00:00.000001+00'], onlyRead: far },
    { type: 'TIME', values: ['24:00:00', '00:00:00', '23:59:59.999999'] },
    { type: 'DOUBLE', values: ['NaN', 'Infinity', '-Infinity', '-0', '1.7976931348623157e308', '5e-324'] },
    { type: 'REAL', values: ['NaN', 'Infinity', '-Infinity'] },
    { type: 'DECIMAL', more: 'size="20" scale="5"', values: ['99999999999.99999'], onlyRead: ['NaN'] },
    { type: 'BIGINT', values: ['9223372036854775807', '-9223372036854775808'] },
    {
      type: 'INTERVAL',
      values: [
        '-1 mons +1 day -00:00:01',
        '1 year -1 day',
        '-178000000 years',
        '2562047788:00:54.775807',
        '-00:00:00.1',
      ],
    },
    { type: 'VARBIT', more: 'size="70"', values: ['', '0', '1'.repeat(70)] },
    { type: 'INT4RANGE', values: ['empty', '(,)', '[2147483647,)', '[-2147483648,2147483647)'] },
    { type: 'INT8RANGE', values: ['empty', '[9223372036854775807,)', '[-9223372036854775808,9223372036854775807)'] },
    { type: 'NUMRANGE', values: ['[-Infinity,Infinity]', '(-Infinity,-5)', '[1,NaN]', '[1.50,)', '[NaN,NaN]'] },
    {
      type: 'DATERANGE',
      values: [
        '[2020-01-01,infinity)',
        '[2020-01-01,infinity]',
        '(-infinity,2020-01-01)',
        '[-infinity,infinity]',
        '(,9999-12-31]',
        '[0044-03-15 BC,0001-01-01)',
        '[9999-12-31,294276-01-01)',
      ],
    },
    {
      type: 'TSRANGE',
      values: [
        '[2020-01-01,infinity)',
        '(-infinity,infinity]',
        '["0044-03-15 10:00:00.5 BC",)',
        '(,"10000-01-01 00:00:00"]',
      ],
    },
    { type: 'TSTZRANGE', values: ['[2020-01-01,infinity)', '[-infinity,)', '["0044-03-15 10:00:00+00 BC",)'] },
    { type: 'DATE[]', values: ['{infinity,-infinity,NULL}', '{"0044-03-15 BC",10000-01-01}'] },
    { type: 'TIMESTAMP[]', values: ['{infinity,NULL}', '{"0044-03-15 10:00:00.000001 BC","10000-01-01 00:00:00"}'] },
    { type: 'TIMESTAMPTZ[]', values: ['{infinity}', '{"0044-03-15 10:00:00+00 BC","1890-01-01 10:00:00+00"}'] },
    { type: 'TIME[]', values: ['{24:00:00,00:00:00,NULL}'] },
    { type: 'DOUBLE[]', values: ['{NaN,Infinity,-Infinity,NULL,-0,5e-324}'] },
    { type: 'DECIMAL[]', values: ['{NaN,Infinity,-Infinity,1.50}'] },
    // A list of PHP has no other positions.
    { type: 'INTEGER[]', values: ['{}', '{{1,2},{3,NULL}}', '{{{1}},{{2}}}', '{NULL}'], onlyRead: ['[0:1]={1,2}'] },
    { type: 'BOOLEAN[]', values: ['{t,f,NULL}', '{{t},{f}}'] },
    {
      type: 'VARCHAR[]',
      values: [`{${quoted.join()},NULL}`, `{{${quoted.join()}},{${quoted.join()}}}`, '{"{}","{{1},{2}}"}'],
    },
    { type: 'INTERVAL[]', values: ['{"-1 mons +1 day",-00:00:01,NULL}'] },
  ],
  mysql: [
    { type: 'DATE', values: ['1000-01-01', '9999-12-31'] },
    {
      type: 'TIME',
      more: 'size="6"',
      values: ['24:00:00', '838:59:59', '-838:59:59', '-00:00:01', '100:00:00.5', '-10:00:00.000001'],
    },
    { type: 'BIT', more: 'size="63"', values: [`b'${'1'.repeat(63)}'`, "b'0'", `b'1${'0'.repeat(62)}'`] },
    { type: 'BIGINT', more: 'unsigned="true"', values: ['18446744073709551615', '0'] },
    { type: 'DOUBLE', values: ['1.7976931348623157e308', '5e-324', '-0e0'] },
  ],
  sqlite: [
    { type: 'TIME', values: ['24:00:00', '23:59:59.999999'] },
    { type: 'DATE', values: ['0001-01-01', '9999-12-31'] },
  ],
}

const [pascal, snake] = [
  (type: string) => `Of${type.replace('[]', 'List')}`,
  (type: string) => `of_${type.toLowerCase().replace('[]', '_list')}`,
]

for (const database of databases) {
  test(`${database}: rows with the ends of each type are read, exported, copied and found, and the server sees no difference`, async (t) => {
    const list = extremes[database]!
    const columns = list.map(
      ({ type, more = '' }) =>
        `<column name="${snake(type)}" phpName="${pascal(type)}" type="${type.replace('[]', '')}" ${type.endsWith('[]') ? 'array="true"' : ''} ${more}/>`,
    )
    const schema = `<database name="ends" namespace="Ends"><table name="sample">
      <column name="id" type="INTEGER" primaryKey="true" autoIncrement="true"/>
      <column name="tag" type="VARCHAR" size="20"/>${columns.join('')}</table></database>`
    const project = await createProject(t, { schema, database })
    await project.build()
    const literal = (value: string) => (value.startsWith("b'") ? value : `'${value.replaceAll("'", "''")}'`)
    const inserts = list.flatMap(({ type, values, onlyRead = [] }) =>
      [...values, ...onlyRead].map(
        (value) =>
          `INSERT INTO sample (tag, ${snake(type)}) VALUES ('${onlyRead.includes(value) ? 'read' : 'both'}', ${literal(value)})`,
      ),
    )
    await query(project.database, ...inserts)
    const code = await readFile(join(root, 'test/databases/types/extremes.php'), 'utf8')
    t.is(await project.php(code.replace('<?php', '')), `${inserts.length} rows`)
  })
}
