import test from 'ava'
import fc from 'fast-check'
import { type DialectName, dialects } from 'orm-core'
import { createDatabase, databases, type TestDatabase } from '../support/databases.js'
import { exerciseOf } from '../support/exercise.js'
import { check, isFuzz, shareOfMany } from '../support/fuzz.js'
import { oddNames } from '../support/name-forms.js'
import { PhpLoader } from '../support/php-loader.js'
import { reservedWordsOf } from '../support/reserved-words.js'
import { strangeName } from './arbitrary-strange.js'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Names of tables and columns that PHP could not have, each as a table and as columns of several. */
const schemaOf = (names: readonly string[], attributes: string): string =>
  `<database name="shop" namespace="Shop" defaultIdMethod="native" ${attributes}>${names
    .map((name, index) => {
      const at = (offset: number) => escaped(names[(index + offset) % names.length]!)
      const php = (column: string) => `phpName="${column}" tableMapName="${column}"`
      return `<table name="${escaped(name)}" phpName="T${index}">
        <column name="${escaped(name)}" ${php('Key')} type="integer" primaryKey="true" autoIncrement="true"/>
        <column name="${at(1)}" ${php('Text')} type="varchar" size="20"/>
        <column name="${at(2)}" ${php('Other')} type="integer"/>
        <column name="${at(3)}" ${php('Flag')} type="boolean" defaultValue="true"/>
        <index><index-column name="${at(1)}"/></index>
        <foreign-key foreignTable="${at(1)}" phpName="Next" refPhpName="Previous">
          <reference local="${at(2)}" foreign="${at(1)}"/>
        </foreign-key>
      </table>`
    })
    .join('\n')}</database>`

/** Longer than any database allows. */
const strangeNames = [...oddNames, 'x'.repeat(80)]

const isUsable = (name: string, vendor: DialectName): boolean =>
  dialects[vendor].unusableNames.every(({ pattern }) => !pattern.test(name)) &&
  // SQLite finds no columns of these names in sub-queries, whatever their quotes.
  !(vendor === 'sqlite' && /^(?:true|false)$/i.test(name))

const usable = (names: readonly string[], vendor: DialectName): string[] =>
  names.filter((name) => isUsable(name, vendor))

/** The names a few at a time, so that a failure is told about few. */
function* chunks(names: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < names.length; from += 12) {
    const part = names.slice(from, from + 12)
    yield [...part, ...names.slice(0, Math.max(0, 4 - part.length))]
  }
}

/** All of the names, or a few from everywhere. */
const some = (names: readonly string[]): readonly string[] => {
  const step = isFuzz ? 1 : Math.ceil(names.length / 12)
  return names.filter((_, index) => index % step === 0)
}

/** Several names that no database takes for one and the same. */
const namesFor = (vendor: DialectName): fc.Arbitrary<readonly string[]> =>
  fc.uniqueArray(
    strangeName.filter((name) => isUsable(name, vendor)),
    { minLength: 12, maxLength: 12, selector: (name) => name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '') },
  )

const php = new PhpLoader()
test.after.always(() => php.end())

async function problemsOf(
  names: readonly string[],
  database: TestDatabase,
  { attributes = '', share = 1 }: { attributes?: string; share?: number },
): Promise<string> {
  for (const chunk of chunks(names)) {
    const exercise = await exerciseOf(schemaOf(chunk, attributes), database, share)
    if (exercise === undefined) return `refused: ${chunk.join(' ')}`
    const problem = await php.load(exercise)
    if (problem !== '') return `${chunk.join(' ')}\n${problem}`
  }
  return ''
}

for (const name of databases) {
  const words = usable(reservedWordsOf(name), name)
  // The second of each two writes the same statements in another way.
  const less = isFuzz ? 1 : 0.3
  for (const [what, names, how] of [
    ['reserved words', some(words.map((word) => word.toLowerCase())), {}],
    ['reserved words in upper case', some(words), { share: less }],
    ['strange names', some(usable(strangeNames, name)), {}],
    [
      'strange names, all of them quoted,',
      some(usable(strangeNames, name)),
      { attributes: 'identifierQuoting="true"', share: less },
    ],
  ] as const) {
    test(`${name}: tables and columns with ${what} can be used in every statement`, async (t) => {
      const database = await createDatabase(name)
      t.teardown(() => database.drop())
      t.is(await problemsOf(names, database, how), '')
    })
  }

  test(`${name}: tables and columns with names of any kind can be used in every statement`, async (t) => {
    const database = await createDatabase(name)
    t.teardown(() => database.drop())
    let used = 0
    let tried = 0
    let share = shareOfMany
    await check(
      t,
      // Twelve names each.
      { short: 1, long: 1_000 },
      fc.asyncProperty(namesFor(name), async (names) => {
        tried++
        const exercise = await exerciseOf(schemaOf(names, ''), database, share)
        if (exercise === undefined) return
        used++
        const problem = await php.load(exercise)
        if (problem === '') return
        share = 1
        throw new Error(problem)
      }),
    )
    t.true(used >= tried / 2, `${used} of ${tried} schemas were accepted`)
  })
}
