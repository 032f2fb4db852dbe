import fc from 'fast-check'
import { dialects } from 'orm-core'
import { type ColumnKind, columnKinds } from '../support/column-kinds.js'

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** Written as any text can be written in XML. */
const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replace(/[\x00-\x1f]/g, (character) => `&#${character.charCodeAt(0)};`)

const element = (name: string, attributes: Attributes, children: readonly string[] = []): string => {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined)
  const start = [name, ...given.map(([key, value]) => `${key}="${escaped(String(value))}"`)].join(' ')
  return children.length === 0 ? `<${start}/>` : `<${start}>\n${children.join('\n')}\n</${name}>`
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined })

const phpWords =
  `abstract and array as break callable case catch class clone const continue declare default do echo else
  empty enum eval exit extends final finally fn for foreach function global goto if implements include instanceof
  interface isset list match namespace new or print private protected public readonly require return self static
  string switch this throw trait try unset use var void while xor yield int float bool mixed never null true false
  parent object iterable query map base collection criteria exception iterator closure table column key row con v
  comparison modified deleted new start value values name id`.split(/\s+/)

const sqlWords = [...new Set(Object.values(dialects).flatMap(({ reservedWords }) => [...reservedWords]))]

/** SQLite finds no columns of these names in sub-queries, whatever their quotes. */
const isValue = (text: string): boolean => /^(?:true|false)$/i.test(text)

const word = fc.oneof(fc.constantFrom(...phpWords), fc.constantFrom(...sqlWords)).filter((text) => !isValue(text))
const inSomeCase = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.constantFrom('lower', 'upper', 'first')).map(([each, how]) => {
    if (how === 'lower') return each.toLowerCase()
    return how === 'upper' ? each.toUpperCase() : each.charAt(0).toUpperCase() + each.slice(1).toLowerCase()
  })

/** Names as people give them, long ones, and such as only quotes make possible. */
export const strangeName = fc.oneof(
  { weight: 20, arbitrary: inSomeCase(word) },
  { weight: 8, arbitrary: fc.stringMatching(/^[a-z]{1,8}(_[a-z]{1,8}){0,3}$/) },
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z]{1,20}(_[a-z0-9]{1,30}){1,3}$/) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }) },
  {
    weight: 1,
    arbitrary: fc.string({
      unit: fc.constantFrom(...' abZ09_$#@!?:;,-+*/\\|\'"`()[]{}<>=~^%&éß漢😀\t'),
      minLength: 1,
      maxLength: 8,
    }),
  },
)

/** Texts that are hard to write in PHP or SQL. */
const text = fc.string({
  unit: fc.constantFrom(...'ab \'"\\$`{}%_;:?,|\n\té漢😀-/*#@'),
  maxLength: 8,
})

const number = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('0', '-7', '+7', '007', '127', '-0', '42') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['1e3', '1e21', '-1e21', '1e400', '1.50', '.5', '5.', '0x1F', '9007199254740993', '1_000', ' 4 ', '1e-7'],
      ...['99999999999999999999', 'NaN', 'INF', '', '2147483648', '-129', '-9223372036854775808'],
    ),
  },
)

