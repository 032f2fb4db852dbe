import fc from 'fast-check'

/** A schema as data, simple enough to be turned into text, shuffled and split over files. */
export interface ArbitraryTable {
  readonly name: string
  readonly xml: string
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

const element = (name: string, attributes: Attributes, children: readonly string[] = []): string => {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined)
  const start = [name, ...given.map(([key, value]) => `${key}="${escaped(String(value))}"`)].join(' ')
  return children.length === 0 ? `<${start}/>` : `<${start}>\n${children.join('\n')}\n</${name}>`
}

// Characters that XML can hold, and those that are most likely to be handled wrongly.
const description = fc.option(
  fc.string({
    unit: fc.constantFrom('a', ' ', '"', "'", '<', '&', '>', '\n', '\t', 'é', '§', '😀', '\\', ','),
    maxLength: 9,
  }),
  { nil: undefined },
)

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined })
const flag = maybe(fc.boolean())
const visibility = maybe(fc.constantFrom('public', 'protected', 'private'))

const type: fc.Arbitrary<Attributes> = fc.oneof(
  fc.record({
    type: fc.constantFrom('integer', 'BIGINT', 'smallint'),
    defaultValue: maybe(fc.constantFrom('0', '-7')),
  }),
  fc.record({
    type: fc.constant('varchar'),
    size: maybe(fc.integer({ min: 5, max: 200 })),
    defaultValue: maybe(fc.constantFrom('', 'a b', '"', 'null')),
    outputGroup: maybe(fc.constantFrom('short', 'short, long')),
    ignoreGroup: maybe(fc.constant('all')),
  }),
  fc.record({
    type: fc.constantFrom('decimal', 'NUMERIC'),
    size: fc.constant(10),
    scale: maybe(fc.constantFrom(0, 2)),
  }),
  fc.record({
    type: fc.constant('enum'),
    valueSet: fc.constantFrom('new, old', 'a\\,b, c', 'x'),
    phpType: maybe(fc.constant('string')),
  }),
  fc.record({
    type: fc.constantFrom('set', 'SET'),
    valueSet: fc.constant('p, q, r'),
    phpSingularName: maybe(fc.constant('One')),
  }),
  fc.record({ type: fc.constant('array'), phpSingularName: maybe(fc.constantFrom('Item', 'Thing')) }),
  fc.record({
    type: fc.constantFrom('date', 'time', 'datetime', 'timestamp'),
    defaultExpr: maybe(fc.constant('CURRENT_TIMESTAMP')),
  }),
  fc.record({
    type: fc.constantFrom('boolean', 'boolean_emu', 'double', 'longvarchar', 'json', 'blob', 'uuid', 'geometry'),
  }),
  fc.record({
    type: fc.constant('varchar'),
    sqlType: fc.constant('citext'),
    typeHint: maybe(fc.constant('Stringable')),
  }),
)

const column = (name: string) =>
  fc
    .tuple(
      type,
      fc.record({
        required: flag,
        lazyLoad: flag,
        description,
        accessorVisibility: visibility,
        mutatorVisibility: visibility,
        tableMapName: maybe(fc.constant(`own_${name}`)),
        phpName: maybe(fc.constant(`Php${name}`)),
      }),
    )
    .map(([typed, rest]) => element('column', { name, ...typed, ...rest }))

const id = '<column name="id" type="integer" primaryKey="true" autoIncrement="true"/>'

const table = (name: string, others: readonly string[]): fc.Arbitrary<ArbitraryTable> =>
  fc
    .record({
      attributes: fc.record({
        description,
        namespace: maybe(fc.constantFrom('Shop', 'Shop\\Sub', '\\Other')),
        package: maybe(fc.constantFrom('a.b', 'a/b')),
        schema: maybe(fc.constant('stock')),
        skipSql: flag,
        readOnly: flag,
        abstract: flag,
        allowPkInsert: flag,
        reloadOnInsert: flag,
        identifierQuoting: flag,
        defaultStringFormat: maybe(fc.constantFrom('xml', 'JSON')),
        defaultAccessorVisibility: visibility,
        baseClass: maybe(fc.constant('My\\BaseOwn')),
        interface: maybe(fc.constant('\\My\\Face')),
      }),
      columns: fc.tuple(column('alpha'), column('beta_tags'), column('gamma')),
      targets: fc.uniqueArray(fc.constantFrom(...others), { maxLength: 3 }),
      actions: fc.array(maybe(fc.constantFrom('cascade', 'setnull', 'restrict', 'none')), {
        minLength: 3,
        maxLength: 3,
      }),
      index: fc.subarray(['id', 'other_0']),
      indexName: maybe(fc.constant(`${name}_by_hand`)),
      inheritance: fc.boolean(),
    })
    .map(({ attributes, columns, targets, actions, index, indexName, inheritance }) => {
      const links = targets.map((target, number) => ({ target, local: `other_${number}` }))
      const kind = element('column', { name: 'kind', type: 'integer', inheritance: 'single' }, [
        element('inheritance', { key: '1', class: `${name}Special`, extends: 'My\\ClassOwn' }),
      ])
      const indexed = index.filter((each) => each === 'id' || links.length > 0)
      const children = [
        id,
        ...columns,
        ...(inheritance ? [kind] : []),
        ...links.map(({ local }) => element('column', { name: local, type: 'integer' })),
        ...links.map(({ target, local }, number) =>
          element(
            'foreign-key',
            { foreignTable: target, onDelete: actions[number], foreignSchema: undefined, skipSql: number === 2 },
            [element('reference', { local, foreign: 'id' })],
          ),
        ),
        ...(indexed.length > 0
          ? [
              element(
                'index',
                { name: indexName },
                indexed.map((each) => element('index-column', { name: each })),
              ),
            ]
          : []),
      ]
      // A table in another schema could not be found by the foreign keys of the others.
      return { name, xml: element('table', { name, ...attributes, schema: undefined }, children) }
    })

const names = fc.uniqueArray(fc.constantFrom('author', 'book', 'book_tag', 'city', 'data', 'person'), {
  minLength: 1,
  maxLength: 6,
})

/** Tables that form a valid schema, whatever their order and the files that they are in. */
export const arbitraryTables: fc.Arbitrary<readonly ArbitraryTable[]> = names.chain((given) =>
  fc.tuple(...given.map((name) => table(name, given))),
)

export const schemaText = (tables: readonly ArbitraryTable[], attributes: Attributes = {}): string =>
  element(
    'database',
    { name: 'shop', ...attributes },
    tables.map(({ xml }) => xml),
  )

/** Changes a text in a few places: characters, words of the language, or pieces of itself. */
export const mutated = (text: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.record({
        at: fc.nat({ max: text.length }),
        remove: fc.nat({ max: 12 }),
        insert: fc.oneof(
          fc.constantFrom(
            '"',
            '<',
            '>',
            '/',
            '&',
            '&amp;',
            '&x;',
            '=',
            ' ',
            '\0',
            '\ud800',
            ']]>',
            '<!--',
            '<?x',
            '-1',
            'true',
            'name=""',
            '<table',
            'foreign-key',
            'primaryKey="true"',
            'type="set"',
            'size="0"',
          ),
          fc.nat({ max: text.length }).map((from) => text.slice(from, from + 30)),
          fc.string({ maxLength: 3 }),
        ),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((edits) =>
      edits.reduce((now, { at, remove, insert }) => now.slice(0, at) + insert + now.slice(at + remove), text),
    )
