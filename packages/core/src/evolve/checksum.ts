import { createHash } from 'node:crypto'
import { type Lexicon, type Statement, significantTokens } from '../dialects/index.js'

/**
 * Returns the checksums of no statement, of the first one, of the first two, and so on up to all of them. Comments and
 * whitespace do not count.
 */
export function migrationChecksums(statements: readonly Pick<Statement, 'text'>[], lexicon: Lexicon): string[] {
  const checksums = ['']
  for (const { text } of statements) {
    const said = significantTokens(text, lexicon).join(' ')
    checksums.push(
      createHash('sha256')
        .update(`${checksums.at(-1)}\n${said}`)
        .digest('hex'),
    )
  }
  return checksums
}
