import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import {
  buildDiagrams,
  compileSchema,
  type DiagramFormat,
  defaultConfig,
  drawingOf,
  mermaidOf,
  withConnections,
} from '#core/entries/internal.js'
import { root } from '../../../support/root.mjs'

const config = withConnections(await defaultConfig(), ['shop=sqlite:file=x', 'default=sqlite:file=y'])

const mermaid = async (schema: string): Promise<string> => {
  const { databases } = await compileSchema([{ path: 'schema.xml', contents: schema }], { config })
  return mermaidOf(drawingOf(databases[0]!))
}

const built = async (format: DiagramFormat, schema: string): Promise<string> => {
  const [file] = await buildDiagrams([{ path: 'schema.xml', contents: schema }], { config, formats: [format] })
  return file!.contents
}

const schema = `<database name="shop" namespace="Shop">
  <table name="author" description="Who writes | what">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="email" type="varchar" size="80" required="true"/>
    <unique><unique-column name="email"/></unique>
  </table>
  <table name="book" skipSql="true">
    <column name="id" type="integer" primaryKey="true"/>
    <column name="price" type="decimal" size="10" scale="2" defaultValue="1.5"/>
    <column name="author_id" type="integer" required="true"/>
    <foreign-key foreignTable="author" onDelete="cascade"><reference local="author_id" foreign="id"/></foreign-key>
  </table>
  <table name="cover">
    <column name="book_id" type="integer" primaryKey="true"/>
    <column name="artist_id" type="integer"/>
    <foreign-key foreignTable="book"><reference local="book_id" foreign="id"/></foreign-key>
    <foreign-key foreignTable="author" phpName="Artist"><reference local="artist_id" foreign="id"/></foreign-key>
  </table>
</database>`

test('Mermaid shows columns with their keys, and how many rows belong to how many', async (t) => {
  t.is(
    await mermaid(schema),
    `erDiagram
    "author" {
        INTEGER id PK
        VARCHAR email UK
    }
    "book" {
        INTEGER id PK
        DECIMAL price
        INTEGER author_id FK
    }
    "cover" {
        INTEGER book_id PK, FK
        INTEGER artist_id FK
    }
    "author" ||--o{ "book" : "author_id"
    "book" ||--o| "cover" : "book_id"
    "author" |o--o{ "cover" : "artist_id"
`,
  )
})

test('Graphviz gets a record for each table and an edge for each foreign key', async (t) => {
  const text = await built('dot', schema)
  t.true(
    text.includes(
      '"nodebook" [label="{book|id\\ (INTEGER)\\ [PK]\\lprice\\ (DECIMAL(10,2))\\lauthor_id\\ (INTEGER)\\ [FK]\\l}"];',
    ),
    text,
  )
  t.true(text.includes('"nodebook" -> "nodeauthor" [label="author_id=id"];'), text)
})

test('the data dictionary has every column of every table', async (t) => {
  const text = await built('markdown', schema)
  t.true(text.includes('- [author](#table-1)\n- [book](#table-2)'), text)
  t.true(text.includes('PHP class: Book (skip SQL)'), text)
  t.true(text.includes('Who writes \\| what'), text)
  t.true(text.includes('| price | Price | DECIMAL | 10,2 |  |  |  |  |  | 1.5 |  |'), text)
  t.true(text.includes('- references author (author_id = id), on delete cascade'), text)
})

const objects = `<database name="shop" defaultIdMethod="native">
  <extension name="pgcrypto" schema="tools"/>
  <sequence name="invoice_no" start="1000" increment="5"/>
  <domain name="email" type="varchar" size="80" expression="VALUE &lt;&gt; '|'"/>
  <table name="invoice">
    <column name="id" type="integer" primaryKey="true" identity="always" start="50" autoIncrement="true"/>
    <column name="no" type="bigint" sequence="invoice_no"/>
    <column name="contact" domain="email"/>
  </table>
</database>`

test('extensions, sequences and domains are in every format', async (t) => {
  const pgsql = withConnections(await defaultConfig(), ['shop=pgsql:host=x;dbname=y'])
  const inputs = [{ path: 'schema.xml', contents: objects }]
  const { databases } = await compileSchema(inputs, { config: pgsql })
  t.is(
    mermaidOf(drawingOf(databases[0]!)),
    `erDiagram
    "invoice" {
        INTEGER id PK
        BIGINT no
        email contact
    }
    "extension pgcrypto"
    "sequence invoice_no" ||..o{ "invoice" : "no"
    "domain email" ||..o{ "invoice" : "contact"
`,
  )
  const [dot, markdown] = await Promise.all(
    (['dot', 'markdown'] as const).map(async (format) => {
      const [file] = await buildDiagrams(inputs, { config: pgsql, formats: [format] })
      return file!.contents
    }),
  )
  t.true(dot!.includes('"extension pgcrypto" [shape=note, label="extension pgcrypto: schema tools"];'), dot)
  t.true(dot!.includes('"nodeinvoice" -> "sequence invoice_no" [label="no", style=dashed];'), dot)
  t.true(dot!.includes('contact\\ (email\\ (VARCHAR(80)))'), dot)
  t.regex(
    markdown!,
    /## Other objects\n\n- extension pgcrypto: schema tools\n- sequence invoice\\?_no: start 1000, increment 5; columns invoice\.no\n- domain email: VARCHAR\\\(80\\\), check email\\?_c\\?_[0-9a-f]{6}: VALUE/,
  )
  t.regex(markdown!, /\| no \| No \| BIGINT \|.*\| next of invoice\\?_no \|/)
  t.regex(markdown!, /\| contact \| Contact \| email \| 80 \|/)
  t.regex(markdown!, /\| identity always, start 50 \|/)
})

test('a name from a schema stays a name in every format', async (t) => {
  const name = `a"]; x -> y | } ; %% \`<script>`
  const escaped = name.replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  const hostile = `<database name="shop"><table name="${escaped}" phpName="A" description="${escaped}&#10;# t">
    <column name="${escaped}" phpName="B" tableMapName="C" type="integer" primaryKey="true"/></table></database>`
  t.is(
    await mermaid(hostile),
    `erDiagram\n    "a']_ x -_ y | } _ __ \`_script_" {\n        INTEGER a____x____y____________script_ PK\n    }\n`,
  )
  t.true((await built('dot', hostile)).includes('[label="{a\\"];\\ x\\ -\\>\\ y\\ \\|\\ \\}\\ ;\\ %%\\ `\\<script\\>|'))
  const markdown = await built('markdown', hostile)
  t.notRegex(markdown, /(?<!\\)<script>|^# t/m)
  const rows = markdown.split('\n').filter((line) => line.startsWith('|'))
  t.deepEqual(
    rows.map((row) => row.match(/(?<!\\)\|/g)?.length),
    [12, 12, 12],
    markdown,
  )
})

test('the picture in docs/diagrams.md is that of the schema in docs/queries.md', async (t) => {
  const block = async (page: string, language: string) =>
    new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(await readFile(join(root, 'docs', page), 'utf8'))![1]!
  t.is(await block('diagrams.md', 'mermaid'), await mermaid(await block('queries.md', 'xml')))
})
