import { type Lexicon, significantTokens } from '../dialects/index.js'

/** What a statement does to one table: an action of ALTER TABLE, or the whole of another statement. */
export interface Act {
  /** Table name in lower case, without quotes; absent if the statement concerns no table or is not recognized. */
  readonly table?: string
  /** Words in upper case, separated by single spaces; a quoted name starts with `%`, and a string is `''`. */
  readonly words: string
  /** The added or changed column, with its definition. */
  readonly column?: ColumnAct
  /** The previous definition of the column, if it is already known from a rebuilt table. */
  readonly before?: ColumnAct
}

export interface ColumnAct {
  readonly kind: 'added' | 'changed'
  readonly name: string
  /** The new name; the same as `name` if the column is not renamed. */
  readonly newName: string
  /** The type as written in the statement, without spaces around parentheses; absent if it does not change. */
  readonly type?: string
  /** Everything after the name. */
  readonly definition: string
}

/** Returns the words of a statement in the form of `Act.words`. */
const wordsOf = (statement: string, lexicon: Lexicon): string =>
  significantTokens(statement, lexicon)
    .map((token) => {
      if (/^(?:[A-Z]{0,2}'|\$)/i.test(token)) return "''"
      // Spaces would end the name, and commas and parentheses would end an action.
      return /^["`[]/.test(token) ? `%${token.slice(1, -1).replace(/[\s,()]/g, '_')}` : token
    })
    .join(' ')
    .replace(/ \. /g, '.')
    .toUpperCase()

export const plainName = (name: string): string => name.replaceAll('%', '').toLowerCase()

/** Returns the actions of a statement, one for each table and column. */
export function actsOf(statement: string, lexicon: Lexicon): Act[] {
  const words = wordsOf(statement, lexicon)
  const [, name, rest] =
    /^ALTER (?:ONLINE |IGNORE )*TABLE (?:IF EXISTS )?(?:ONLY )?(\S+) (?:\* )?(.*)$/.exec(words) ?? []
  if (name === undefined) {
    const [, other] =
      /^(?:DROP TABLE|TRUNCATE(?: TABLE)?|CREATE (?:\w+ )*TABLE|CREATE MATERIALIZED VIEW)(?: IF (?:NOT )?EXISTS)? (\S+)|^CREATE (?:\w+ )*INDEX .*? ON (?:ONLY )?(\S+)/
        .exec(words)
        ?.filter((part) => part !== undefined) ?? []
    return [{ ...(other && { table: plainName(other) }), words }]
  }
  const table = plainName(name)
  // This clause precedes the action that it belongs to.
  const [, check, actions = ''] = /^(WITH (?:NO)?CHECK )?(.*)$/.exec(rest!) ?? []
  return actionsOf(actions).map((action) => {
    const column = columnOf(action)
    return { table, words: `${action}${check ? ` ${check.trim()}` : ''}`, ...(column && { column }) }
  })
}

/** Words that start an action or option; a part that starts with another word continues a list. */
const beginnings =
  /^(?:ADD|ALGORITHM|ALTER|AUTO_INCREMENT|AVG_ROW_LENGTH|CHANGE|CHARACTER|CHARSET|CHECKSUM|COLLATE|COMMENT|CONVERT|DEFAULT|DISABLE|DROP|ENABLE|ENGINE|FORCE|KEY_BLOCK_SIZE|LOCK|MAX_ROWS|MIN_ROWS|MODIFY|MOVE|ORDER|OWNER|PACK_KEYS|RENAME|RESET|ROW_FORMAT|SET|TYPE|VALIDATE) /

/** Splits the actions: `ADD a INT, b INT` and `MODIFY (a INT, b INT)` are two actions each. */
function actionsOf(text: string): string[] {
  let verb = ''
  return split(text).flatMap((part) => {
    const isVerb = beginnings.test(`${part} `) || verb === ''
    const action = isVerb || / = /.test(part) ? part : `${verb} ${part}`
    if (isVerb) verb = /^(?:DROP (?:COLUMN|CONSTRAINT)|\S+)/.exec(part)?.[0] ?? ''
    const [, list, inner] = /^(ADD|MODIFY|DROP) \( (.*) \)$/.exec(action) ?? []
    return inner === undefined
      ? [action]
      : split(inner).map((each) => `${list === 'DROP' ? 'DROP COLUMN' : list} ${each}`)
  })
}

/** Splits at commas outside of parentheses. */
function split(text: string): string[] {
  const parts: string[][] = [[]]
  let depth = 0
  for (const word of text.split(' ')) {
    depth += word === '(' ? 1 : word === ')' ? -1 : 0
    if (word === ',' && depth === 0) parts.push([])
    else parts.at(-1)!.push(word)
  }
  return parts.map((words) => words.join(' '))
}

const isNoColumn = '(?!(?:CHECK|CONSTRAINT|FOREIGN|FULLTEXT|INDEX|KEY|PARTITION|PERIOD|PRIMARY|SPATIAL|SYSTEM|UNIQUE) )'
const added = new RegExp(`^ADD (?:COLUMN )?(?:IF NOT EXISTS )?${isNoColumn}(?<name>\\S+) (?<definition>.+)$`)
const changed =
  /^(?:CHANGE (?:COLUMN )?(?:IF EXISTS )?(?<name>\S+) (?<newName>\S+)|(?:MODIFY|ALTER) (?:COLUMN )?(?:IF EXISTS )?(?!CONSTRAINT |DEFAULT |INDEX |LOB |NESTED |PARTITION )(?<only>\S+)) (?<definition>.+)$/
const endOfType =
  / (?:NOT|NULL|DEFAULT|COLLATE|CHARACTER SET|CHARSET|COMMENT|AUTO_INCREMENT|IDENTITY|USING|FIRST|AFTER|PRIMARY|UNIQUE|REFERENCES|GENERATED|CHECK|CONSTRAINT|ENABLE|ON|AS)(?: .*)?$/

function columnOf(action: string): ColumnAct | undefined {
  const match = added.exec(action) ?? changed.exec(action)
  if (!match) return undefined
  const { name = match.groups!.only!, newName = name, definition = '' } = match.groups!
  const isOther = /^(?:SET (?!DATA )|DROP |ADD |RESTART )/.test(definition)
  const type = isOther ? '' : ` ${definition.replace(/^(?:SET DATA )?TYPE /, '')}`.replace(endOfType, '').trim()
  return {
    kind: action.startsWith('ADD ') ? 'added' : 'changed',
    name: plainName(name),
    newName: plainName(newName),
    ...(type && { type: type.replace(/ ?([(),]) ?/g, '$1') }),
    definition,
  }
}

/**
 * Returns the changes to a table that is replaced by another one, by comparing the CREATE TABLE statements of up and down SQL.
 */
export function rebuiltActs(table: string, created: Act, back: Act): Act[] {
  const [now, old] = [created, back].map(partsOf) as [Act[], Act[]]
  const namesOf = (acts: readonly Act[]) => new Set(acts.map(({ column }) => column?.name))
  const before = (act: Act) => old.find(({ column }) => column !== undefined && column.name === act.column?.name)
  const words = new Set(old.map((act) => act.words))
  return [
    ...old
      .filter(({ column }) => column && !namesOf(now).has(column.name))
      .map(({ column }) => ({ table, words: `DROP COLUMN ${column!.name.toUpperCase()}` })),
    ...now
      .filter((act) => !words.has(act.words))
      .map(({ column, ...act }): Act => {
        const same = column && before({ ...act, column })?.column
        if (!same) return { ...act, ...(column && { column }), table }
        return {
          table,
          words: act.words.replace(/^ADD /, 'ALTER '),
          column: { ...column, kind: 'changed' },
          before: same,
        }
      }),
  ]
}

/** Returns the columns and keys of a new table as ADD actions. */
function partsOf({ words }: Act): Act[] {
  const [, list = ''] = /^CREATE (?:\w+ )*TABLE [^(]*\( (.*) \)/.exec(words) ?? []
  return split(list).map((part) => {
    const column = columnOf(`ADD ${part}`)
    return { words: `ADD ${part}`, ...(column && { column }) }
  })
}
