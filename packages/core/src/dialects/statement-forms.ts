import { type Form, type FormToken, formsOf, matching, taking } from './forms.js'
import { wordSet } from './sql-names.js'

/** The forms of a vendor's statements. */
export interface StatementForms {
  /** Opening characters of quoted names. */
  readonly nameQuotes: string
  /** Returns the key of a part of a name; spellings that are certainly equivalent have the same key. */
  nameKey(part: string): string
  /** Matches statements that can be parsed completely. */
  readonly statement: Form
}

interface FormRules extends Pick<StatementForms, 'nameQuotes' | 'nameKey'> {
  /** Words that must be quoted to be names. */
  readonly reservedWords: ReadonlySet<string>
  /** Matches unquoted names other than reserved words; sticky. */
  readonly bareName?: RegExp
  /** Server functions without side effects. */
  readonly functions: string
  /** Built-in types of the server; absent if no type can run a function. */
  readonly types?: string
  /** The form `statement`, and the vendor's additional forms. */
  readonly grammar: string
  /** Forms that a grammar cannot describe. */
  readonly forms?: Readonly<Record<string, Form>>
}

/**
 * The grammar that vendors share. Captured tables are `new`, or tables that a statement `drops`, `fills` with rows or `uses` as
 * one of the run; `runs` captures what may run when a table gets rows. A value only contains functions and types of the server.
 * Other expressions contain no strings if these could be values of any type, because converting them may immediately run a
 * function. For the same reason, a column of such a type has no default, unless the type is `listed`: a list of values that the
 * run itself created.
 */
const common = `
  table = name ['.' name] ['.' name]
  columns = '(' name {',' name} ')'
  control = (BEGIN | COMMIT) [WORK | TRANSACTION] | START TRANSACTION
  create = CREATE TABLE (IF NOT EXISTS table | fresh new:table) '(' element {',' element} ')'
  drop = DROP TABLE [IF EXISTS] drops:table
  index = CREATE [UNIQUE] INDEX name ON uses:table [USING (BTREE | HASH | GIN | GIST | BRIN | SPGIST)] '(' ordered {',' ordered} ')'
    [INCLUDE columns]
  ordered = name [ASC | DESC] [NULLS (FIRST | LAST)]
  add = ALTER TABLE uses:table ADD constraint
  view = CREATE VIEW table AS query | DROP VIEW [IF EXISTS] unlinks:table [CASCADE]
  insert = INSERT INTO fills:table ['(' [name {',' name}] ')'] VALUES row {',' row}
  row = '(' [item {',' item}] ')'
  item = value | DEFAULT
  comment = COMMENT ON ((TABLE | VIEW) table | COLUMN table ['.' name]) IS (string | NULL)
  element = constraint | column
  constraint = [CONSTRAINT name] (PRIMARY KEY columns | UNIQUE [NONCLUSTERED] [NULLS NOT DISTINCT] columns {deferral} | FOREIGN KEY columns references)
  references = REFERENCES table [columns] [MATCH (FULL | SIMPLE)] {ON (DELETE | UPDATE) action | deferral}
  deferral = [NOT] DEFERRABLE | INITIALLY (DEFERRED | IMMEDIATE)
  action = CASCADE | RESTRICT | NO ACTION | SET NULL | SET DEFAULT
  column = name (known_type {default | option} | listed:made_type size {option} DEFAULT string over {option} | runs:type_name size {option}
    | {default | option})
  made_type = runs:type_name
  option = NOT NULL | NULL | PRIMARY KEY | UNIQUE | AUTO_INCREMENT | AUTOINCREMENT | ON UPDATE clock | COMMENT string
    | references | (COLLATE | CHARACTER SET) (string | name | word) | IDENTITY ['(' number ',' number ')']
  type_name = type_word ['.' type_word]
  size = {'(' part {',' part} ')' | '[' [number] ']' | UNSIGNED | SIGNED | ZEROFILL | VARYING | PRECISION | BINARY | RAW
    | (WITH | WITHOUT) [LOCAL] TIME ZONE}
  part = (string | number | word) [word]
  default = [CONSTRAINT name] DEFAULT (value over | expression)
  literal = string | number | constant | prefix string | (DATE | TIME | TIMESTAMP) string
  constant = NULL | TRUE | FALSE
  unstrung = number | constant
  clock = (CURRENT_TIMESTAMP | CURRENT_DATE | CURRENT_TIME | LOCALTIMESTAMP | LOCALTIME) ['(' [number] ')']
  value = (literal | clock | '(' value ')' | CAST '(' value AS known_type ')' | function '(' [value {',' value}] ')')
    {('+' | '-' | '*' | '/') number | ':' ':' known_type}
  expression = (safe_literal | clock | '(' expression ')' | CAST '(' expression AS known_type ')' | call) {operator expression}
  call = runs:called ['(' [expression {',' expression}] ')']
  called = function | table
  operator = '+' | '-' | '*' | '/' | '%' | '|' ['|'] | '&' | '<' | '>'
`

