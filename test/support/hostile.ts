import { type ElementName, elements } from '#core/schema/language/index.js'

/** Strings that try to break out of their context. If one succeeds, `canary()` is called or a file is created. */
export const payloads: readonly string[] = [
  '*/ \\canary(); /*',
  '*/ \\canary(); //',
  '?><?php \\canary(); ?>',
  'x?><?php canary();',
  '\n\\canary();\n//',
  '\r\\canary();\r//',
  "'.\\canary().'",
  "');\\canary();('",
  '".\\canary()."',
  '${canary()}',
  '{$x->canary()}',
  '`canary`',
  '\\canary()',
  'X {} \\canary(); class Y',
  'X; \\canary(); use Y',
  'X implements \\Canary',
  '../../../canary',
  '/tmp/canary',
  '..\\..\\canary',
  'C:\\canary',
  "x'; DROP TABLE canary; --",
  'x"; DROP TABLE canary; --',
  'x`; DROP TABLE canary; --',
  'x]; DROP TABLE canary; --',
  'x; DROP TABLE canary',
  'x) ; DROP TABLE canary; --',
  '\n; DROP TABLE canary;\n',
  '/*! DROP TABLE canary */',
  'x\\',
  "\\'",
  '</script><script>canary()</script>',
  '*/ canary() /*',
  '"]: canary(), ["',
  '\u2028canary()\u2029',
  'x\u0085y',
  '\u0000',
  '\u007f',
  '\u001b[31m',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'class',
  'self',
  'this',
  'static',
  'namespace',
  'exit',
  '0',
  '2fa',
  '-1',
  '1e999',
  'NaN',
  '.inf',
  ' ',
  '\t',
  '%',
  '%env.HOME%',
  '%x%',
  ':',
  '=',
  '#',
  ';',
  '.',
  '..',
  '😀',
  '👨‍👩‍👧',
  'a\u200bb',
  '\u202eabc',
  '\ufeffx',
  'é',
  'ﬀ',
  'İ',
  'a'.repeat(10_000),
  'a b'.repeat(5_000),
  ...Array.from(
    { length: 6 },
    (_, at) => 'comparison relation virtual_columns deleted new modified_columns'.split(' ')[at]!,
  ),
]

/** Escapes text for an XML attribute and omits characters that XML cannot represent. */
const inXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[<>&"'\n\r\t\u0085\u2028]/g, (character) => `&#${character.codePointAt(0)};`)

export interface Place {
  readonly element: ElementName
  readonly attribute: string
}

/** All attributes of all elements. */
export const places: readonly Place[] = Object.entries(elements).flatMap(([element, { attributes }]) =>
  Object.keys(attributes).map((attribute) => ({ element: element as ElementName, attribute })),
)

type Attributes = Readonly<Record<string, string>>

/** Returns a schema with every element, with some attributes replaced. */
export function hostileSchema(vendor: string, changes: Partial<Record<ElementName, Attributes>>): string {
  const tag = (name: ElementName, given: Attributes, content = ''): string => {
    const attributes = Object.entries({ ...given, ...changes[name] }).map(([key, value]) => ` ${key}="${inXml(value)}"`)
    return `<${name}${attributes.join('')}>${content}</${name}>\n`
  }
  const vendorOf = (parameters: readonly (readonly [string, string])[]): string =>
    `<vendor type="${vendor}">${parameters.map(([name, value]) => tag('parameter', { name, value })).join('')}</vendor>`
  const book = tag(
    'table',
    { name: 'book', description: 'Books', phpName: 'Book' },
    [
      '<column name="id" type="integer" primaryKey="true" autoIncrement="true"/>',
      tag('column', {
        name: 'title',
        type: 'varchar',
        size: '100',
        description: 'Title',
        phpName: 'Title',
        tableMapName: 't',
      }),
      '<column name="kind" type="enum" valueSet="a,b"/>',
      '<column name="author_id" type="integer"/>',
      '<column name="class_key" type="integer" inheritance="single">',
      tag('inheritance', { key: '1', class: 'Novel', extends: 'Book' }),
      '</column>',
      tag(
        'foreign-key',
        { foreignTable: 'author', name: 'book_author' },
        tag('reference', { local: 'author_id', foreign: 'id' }),
      ),
      tag('index', { name: 'i1' }, tag('index-column', { name: 'author_id' })),
      tag('unique', { name: 'u1' }, tag('unique-column', { name: 'kind' })),
      tag('id-method-parameter', { value: 'book_seq' }),
      tag('behavior', { name: 'sortable' }, tag('parameter', { name: 'rank_column', value: 'position' })),
      vendorOf([
        ['Engine', 'InnoDB'],
        ['RowFormat', 'COMPACT'],
        ['Union', 't1'],
        ['PCTFree', '10'],
      ]),
    ].join('\n'),
  )
  return tag(
    'database',
    { name: 'shop', namespace: 'Shop' },
    `<domain name="d" type="varchar"/>
    ${'domain' in changes ? tag('domain', { name: 'x', type: 'varchar' }) : ''}
    ${'external-schema' in changes ? tag('external-schema', { filename: 'none-schema.xml' }) : ''}
    ${book}
    <table name="author"><column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="name" type="varchar" primaryString="true"/></table>`,
  )
}
