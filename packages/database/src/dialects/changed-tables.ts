import { bareName, type Lexicon, significantTokens } from 'orm-core/internal'

/** What a statement changes: the table definition, an index, the whole table or rows. `adds` only adds rows. */
type Kind = 'alter' | 'index' | 'whole' | 'rows' | 'adds'

const part = String.raw`(?:"(?:[^"]|"")*"|\[(?:[^\]]|\]\])*\]|\`(?:[^\`]|\`\`)*\`|[^\s;.,()"'\`[]+)`
const name = `${part}(?: \\. ${part})*`
const modifiers = '(?:(?:OR \\w+|LOW_PRIORITY|HIGH_PRIORITY|DELAYED|IGNORE|INTO) )*'
const ifExists = '(?:IF (?:NOT )?EXISTS )?'

const forms: readonly (readonly [Kind, RegExp])[] = [
  ['alter', new RegExp(`^ALTER (?:ONLINE |IGNORE )*TABLE ${ifExists}(${name})`, 'i')],
  ['index', new RegExp(`^(?:CREATE|DROP) (?:\\w+ )?INDEX ${ifExists}${name} (?:USING \\w+ )?ON (${name})`, 'i')],
  ['whole', new RegExp(`^(?:DROP TABLE|TRUNCATE(?: TABLE)?|RENAME TABLES?) ${ifExists}(${name}(?: , ${name})*)`, 'i')],
  ['rows', new RegExp(`^DELETE (?:[^()]+ )?FROM (${name})`, 'i')],
  ['rows', new RegExp(`^UPDATE ${modifiers}(${name})`, 'i')],
  ['adds', new RegExp(`^(?:INSERT|REPLACE) ${modifiers}(${name})`, 'i')],
]

/** Returns the tables that a statement names, as spelled by `bareName`, or undefined if the statement changes none. */
export function changedTables(
  statement: string,
  lexicon: Lexicon,
): { readonly kind: Kind; readonly tables: readonly string[] } | undefined {
  const text = significantTokens(statement, lexicon)
    .join(' ')
    .replace(/^WITH .*\) (?=(?:UPDATE|DELETE|INSERT|REPLACE) )/is, '')
  for (const [kind, form] of forms) {
    const [, names] = form.exec(text) ?? []
    if (names !== undefined)
      return { kind, tables: names.split(' , ').map((each) => bareName(each.replaceAll(' . ', '.'))) }
  }
  return undefined
}
