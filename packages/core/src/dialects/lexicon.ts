/** How a vendor's SQL is read, as far as cutting it into statements needs to know. */
export interface Lexicon {
  /** Opening to closing character of strings and quoted names; a doubled closer stands for itself. */
  readonly quotes: Readonly<Record<string, string>>
  /** Openers of the quotes that end at the first closer, doubled or not. */
  readonly undoubledQuotes?: string
  /** Openers of the quotes in which a backslash takes the meaning from the next character. */
  readonly backslashQuotes?: string
  /** `E'…'`: a string in which a backslash escapes although it does not in `'…'`. */
  readonly escapeStrings?: true
  /** `$tag$ … $tag$`. */
  readonly dollarQuotes?: true
  /** `q'[…]'` and `nq'[…]'`. */
  readonly alternativeQuotes?: true
  /** `--` starts a comment only before white space, so that `5--1` stays a sum. */
  readonly dashNeedsSpace?: true
  readonly hashComments?: true
  readonly nestedComments?: true
  /** Openings of block comments that the server reads as code: version comments and hints. */
  readonly codeComments?: readonly string[]
  /** `DELIMITER x` lines of the mysql client. */
  readonly delimiterLines?: true
  /** `GO` lines of sqlcmd; a file that has one is cut at these lines only. */
  readonly batchLines?: true
  /** A line with nothing but `/` ends a statement, as in SQL*Plus. */
  readonly slashLines?: true
  /** First words of statements that only a `/` line ends. */
  readonly untilSlash?: RegExp
  readonly blocks?: BlockRule
  /** Other ways in which servers read quotes, if their settings say so. */
  readonly modes?: readonly Pick<Lexicon, 'backslashQuotes'>[]
  /** A type can be any words but these. */
  readonly notInTypes?: ReadonlySet<string>
  /** Lines that start with a backslash and COPY data belong to psql, which is not here to read them. */
  readonly psqlCommands?: true
}

/** Bodies in which the delimiter does not end the statement: BEGIN and CASE open, END closes. */
export interface BlockRule {
  /** First words, in upper case, of the statements that can have a body; absent when every statement can. */
  readonly within?: RegExp
  /** Sticky; matches where a BEGIN opens a body, not a transaction. */
  readonly begin: RegExp
  /** Sticky; matches where an END closes a body. */
  readonly end: RegExp
}
