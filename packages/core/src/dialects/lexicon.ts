/** The lexical rules of a vendor's SQL that are needed to split it into statements. */
export interface Lexicon {
  /** Closing characters of strings and quoted names by opening character; a doubled closer is an escaped closer. */
  readonly quotes: Readonly<Record<string, string>>
  /** Opening characters of quotes that end at the first closer, even if it is doubled. */
  readonly undoubledQuotes?: string
  /** Opening characters of quotes in which a backslash escapes the next character. */
  readonly backslashQuotes?: string
  /** Whether `E'…'` is a string with backslash escapes, which `'…'` does not have. */
  readonly escapeStrings?: true
  /** Whether `$tag$ … $tag$` is a string. */
  readonly dollarQuotes?: true
  /** Whether `q'[…]'` and `nq'[…]'` are strings. */
  readonly alternativeQuotes?: true
  /** Whether `--` only starts a comment before whitespace, so that `5--1` is a subtraction. */
  readonly dashNeedsSpace?: true
  readonly hashComments?: true
  readonly nestedComments?: true
  /** Openings of block comments that the server runs: version comments and hints. */
  readonly codeComments?: readonly string[]
  /** Whether the mysql client's `DELIMITER x` lines are recognized. */
  readonly delimiterLines?: true
  /** Whether `GO` lines of sqlcmd are recognized; a file with such a line is only split at these lines. */
  readonly batchLines?: true
  /** Whether a line with only `/` ends a statement, as in SQL*Plus. */
  readonly slashLines?: true
  /** Matches the first words of statements that only a `/` line ends. */
  readonly untilSlash?: RegExp
  readonly blocks?: BlockRule
  /** Alternative rules for quotes, for other server settings. */
  readonly modes?: readonly Pick<Lexicon, 'backslashQuotes'>[]
  /** A type can contain any words except these. */
  readonly notInTypes?: ReadonlySet<string>
  /** Whether psql commands, which are lines that start with a backslash, and COPY data are reported: only psql can run them. */
  readonly psqlCommands?: true
}

/** Bodies in which the delimiter does not end the statement: BEGIN and CASE open a block, and END closes it. */
export interface BlockRule {
  /** Matches the first words, in upper case, of statements that can have a body; absent if every statement can. */
  readonly within?: RegExp
  /** Sticky; matches a BEGIN that opens a body rather than a transaction. */
  readonly begin: RegExp
  /** Sticky; matches an END that closes a body. */
  readonly end: RegExp
}
