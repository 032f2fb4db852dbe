import { type Lexicon, tokenAt } from '../dialects/index.js'
import type { Diagnostic, Mark } from '../errors/index.js'
import { badDirective } from '../errors/migration-errors.js'

/** How a statement processes a table in batches: `-- orm: batch table=book key=id size=1000 pause=50ms`. */
export interface Batch {
  /** The table name, preceded by its schema, if any. */
  readonly table: readonly string[]
  /** The columns that determine the order of the rows. */
  readonly key: readonly string[]
  /** Number of rows per batch. */
  readonly size: number
  /** Milliseconds between two batches. */
  readonly pause: number
}

export const batchExample = 'such as "-- orm: batch table=book key=id size=1000 pause=50ms"'
const quotesHint = 'put a name with other characters into double quotes'
const defaultSize = 1000

const part = /([^\s="]*)=((?:"(?:[^"]|"")*"|[^\s"])*)(?=[ \t]|$)|\S+/g
const name = String.raw`(?:"(?:[^"]|"")+"|[^\s".,]+)`

interface Parameter {
  readonly pattern: RegExp
  readonly must: string
  readonly hint?: string
}

const parameters: Readonly<Record<string, Parameter>> = {
  table: {
    pattern: new RegExp(`^${name}(?:\\.${name})?$`),
    must: 'be a name, or those of a schema and a table with a dot between them',
    hint: quotesHint,
  },
  key: {
    pattern: new RegExp(`^${name}(?:,${name})*$`),
    must: 'be the name of a column, or several with commas between them',
    hint: quotesHint,
  },
  size: { pattern: /^[1-9]\d{0,8}$/, must: 'be a number of rows, from 1 on' },
  pause: { pattern: /^(?:0|\d{1,6}(?:ms|s))$/, must: 'be a time such as 50ms or 2s' },
}

/** Parses the text after `batch`, which starts at the mark. */
export function readBatch(text: string, at: Mark): Batch | readonly Diagnostic[] {
  const problems: Diagnostic[] = []
  const given = new Map<string, string>()
  for (const { 0: all, 1: own, 2: value = '', index } of text.matchAll(part)) {
    const mark = { ...at, offset: at.offset + index }
    const known = own !== undefined && Object.hasOwn(parameters, own) ? parameters[own]! : undefined
    if (own === undefined) problems.push(badDirective(mark, `"batch" takes name=value, and not "${all}"`, batchExample))
    else if (!known)
      problems.push(
        badDirective(mark, `"batch" has no parameter "${own}"`, `known: ${Object.keys(parameters).join(', ')}`),
      )
    else if (given.has(own)) problems.push(badDirective(mark, `"${own}" appears a second time`))
    else if (!known.pattern.test(value))
      problems.push(badDirective(mark, `"${own}" must ${known.must}, and not "${value}"`, known.hint))
    if (own !== undefined) given.set(own, value)
  }
  for (const needed of ['table', 'key'])
    if (!given.has(needed)) problems.push(badDirective(at, `"batch" needs a ${needed}`, batchExample))
  if (problems.length > 0) return problems
  const pause = given.get('pause') ?? '0'
  return {
    table: namesIn(given.get('table')!),
    key: namesIn(given.get('key')!),
    size: Number(given.get('size') ?? defaultSize),
    pause: Number.parseInt(pause, 10) * (/\ds$/.test(pause) ? 1000 : 1),
  }
}

const namesIn = (value: string): string[] =>
  Array.from(value.matchAll(/"((?:[^"]|"")+)"|[^\s".,]+/g), ([all, quoted]) => quoted?.replaceAll('""', '"') ?? all)

/** Writes the parameters as in a file. */
export const writeBatch = ({ table, key, size, pause }: Batch): string => {
  const written = (names: readonly string[], separator: string): string =>
    names.map((each) => (/[\s".,=]/.test(each) ? `"${each.replaceAll('"', '""')}"` : each)).join(separator)
  return `table=${written(table, '.')} key=${written(key, ',')} size=${size} pause=${pause}ms`
}

/** A placeholder in a statement for the keys of a batch: `:batch`, or `:batch(b)` if `b` is the table. */
interface Placeholder {
  readonly start: number
  readonly end: number
  /** The alias as written in the statement. */
  readonly alias?: string
}

function placeholdersIn(statement: string, lexicon: Lexicon): Placeholder[] {
  const found: Placeholder[] = []
  for (let position = 0; position < statement.length; ) {
    const { end, kind } = tokenAt(statement, position, lexicon, ';')
    const isColon = kind === 'other' && statement[position] === ':'
    // A colon after one of these characters belongs to a cast or an array slice.
    if (isColon && !/[\w:\])"'`]/.test(statement.charAt(position - 1))) {
      const [all, alias] = /^:batch(?![\w$])(?:\(((?:"(?:[^"]|"")+"|`[^`]+`|[\w$])+)\))?/i.exec(
        statement.slice(position),
      ) ?? ['']
      if (all !== '') {
        found.push({ start: position, end: position + all.length, ...(alias !== undefined && { alias }) })
        position += all.length
        continue
      }
    }
    position = end
  }
  return found
}

export const hasBatchPlaceholder = (statement: string, lexicon: Lexicon): boolean =>
  placeholdersIn(statement, lexicon).length > 0

/** Returns the statement for some rows; `condition` selects them by columns that start with the qualifier. */
export function forBatch(statement: string, lexicon: Lexicon, condition: (qualifier: string) => string): string {
  let result = ''
  let position = 0
  for (const { start, end, alias } of placeholdersIn(statement, lexicon)) {
    result += statement.slice(position, start) + condition(alias === undefined ? '' : `${alias}.`)
    position = end
  }
  return result + statement.slice(position)
}
