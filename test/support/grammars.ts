import { antlr4tsSQL, SQLDialect } from 'antlr4ts-sql'

/** Valid SQL that the independent grammars do not know, and what they take in its place. */
const grammars = {
  mssql: {
    dialect: SQLDialect.TSQL,
    gaps: [
      // The server takes both orders, the grammar only the other.
      [/(ON UPDATE [A-Z ]+?) (ON DELETE [A-Z ]+)(?=;)/g, '$2 $1'],
      [/DEFAULT 1 \+ 2/g, 'DEFAULT 3'],
      // A number is a default of a column that is there, too.
      [/DEFAULT [\d.]+ FOR/g, "DEFAULT '1' FOR"],
    ],
  },
  oracle: {
    dialect: SQLDialect.PLSQL,
    gaps: [
      [/ CASCADE CONSTRAINTS/g, ''],
      [/(ALTER SESSION SET \w+)='[^']*'/g, '$1=x'],
      // Words of PL/SQL, which are not reserved in SQL.
      [/\b(?:goto|end(?!;))\b/gi, '$&_'],
      // Names may have every letter and digit of the database's character set. The grammar knows a part of them.
      [/(?![A-Za-z0-9])[\p{L}\p{N}]/gu, 'x'],
    ],
  },
} as const

/** What an independent grammar has against SQL for a vendor that has no server here. */
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
