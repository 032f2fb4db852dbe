import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { formatSchema, OrmError } from 'orm-core/internal'
import { type DialectName, dialectNames } from '#core/model/index.js'
import { writeSchema } from '#core/schema/index.js'
import { isFuzz } from '../../support/fuzz.js'
import { root } from '../../support/root.mjs'
import { seedOf } from '../../support/seed.mjs'
import { arbitraryTables, schemaText } from './arbitrary-schema.js'
import { resolve } from './support.js'

const format = (contents: string): string => formatSchema({ path: 'schema.xml', contents })
const formatBytes = (contents: Uint8Array): Uint8Array => formatSchema({ path: 'schema.xml', contents })

test('attributes come in the order of the reference, elements are indented, comments and values stay', (t) => {
  const before = `<?xml version="1.0"?>
<!-- the shop -->
<database defaultIdMethod='native' name="shop"><table phpName="Book" name='book'> <!-- books -->
<column type="integer" name="id" primaryKey="true"/>   <!-- key -->



      <!-- two
   lines -->
<column own="1" default="a &lt; &#233; '" size="9" type="varchar" name="t" />
<behavior name="b"><parameter name="p"> <![CDATA[ <x> ]]> </parameter>
</behavior></table>
</database>`
  const after = `<?xml version="1.0"?>
<!-- the shop -->
<database name="shop" defaultIdMethod='native'>
  <table name='book' phpName="Book"> <!-- books -->
    <column name="id" type="integer" primaryKey="true"/> <!-- key -->

    <!-- two
   lines -->
    <column name="t" type="varchar" size="9" default="a &lt; &#233; '" own="1"/>
    <behavior name="b">
      <parameter name="p"> <![CDATA[ <x> ]]> </parameter>
    </behavior>
  </table>
</database>
`
  t.is(format(before), after)
})

test('a tag that is too long has one attribute per line, and namespaces come last', (t) => {
  const long = 'x'.repeat(120)
  t.is(
    format(
      `<database xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" name="shop"><table description="${long}" name="a"/></database>`,
    ),
    `<database name="shop" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <table
      name="a"
      description="${long}"/>
</database>
`,
  )
})

test('line ends of Windows stay', (t) => {
  t.is(
    format('<database name="a">\r\n<!-- b\r\nc --></database>\r\n'),
    '<database name="a">\r\n  <!-- b\r\nc -->\r\n</database>\r\n',
  )
})

const schema = '<database  name="café"/>\n'
const formatted = '<database name="café"/>\n'
const declared = (encoding: string, text: string): string => `<?xml version="1.0" encoding="${encoding}"?>\n${text}`

const encodings: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with byte order mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16 little endian': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16 big endian': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  'ISO-8859-1': (text) => Buffer.from(declared('ISO-8859-1', text), 'latin1'),
  'windows-1252': (text) => Buffer.from(declared('windows-1252', text), 'latin1'),
}

for (const [name, bytes] of Object.entries(encodings)) {
  test(`the encoding stays: ${name}`, (t) => {
    t.deepEqual(Buffer.from(formatBytes(bytes(schema))), Buffer.from(bytes(formatted)))
  })
}

test('what is not XML, and an encoding that cannot be written, are refused', (t) => {
  t.throws(() => format('<database>'), { instanceOf: OrmError, message: /ORM-S003 .* is not closed/ })
  const japanese = Buffer.concat([
    Buffer.from(declared('shift_jis', '<!-- ')),
    Buffer.from([0x83, 0x65]),
    Buffer.from(' --><a/>'),
  ])
  t.throws(() => formatBytes(japanese), { instanceOf: OrmError, message: /save it as UTF-8/ })
})

/** Everything that a build makes of a schema. */
async function meaning(text: string, adapter: DialectName): Promise<string> {
  const { databases, diagnostics } = await resolve(text, { adapter })
  const told = diagnostics.map(({ code, message, hint }) => `${code} ${message} ${hint ?? ''}`).sort()
  return JSON.stringify([databases.map((database) => writeSchema(database)), told])
}

/** The same schema as a careless person writes it. */
const careless = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom('\n', '\n\n\n', '  ', '\t', '\r\n', ' <!-- note --> ', '\n<!-- a\n b -->\n'), {
      minLength: 8,
      maxLength: 8,
    })
    .chain((gaps) =>
      fc.boolean().map((isReversed) => {
        let at = 0
        const spaced = text.replace(/>\s*</g, () => `>${gaps[at++ % gaps.length]}<`)
        if (!isReversed) return spaced
        return spaced.replace(/<(\w[\w-]*)((?:\s+[\w:]+="[^"]*")+)/g, (_, name: string, list: string) => {
          const attributes = list.trim().match(/[\w:]+="[^"]*"/g) ?? []
          return `<${name} ${attributes.reverse().join('\n   ')}`
        })
      }),
    )

test('formatting never changes the compiled model, and formatting twice is formatting once', async (t) => {
  const schemas = arbitraryTables.map((tables) => schemaText(tables)).chain(careless)
  await fc.assert(
    fc.asyncProperty(schemas, fc.constantFrom<DialectName>(...dialectNames), async (text, adapter) => {
      const once = format(text)
      return format(once) === once && (await meaning(once, adapter)) === (await meaning(text, adapter))
    }),
    { numRuns: isFuzz ? 20_000 : 50, seed: seedOf() },
  )
  t.pass()
})

const schemasIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.xml'))
    .map((name) => join(root, folder, name))
    .filter((file) => statSync(file).isFile())

test('every schema of the repository means the same when it is formatted', async (t) => {
  let count = 0
  for (const file of [
    ...schemasIn('test/core/schema/diagnostics'),
    ...schemasIn('test/databases/old-schemas'),
    ...schemasIn('test/golden'),
  ]) {
    const text = readFileSync(file, 'utf8')
    let once: string
    try {
      once = format(text)
    } catch (error) {
      t.true(error instanceof OrmError, file)
      continue
    }
    count++
    t.is(format(once), once, file)
    t.is(await meaning(once, 'mysql'), await meaning(text, 'mysql'), file)
  }
  t.true(count > 100, String(count))
})
