import { type Dialect, significantTokens, unquotedName } from '../../dialects/index.js'
import { isWritable, unwritable } from './element.js'

/** Checks the SQL of a catalog before it is written to a schema. */
export class Expressions {
  readonly #dialect: Dialect
  readonly #notice: (text: string) => void
  /** Names of types that are not in the schema. */
  readonly #lostTypes = new Set<string>()

  constructor(dialect: Dialect, notice: (text: string) => void) {
    this.#dialect = dialect
    this.#notice = notice
  }

  /** Notes a type that is not in the schema, so that expressions that cast to it are omitted. */
  loseType(name: string): void {
    this.#lostTypes.add(name)
  }

  /** Returns an expression of the catalog if it is a single, harmless one. */
  expression(text: string, place: string): string | undefined {
    const expression = this.#dialect.sqlExpression(text)
    const call = expression === undefined ? undefined : calledIn(expression, this.#dialect)
    const type = expression === undefined ? undefined : this.#lostTypeIn(expression)
    if (!isWritable(text)) this.#notice(`${place} ${unwritable} and is omitted`)
    else if (hasQuotedReturn(text, this.#dialect)) this.#notice(`${place} ${hasReturn} and is omitted`)
    else if (expression === undefined) this.#notice(`${place} is not a single SQL expression and is omitted`)
    else if (call !== undefined) this.#notice(`${place} calls ${call}(), which reaches out of its row, and is omitted`)
    else if (type !== undefined) this.#notice(`${place} names the type ${type}, which is omitted, and is omitted too`)
    else return expression
    return undefined
  }

  /** Returns why a view cannot have its query, which the server writes as `sql`. */
  queryProblem(query: string | undefined, sql: string): string | undefined {
    if (query === undefined) return 'its text is not a single SELECT'
    if (!isWritable(query)) return `its text ${unwritable}`
    if (hasQuotedReturn(sql, this.#dialect)) return `its text ${hasReturn}`
    const call = calledIn(query, this.#dialect)
    if (call) return `it calls ${call}(), which reaches out of the database`
    const type = this.#lostTypeIn(query)
    return type && `it names the type ${type}, which is omitted`
  }

  /** Returns the first type in a cast that is not in the schema. */
  #lostTypeIn(expression: string): string | undefined {
    if (this.#lostTypes.size === 0) return undefined
    const tokens = significantTokens(expression, this.#dialect.lexicon)
    return tokens
      .filter((_, at) => /^::?$/.test(tokens[tokens[at - 1] === '.' ? at - 3 : at - 1] ?? ''))
      .map(unquotedName)
      .find((name) => this.#lostTypes.has(name))
  }
}

/** Returns the first function in an expression that SQL from a catalog is not allowed to call. */
function calledIn(expression: string, { lexicon, reverse }: Dialect): string | undefined {
  const tokens = significantTokens(expression, lexicon)
  return tokens
    .filter((_, index) => tokens[index + 1] === '(')
    .map((token) => unquotedName(token).toLowerCase())
    .find((name) => reverse.reachesOut?.test(name))
}

export const hasReturn = 'has a carriage return in a string, which SQL files do not keep,'

/** Returns whether a string or a name contains a carriage return; elsewhere it is whitespace. */
const hasQuotedReturn = (text: string, { lexicon }: Dialect): boolean =>
  text.includes('\r') && significantTokens(text, lexicon).some((token) => token.trim().includes('\r'))