/** Words that are not types, but follow a column name or start something other than a column: `EXCLUDE USING`, `PERIOD FOR`. */
const notTypes = wordSet(
  'AS CHECK COLLATE COMMENT CONSTRAINT DEFAULT FOR FOREIGN GENERATED KEY NOT NULL ON PRIMARY REFERENCES UNIQUE USING',
)

export function statementForms(rules: FormRules): StatementForms {
  const { nameQuotes, nameKey } = rules
  let statement: Form | undefined
  // Compiled when the first statement is read: builds read none, and compiling 5 grammars takes 7 ms.
  const statementOf: Form = (reader, at) => {
    statement ??= statementForm(rules)
    return statement(reader, at)
  }
  return { nameQuotes, nameKey, statement: statementOf }
}

function statementForm(rules: FormRules): Form {
  const { reservedWords, bareName = /[\p{L}_][\p{L}\p{N}_$]*/uy, functions, types } = rules
  const [knownFunctions, knownTypes] = [wordSet(functions), types === undefined ? undefined : wordSet(types)]
  const bare = matching(bareName)
  const kind = (wanted: FormToken['kind']) => taking((token) => token.kind === wanted)
  const isIn = (words: ReadonlySet<string>, token: FormToken | undefined) =>
    token?.kind === 'word' && words.has(token.text.toUpperCase())
  const quoted = kind('name')
  const own: Record<string, Form> = {
    word: kind('word'),
    string: kind('string'),
    number: matching(/[+-]?\s*(?:0x[0-9a-f]+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)/iy),
    prefix: matching(/[nxb](?=')/iy),
    name: (reader, at) => Math.max(quoted(reader, at), isIn(reservedWords, reader.tokens[at]) ? -1 : bare(reader, at)),
    type_word: taking((token) => token.kind === 'name' || (token.kind === 'word' && !isIn(notTypes, token))),
    known_type: (reader, at) => {
      const start = knownTypes ? (isIn(knownTypes, reader.tokens[at]) ? at + 1 : -1) : forms.type_name!(reader, at)
      return start < 0 ? -1 : forms.size!(reader, start)
    },
    // No space is allowed before the parenthesis: with one, a server may look for a user's function.
    function: (reader, at) => (isIn(knownFunctions, reader.tokens[at]) ? matching(/\w+(?=\()/y)(reader, at) : -1),
    safe_literal: (reader, at) => forms[knownTypes ? 'unstrung' : 'literal']!(reader, at),
    over: ({ tokens }, at) => (tokens[at] === undefined || /^[\w,)]/.test(tokens[at].text) ? at : -1),
    fresh: (_, at) => at,
    // Creating a view runs nothing, but the server immediately converts a string to a value of its type.
    query: (reader, at) => {
      const token = taking(({ kind }) => kind !== 'other' && !(knownTypes && kind === 'string'))
      let place = token(reader, at)
      while (place >= 0 && place < reader.tokens.length) place = token(reader, place)
      return place
    },
    ...rules.forms,
  }
  const forms = formsOf(common + rules.grammar, own)
  return forms.statement!
}
