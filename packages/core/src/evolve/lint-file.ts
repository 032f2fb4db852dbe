import { type Dialect, significantTokens } from '../dialects/index.js'
import type { Code, Diagnostic, Source } from '../errors/index.js'
import { statementHurts } from '../errors/migration-errors.js'
import { type MigrationStatement, readMigration } from './file.js'

interface Rule {
  readonly code: Code
  /** On the words of a statement, in upper case, with one blank between them. */
  readonly pattern: RegExp
  readonly applies?: (dialect: Dialect) => boolean
}

const rules: readonly Rule[] = [
  { code: 'ORM-M101', pattern: /^(?:DROP TABLE|TRUNCATE) / },
  { code: 'ORM-M102', pattern: /^ALTER TABLE .* DROP (?:COLUMN|\()/ },
  { code: 'ORM-M105', pattern: / SET NOT NULL\b/ },
  { code: 'ORM-M106', pattern: /^CREATE UNIQUE INDEX |^ALTER TABLE .* ADD (?:CONSTRAINT \S+ )?UNIQUE\b/ },
  { code: 'ORM-M108', pattern: /^ALTER TABLE (?!.* NOT VALID\b).* ADD (?:CONSTRAINT \S+ )?CHECK \(/ },
  {
    code: 'ORM-M301',
    // A longer text needs no new rows, and a shorter one fails where a value does not fit.
    pattern: /^ALTER TABLE .* ALTER (?:COLUMN )?\S+ (?:SET DATA )?TYPE (?!VARCHAR|CHARACTER VARYING|TEXT)/,
    applies: ({ alter }) => alter.costs.indexBlocksWriters,
  },
  {
    code: 'ORM-M302',
    pattern: /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY\b)/,
    applies: ({ alter }) => alter.costs.indexBlocksWriters,
  },
  {
    code: 'ORM-M303',
    pattern: /^ALTER TABLE (?!.* (?:NOT VALID|LOCK = NONE)\b).* ADD .*FOREIGN KEY /,
    applies: ({ alter }) => alter.costs.foreignKeyBlocks,
  },
  { code: 'ORM-M401', pattern: /^ALTER TABLE .* RENAME (?:TO|COLUMN) |^RENAME TABLE |^EXEC SP_RENAME / },
]

/** What the statements of a file may do to rows and to others, but for what the file allows. */
export function lintFile(source: Source, dialect: Dialect): Diagnostic[] {
  const { up } = readMigration(source, dialect.lexicon)
  const wordsOf = ({ text }: MigrationStatement): string =>
    significantTokens(text, dialect.lexicon).join(' ').toUpperCase().replace(/\s+/g, ' ')
  const all = up.map(wordsOf)
  const created = all.flatMap((words) => /^CREATE TABLE (?:IF NOT EXISTS )?(\S+)/.exec(words)?.[1] ?? [])
  return up.flatMap((statement, position) => {
    const words = all[position]!
    // Changes of a table that the file itself creates are harmless, and so is putting it in the place of an old one.
    const isNew = created.some((table) => words.includes(` ${table} `) || words.endsWith(` ${table}`))
    const isReplaced = created.some((table) =>
      all.some((each) => each === `ALTER TABLE ${table} RENAME TO ${words.slice(11)}`),
    )
    const isOwn = dialect.ownTables?.some(({ drop }) => drop === statement.text)
    if (isNew || isOwn || (words.startsWith('DROP TABLE ') && isReplaced)) return []
    return rules
      .filter(
        ({ code, pattern, applies }) =>
          pattern.test(words) && !statement.allows.includes(code) && applies?.(dialect) !== false,
      )
      .map(({ code }) => statementHurts(code, statement.mark))
  })
}