const list = fc
  .uniqueArray(fc.string({ unit: fc.constantFrom(...'ab\\\\,| é\'"$'), minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((items) => items.join(', '))

const moments = {
  date: '2020-02-03',
  time: '10:20:30',
  datetime: '2020-02-03 10:20:30',
  timestamp: '2020-02-03 10:20:30',
}

/** Every type, with values that it allows. */
const kind: fc.Arbitrary<Attributes> = fc
  .constantFrom(...Object.entries<ColumnKind>(columnKinds).filter(([, { not }]) => not === undefined))
  .chain(([name, { attributes = [{}], defaults }]) =>
    fc
      .tuple(fc.constantFrom(...attributes), fc.constantFrom(undefined, ...defaults))
      .map(([more, defaultValue]) => ({ type: name.toLowerCase(), ...more, defaultValue })),
  )

const type: fc.Arbitrary<Attributes> = fc.oneof(
  kind,
  fc.record({
    type: fc.constantFrom('tinyint', 'smallint', 'integer', 'bigint', 'float', 'double', 'real'),
    defaultValue: maybe(number),
  }),
  fc.record({
    type: fc.constantFrom('decimal', 'numeric'),
    size: fc.constantFrom(5, 10, 38),
    scale: maybe(fc.constantFrom(0, 2)),
    defaultValue: maybe(number),
  }),
  fc.record({
    type: fc.constantFrom('char', 'varchar'),
    size: fc.constantFrom(8, 200),
    defaultValue: maybe(text),
  }),
  fc.record({
    type: fc.constantFrom('longvarchar', 'clob', 'binary', 'varbinary', 'blob', 'json', 'object'),
    defaultValue: fc.oneof(
      { weight: 20, arbitrary: fc.constant<string | undefined>(undefined) },
      { weight: 1, arbitrary: text },
      { weight: 1, arbitrary: fc.constantFrom('{"a": 1}', '1.0', 'null') },
    ),
  }),
  fc.record({
    type: fc.constantFrom('boolean', 'boolean_emu'),
    defaultValue: maybe(fc.constantFrom('true', 'false', '1', '0', 'yes', 'off', 'T', '')),
  }),
  list.chain((valueSet) =>
    fc.record({
      type: fc.constantFrom('enum', 'set', 'array'),
      valueSet: fc.constant(valueSet),
      defaultValue: maybe(fc.oneof(fc.constant(valueSet), fc.constantFrom(...valueSet.split(', ')))),
    }),
  ),
  fc.constantFrom(...Object.entries(moments)).chain(([name, moment]) =>
    fc.record({
      type: fc.constant(name),
      defaultValue: maybe(
        fc.oneof(
          { weight: 19, arbitrary: fc.constant(moment) },
          { weight: 1, arbitrary: fc.constantFrom(...Object.values(moments), '2020-02-30', '24:00:00', 'now', '') },
        ),
      ),
    }),
  ),
  fc.record({
    type: fc.constantFrom('uuid', 'uuid_binary'),
    defaultValue: maybe(
      fc.oneof(
        {
          weight: 19,
          arbitrary: fc.constantFrom('6c05c1d0-0f1c-4b1e-8f4f-1d3a1c2b3a4d', '6C05C1D0-0F1C-4B1E-8F4F-1D3A1C2B3A4D'),
        },
        { weight: 1, arbitrary: fc.constant('x') },
      ),
    ),
  }),
)

/** Not every database has indexes over these. */
const isLong = ({ type: name }: Attributes): boolean => /clob|long|blob|binary|json|object|array/.test(String(name))

const column = (index: number): fc.Arbitrary<{ name: string; attributes: Attributes }> =>
  fc
    .record({
      name: strangeName,
      typed: type,
      rest: fc.record({
        required: maybe(fc.boolean()),
        lazyLoad: maybe(fc.constant(true)),
        description: maybe(text),
      }),
      phpName: fc.oneof(
        { weight: 3, arbitrary: fc.constant<string | undefined>(`Column${index}`) },
        { weight: 1, arbitrary: maybe(inSomeCase(word)) },
      ),
      isRare: fc.nat({ max: 4 }),
    })
    .map(({ name: column, typed, rest, phpName, isRare }) => ({
      name: column,
      attributes: {
        ...typed,
        ...(isRare === 0 ? rest : { required: rest.required }),
        phpName,
        tableMapName: phpName && `c_${index}`,
      },
    }))

interface StrangeTable {
  readonly name: string
  /** Its primary key. */
  readonly key: string
  /** Given the table that it refers to. */
  xml(other: StrangeTable): string
}

const table = (index: number): fc.Arbitrary<StrangeTable> =>
  fc
    .record({
      name: strangeName,
      phpName: fc.oneof(
        { weight: 6, arbitrary: fc.constant<string | undefined>(`Table${index}`) },
        { weight: 1, arbitrary: maybe(inSomeCase(word)) },
      ),
      rest: fc.record({
        description: maybe(text),
        namespace: maybe(inSomeCase(fc.constantFrom(...phpWords))),
        baseClass: maybe(fc.constantFrom('My\\BaseOwn', '\\BaseOwn', 'Größe\\Own')),
        interface: maybe(
          fc.oneof(
            // An interface of PHP itself wants methods that only people can write.
            { weight: 1, arbitrary: inSomeCase(word.filter((text) => !/iterator/i.test(text))) },
            { weight: 5, arbitrary: fc.constantFrom('My\\Face', '\\Face') },
          ),
        ),
        reloadOnInsert: maybe(fc.boolean()),
      }),
      isRare: fc.nat({ max: 3 }),
      columns: fc.tuple(column(0), column(1), column(2)),
      key: strangeName,
      link: strangeName,
      indexed: fc.subarray([0, 1, 2]),
      indexName: maybe(strangeName),
      isUnique: fc.boolean(),
      sortable: fc.nat({ max: 5 }),
      rank: strangeName,
    })
    .map(({ name: own, phpName, rest, isRare, columns, key, link, indexed, indexName, isUnique, sortable, rank }) => ({
      name: own,
      xml: (other) =>
        element('table', { name: own, phpName, ...(isRare === 0 ? rest : {}) }, [
          element('column', {
            name: key,
            phpName: 'TheKey',
            tableMapName: 'the_key',
            type: 'integer',
            primaryKey: true,
            autoIncrement: true,
          }),
          ...columns.map((each) => element('column', { name: each.name, ...each.attributes })),
          element('column', { name: link, phpName: 'TheLink', tableMapName: 'the_link', type: 'integer' }),
          element('foreign-key', { foreignTable: other.name, phpName: 'Linked', refPhpName: `Linking${index}` }, [
            element('reference', { local: link, foreign: other.key }),
          ]),
          ...(indexed.length > 0
            ? [
                element(
                  isUnique ? 'unique' : 'index',
                  { name: indexName },
                  [key, ...indexed.flatMap((at) => (isLong(columns[at]!.attributes) ? [] : columns[at]!.name))].map(
                    (each) => element(`${isUnique ? 'unique' : 'index'}-column`, { name: each }),
                  ),
                ),
              ]
            : []),
          ...(sortable === 0
            ? [
                element('column', { name: rank, phpName: 'TheRank', tableMapName: 'the_rank', type: 'integer' }),
                element('behavior', { name: 'sortable' }, [element('parameter', { name: 'rank_column', value: rank })]),
              ]
            : []),
        ]),
      key,
    }))

/** A schema that few people would write, and that is sometimes refused; for a project of that number. */
const strange: fc.Arbitrary<(number: number) => string> = fc
  .record({
    tables: fc.tuple(table(0), table(1)),
    namespace: fc.constantFrom<string | undefined>('Shop', 'Größe\\Shop', undefined),
    identifierQuoting: maybe(fc.boolean()),
    isAlone: fc.boolean(),
  })
  .map(({ tables, namespace, identifierQuoting, isAlone }) => (number) => {
    const used = isAlone ? tables.slice(0, 1) : tables
    return element(
      'database',
      { name: 'shop', namespace: namespace && `${namespace}${number}`, identifierQuoting, defaultIdMethod: 'native' },
      used.map((each, index) => each.xml(used[(index + 1) % used.length]!)),
    )
  })

export const strangeSchema: fc.Arbitrary<string> = strange.map((schema) => schema(0))

/** Ten on average, and one where the smallest is looked for. */
export const several = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(arbitrary, { minLength: 1, maxLength: 20, size: 'max' })

/** Several schemas, most of whose classes have names that no other has. */
export const strangeSchemas: fc.Arbitrary<readonly string[]> = several(strange).map((schemas) =>
  schemas.map((schema, number) => schema(number)),
)
