import { antlr4tsSQL, SQLDialect } from 'antlr4ts-sql'

/** Valid SQL that the independent grammars do not support, with replacements that they accept. */
const grammars = {
  mssql: {
    dialect: SQLDialect.TSQL,
    gaps: [
      // The server accepts both orders, the grammar only this one.
      [/(ON UPDATE [A-Z ]+?) (ON DELETE [A-Z ]+)(?=;)/g, '$2 $1'],
      [/DEFAULT 1 \+ 2/g, 'DEFAULT 3'],
      // A number is also a valid default for an existing column.
      [/DEFAULT [\d.]+ FOR/g, "DEFAULT '1' FOR"],
    ],
  },
  oracle: {
    dialect: SQLDialect.PLSQL,
    gaps: [
      [/ CASCADE CONSTRAINTS/g, ''],
      [/(ALTER SESSION SET \w+)='[^']*'/g, '$1=x'],
      // PL/SQL keywords that are not reserved in SQL.
      [/\b(?:goto|end(?!;))\b/gi, '$&_'],
      // Names may contain every letter and digit of the database's character set, but the grammar only accepts some of them.
      [/(?![A-Za-z0-9])[\p{L}\p{N}]/gu, 'x'],
    ],
  },
} as const

/** Returns the syntax errors that an independent grammar finds in SQL for a vendor whose server is not available for tests. */
export function syntaxErrors(vendor: keyof typeof grammars, text: string): string[] {
  const { dialect, gaps } = grammars[vendor]
  let sql = text
  for (const [valid, known] of gaps) sql = sql.replace(valid, known)
  const errors: string[] = []
  const grammar = new antlr4tsSQL(dialect)
  const listener = {
    syntaxError: (_: unknown, __: unknown, line: number, column: number, message: string) => {
      errors.push(`${line}:${column} ${message.slice(0, 100)}`)
    },
  }
  grammar.getParseTree(grammar.getParser(grammar.getTokens(sql, []), [listener]))
  return errors
}
