import test from 'ava'
import fc from 'fast-check'
import { type DialectName, dialects } from 'orm-core'
import { Source, splitStatements } from 'orm-core/internal'
import { seedOf } from '../../support/seed.mjs'

/** A script with the statements that it holds, or the place and the reason why it cannot be cut. */
interface Case {
  readonly name: string
  readonly sql: string
  readonly expected: readonly string[] | string
}

const vendors = Object.keys(dialects) as DialectName[]

const split = (vendor: DialectName, sql: string): readonly string[] | string => {
  const { statements, problem } = splitStatements(new Source('file.sql', sql), dialects[vendor].lexicon)
  if (!problem) return statements.map(({ text }) => text)
  return `${problem.place!.line}:${problem.place!.column} ${problem.code} ${problem.message}`
}

const given = (name: string, sql: string, expected: readonly string[] | string): Case => ({ name, sql, expected })

const unfinished = (place: string, what: string) =>
  `${place} ORM-D005 the ${what} that starts here does not end before the end of the file`

const onEveryVendor: readonly Case[] = [
  given('an empty file has no statement', '', []),
  given('white space is no statement', ' \n\t\n', []),
  given('a lonely delimiter is no statement', ';', []),
  given('empty statements are dropped', 'A;;B;', ['A', 'B']),
  given('a delimiter on a line of its own is dropped', 'A;\n;\nB', ['A', 'B']),
  given('the last statement needs no delimiter', 'A; B', ['A', 'B']),
  given('a string keeps its delimiter', "X 'a;b'; B", ["X 'a;b'", 'B']),
  given('a doubled quote does not end a string', "X 'it''s; y'; B", ["X 'it''s; y'", 'B']),
  given('two strings side by side', "X '' ';' ''''; B", ["X '' ';' ''''", 'B']),
  given('a string keeps what looks like a comment', "X 'l1\n-- no comment\nl3'; B", ["X 'l1\n-- no comment\nl3'", 'B']),
  given('a string keeps what looks like a block comment', "X '/*'; B '*/'", ["X '/*'", "B '*/'"]),
  given('a double-quoted piece keeps its delimiter', 'X "a;b"; B', ['X "a;b"', 'B']),
  given('a double quote can be doubled', 'X "a"";""b"; B', ['X "a"";""b"', 'B']),
  given('a line comment keeps its delimiter', 'X -- y; z\n; B', ['X -- y; z', 'B']),
  given('a line comment keeps a quote', "X -- it's\n; B", ["X -- it's", 'B']),
  given('a block comment keeps its delimiter', 'X /* y; z */; B', ['X /* y; z */', 'B']),
  given('a block comment keeps a quote', "X /* it's */; B", ["X /* it's */", 'B']),
  given('a comment between statements is dropped', 'A;\n/* y; z */\nB', ['A', 'B']),
  given('leading comments of every kind are dropped', '-- a;\n/* b; */ -- c\n// d;\nA', ['A']),
  given('a comment at the end is no statement', 'A;\n-- the end', ['A']),
  given('a comment without a line end is no statement', '-- only', []),
  given('a line comment of two slashes ends with its line', '// a;\n  // b\nA; B', ['A', 'B']),
  given('two slashes inside a line are no comment', 'SELECT a//b; B', ['SELECT a//b', 'B']),
  given('an empty block comment ends', 'A /**/; B', ['A /**/', 'B']),
  given('stars and slashes do not confuse the end', 'A /***/; /* **/ B', ['A /***/', 'B']),
  given('lines ended by return and newline', "A;\r\nB 'x\r\ny'\r\n;\r\n", ['A', "B 'x\ny'"]),
  given('lines ended by return alone', '-- c\rA;\rB', ['A', 'B']),
  given('the word delimiter inside a name', 'SELECT my_delimiter FROM t; B', ['SELECT my_delimiter FROM t', 'B']),
  given('four-byte characters', "X '😀;'; B 😀", ["X '😀;'", 'B 😀']),
  given('parameters stay as they are', "X ?, :name, $1, '%s'; B", ["X ?, :name, $1, '%s'", 'B']),
  given('BEGIN and COMMIT are statements', 'SELECT 1; COMMIT; SELECT 2', ['SELECT 1', 'COMMIT', 'SELECT 2']),
  given('a string without end', "A;\n  X 'y;\nB", unfinished('2:5', 'string')),
  given('a comment without end', 'A;\nB /* c;', unfinished('2:3', 'comment')),
  given('a string whose end is doubled', "A 'b''", unfinished('1:3', 'string')),
]

const byVendor: Readonly<Record<DialectName, readonly Case[]>> = {
  mysql: [
    given('a backslash escapes a quote', "X 'it\\'s; y'; B", ["X 'it\\'s; y'", 'B']),
    given('two backslashes before the end', "X 'C:\\\\'; B", ["X 'C:\\\\'", 'B']),
    given('a backslash before the end takes it away', "X 'C:\\'; B", unfinished('1:3', 'string')),
    given('a backslash in a double-quoted string', 'X "a\\";b"; B', ['X "a\\";b"', 'B']),
    given('a double-quoted string without end', 'X "a', unfinished('1:3', 'string')),
    given('backticks keep their delimiter', 'X `a;b`; B', ['X `a;b`', 'B']),
    given('a backslash means nothing in backticks', 'X `a\\`; B', ['X `a\\`', 'B']),
    given('a doubled backtick', 'X `a``;b`; B', ['X `a``;b`', 'B']),
    given('a hash starts a comment', '# y; z\nA', ['A']),
    given('a hash starts a comment inside a line', 'A # y; z\n; B', ['A # y; z', 'B']),
    given('dashes without a space are two minus signs', 'SELECT 5--1; B', ['SELECT 5--1', 'B']),
    given('dashes at the end of a line are a comment', 'A --\n; B', ['A --', 'B']),
    given('a version comment is code', '/*!40101 SET NAMES utf8 */; B', ['/*!40101 SET NAMES utf8 */', 'B']),
    given('a version comment of MariaDB is code', '/*M!100201 SET x = 1 */; B', ['/*M!100201 SET x = 1 */', 'B']),
    given('a version comment with a string', "/*! X '*/;' */; B", ["/*! X '*/;' */", 'B']),
    given('a version comment without end', 'A; /*! X', unfinished('1:4', 'comment')),
    given('an optimizer hint stays', 'SELECT /*+ MAX_EXECUTION_TIME(9) */ 1; B', [
      'SELECT /*+ MAX_EXECUTION_TIME(9) */ 1',
      'B',
    ]),
    given('block comments do not nest', 'A /* /* */; B', ['A /* /* */', 'B']),
    given('another delimiter', 'DELIMITER //\nCREATE PROCEDURE p() BEGIN a; b; END//\nDELIMITER ;\nC;', [
      'CREATE PROCEDURE p() BEGIN a; b; END',
      'C',
    ]),
    given('a delimiter of dollar signs right after a word', 'delimiter $$\nP BEGIN a; END$$\ndelimiter ;\nC', [
      'P BEGIN a; END',
      'C',
    ]),
    given('a delimiter of two semicolons, as mysqldump writes it', 'DELIMITER ;;\nA; B;;\nDELIMITER ;\nC', [
      'A; B',
      'C',
    ]),
    given('a delimiter that is a word', 'DELIMITER stop\nA; B stop\nDELIMITER ;\nC', ['A; B', 'C']),
    given('two slashes are no comment while they delimit', 'DELIMITER //\nA\n//\n// B //\n', ['A', 'B']),
    given('a comment before a delimiter line', '-- x\nDELIMITER //\nA; a//', ['A; a']),
    given('a delimiter line inside a statement is text', 'A\nDELIMITER //\n; B', ['A\nDELIMITER //', 'B']),
    given('a delimiter line after a statement on the same line is text', 'A; DELIMITER //\n; B', [
      'A',
      'DELIMITER //',
      'B',
    ]),
    given('a delimiter inside a string of another delimiter', "DELIMITER $$\nA '$$'; b$$\n", ["A '$$'; b"]),
    given('dollar quotes are nothing special', "A $$; B '$$'", ['A $$', "B '$$'"]),
    given('square brackets are nothing special', 'A [x;y]', ['A [x', 'y]']),
  ],
  pgsql: [
    given('a backslash is a character', "X 'C:\\'; B", ["X 'C:\\'", 'B']),
    given('a backslash escapes in an escape string', "X E'it\\'s; y'; B", ["X E'it\\'s; y'", 'B']),
    given('a lower-case escape string', "X e'\\\\'; B", ["X e'\\\\'", 'B']),
    given('a name that ends in e is no escape prefix', "X the'C:\\'; B", ["X the'C:\\'", 'B']),
    given('an escape string without end', "A; X E'\\'", unfinished('1:6', 'string')),
    given('a dollar-quoted body', 'F AS $$ BEGIN; R 1; END $$ L; B', ['F AS $$ BEGIN; R 1; END $$ L', 'B']),
    given('a tagged body with another dollar quote', 'F AS $a$ x $$ ; $$ $a$; B', ['F AS $a$ x $$ ; $$ $a$', 'B']),
    given('a dollar quote with a letter beyond ASCII', 'F $é$;$é$; B', ['F $é$;$é$', 'B']),
    given('a dollar sign inside a name', 'A a$b$; B', ['A a$b$', 'B']),
    given('a parameter is no dollar quote', 'A $1; B $2', ['A $1', 'B $2']),
    given('a dollar quote without end', 'F AS $$ x;\n', unfinished('1:6', 'string')),
    given('quotes in a dollar quote mean nothing', "F $$ it's /* $$; B", ["F $$ it's /* $$", 'B']),
    given('a hash is an operator', "SELECT a #> '{b}' FROM t; B", ["SELECT a #> '{b}' FROM t", 'B']),
    given('block comments nest', 'A /* /* ; */ ; */; B', ['A /* /* ; */ ; */', 'B']),
    given('a nested comment without end', 'A /* /* */; B', unfinished('1:3', 'comment')),
    given('array brackets hold a string', "SELECT a['x;']; B", ["SELECT a['x;']", 'B']),
    given(
      'a body of BEGIN ATOMIC',
      'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; SELECT CASE WHEN a THEN 2 END; END; B',
      ['CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT 1; SELECT CASE WHEN a THEN 2 END; END', 'B'],
    ),
    given('a body of BEGIN ATOMIC without end', 'CREATE PROCEDURE p() BEGIN ATOMIC A;', unfinished('1:22', 'block')),
    given('BEGIN opens a transaction, not a block', 'BEGIN; A; COMMIT;', ['BEGIN', 'A', 'COMMIT']),
    given('a command of psql', 'A;\n\\connect other\nB', '2:1 ORM-D006 commands of psql cannot be executed here'),
    given(
      'data of COPY',
      'A;\nCOPY t (a, b) FROM stdin;\n1\t2\n\\.\n',
      '2:1 ORM-D006 data of COPY … FROM stdin cannot be executed here',
    ),
    given('COPY from a file is a statement', "COPY t FROM '/stdin'; B", ["COPY t FROM '/stdin'", 'B']),
    given('a quoted name without end', 'A;\nB "c', unfinished('2:3', 'quoted name')),
  ],
  sqlite: [
    given('a backslash is a character', "X 'C:\\'; B", ["X 'C:\\'", 'B']),
    given('backticks keep their delimiter', 'X `a;b`; B', ['X `a;b`', 'B']),
    given('brackets keep their delimiter', 'X [a;b]; B', ['X [a;b]', 'B']),
    given('a bracket without end', 'X [a;b', unfinished('1:3', 'quoted name')),
    given(
      'a trigger keeps its body',
      'CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE b SET c = 1; DELETE FROM d; END; B',
      ['CREATE TRIGGER t AFTER INSERT ON a BEGIN UPDATE b SET c = 1; DELETE FROM d; END', 'B'],
    ),
    given(
      'a trigger with CASE in its body',
      'create temp trigger t after update on a begin select case when new.end then 1 else case 2 end end; a; end; B',
      [
        'create temp trigger t after update on a begin select case when new.end then 1 else case 2 end end; a; end',
        'B',
      ],
    ),
    given('a trigger without end', 'CREATE TRIGGER t BEGIN a;', unfinished('1:18', 'block')),
    given('BEGIN opens a transaction, not a block', 'BEGIN; A; END;', ['BEGIN', 'A', 'END']),
    given('CASE outside a trigger', 'SELECT CASE a WHEN 1 THEN 2 END; B', ['SELECT CASE a WHEN 1 THEN 2 END', 'B']),
  ],
  mssql: [
    given('a backslash is a character', "X 'C:\\'; B", ["X 'C:\\'", 'B']),
    given('brackets keep their delimiter', 'X [a;b]; B', ['X [a;b]', 'B']),
    given('a doubled bracket', 'X [a]];b]; B', ['X [a]];b]', 'B']),
    given('a hash belongs to a temporary table', 'SELECT * FROM #t; B', ['SELECT * FROM #t', 'B']),
    given('block comments nest', 'A /* /* ; */ ; */; B', ['A /* /* ; */ ; */', 'B']),
    given('a block keeps its delimiters', 'IF x BEGIN a; b; END; B', ['IF x BEGIN a; b; END', 'B']),
    given('blocks nest, and CASE opens one', 'BEGIN a; BEGIN SELECT CASE x WHEN 1 THEN 2 END; END; b; END; B', [
      'BEGIN a; BEGIN SELECT CASE x WHEN 1 THEN 2 END; END; b; END',
      'B',
    ]),
    given('a transaction is no block', 'BEGIN TRAN; A; COMMIT; BEGIN TRANSACTION; B', [
      'BEGIN TRAN',
      'A',
      'COMMIT',
      'BEGIN TRANSACTION',
      'B',
    ]),
    given('TRY and CATCH are blocks', 'BEGIN TRY a; END TRY BEGIN CATCH b; END CATCH; B', [
      'BEGIN TRY a; END TRY BEGIN CATCH b; END CATCH',
      'B',
    ]),
    given('variables and temporary tables named like keywords', 'SET @begin = 1; DROP TABLE #case; B', [
      'SET @begin = 1',
      'DROP TABLE #case',
      'B',
    ]),
    given('a block without end', 'A;\nBEGIN b;', unfinished('2:1', 'block')),
    given('a file with GO is cut at GO only', 'A; B;\nGO\nC;\ngo\n', ['A; B;', 'C;']),
    given('a procedure between GO lines', 'CREATE PROC p AS BEGIN a;\nGO\nB', ['CREATE PROC p AS BEGIN a;', 'B']),
    given('GO with a count runs its batch that often', 'A;\nGO 2\nB\n  GO  \n', ['A;', 'A;', 'B']),
    given('GO inside a string or a comment is text', "A 'x\nGO\ny';\n/*\nGO\n*/ B", ["A 'x\nGO\ny'", 'B']),
    given('GO inside a line is a word', 'SELECT 1 AS go; B', ['SELECT 1 AS go', 'B']),
    given('a comment before the first batch', '-- c\nGO\nA\nGO', ['A']),
  ],
  oracle: [
    given('a backslash is a character', "X 'C:\\'; B", ["X 'C:\\'", 'B']),
    given('an alternative quote in brackets', "X q'[it's; y]'; B", ["X q'[it's; y]'", 'B']),
    given('alternative quotes of every kind', "X q'(a';)' Q'{b';}' nq'<c';>' q'!d';!'; B", [
      "X q'(a';)' Q'{b';}' nq'<c';>' q'!d';!'",
      'B',
    ]),
    given('a name that ends in q is no prefix', "X faq'[a'; B", ["X faq'[a'", 'B']),
    given('an alternative quote without end', "X q'[a; B'", unfinished('1:3', 'string')),
    given('a hint stays', 'SELECT /*+ FULL(t) */ 1 FROM t; B', ['SELECT /*+ FULL(t) */ 1 FROM t', 'B']),
    given('an anonymous block runs to the slash', 'BEGIN a; b; END;\n/\nC;', ['BEGIN a; b; END;', 'C']),
    given('a declared block runs to the end of the file', 'A;\nDECLARE x NUMBER; BEGIN b; END;', [
      'A',
      'DECLARE x NUMBER; BEGIN b; END;',
    ]),
    given('a trigger runs to the slash', 'CREATE OR REPLACE TRIGGER t BEFORE INSERT ON a BEGIN b; END;\n / \nC', [
      'CREATE OR REPLACE TRIGGER t BEFORE INSERT ON a BEGIN b; END;',
      'C',
    ]),
    given(
      'a package and its body',
      'CREATE PACKAGE p AS x NUMBER; END;\n/\nCREATE OR REPLACE EDITIONABLE PACKAGE BODY p AS y NUMBER; END;\n/\n',
      ['CREATE PACKAGE p AS x NUMBER; END;', 'CREATE OR REPLACE EDITIONABLE PACKAGE BODY p AS y NUMBER; END;'],
    ),
    given('a slash after a delimiter ends nothing', 'A;\n/\nB\n/\n', ['A', 'B']),
    given('a slash inside a line divides', 'SELECT 6 / 2 FROM dual; B', ['SELECT 6 / 2 FROM dual', 'B']),
    given('a table named like a block opener', 'CREATE TABLE type_begin (a NUMBER); B', [
      'CREATE TABLE type_begin (a NUMBER)',
      'B',
    ]),
  ],
}

for (const vendor of vendors) {
  for (const { name, sql, expected } of [...onEveryVendor, ...byVendor[vendor]]) {
    test(`${vendor}: ${name}`, (t) => {
      t.deepEqual(split(vendor, sql), expected)
    })
  }
}

test('a statement knows where it stands', (t) => {
  const { statements } = splitStatements(new Source('f.sql', '-- c\r\n A;\r\n\r\n  B'), dialects.mysql.lexicon)
  t.deepEqual(
    statements.map(({ mark }) => mark.source.placeAt(mark.offset)),
    [
      { file: 'f.sql', line: 2, column: 2 },
      { file: 'f.sql', line: 4, column: 3 },
    ],
  )
})

// Pieces that are whole on the vendor: each may hold delimiters, quotes and comment signs of the others.
const pieces: Readonly<Record<DialectName, readonly string[]>> = {
  mysql: ['`a;b`', '"x;\\"y"', "'\\';'", '/*! c; */', '5--1', '$$', '[', ']'],
  pgsql: ['"a;b"', "E'\\';'", "$$ ; ' $$", '$t$ ; $$ ; $t$', '#>', "'\\'", '[1]'],
  sqlite: ['[a;b]', '`a;b`', '"a;b"', "'\\'", '#', '$'],
  mssql: ['[a;b]', '[a]];]', '"a;b"', "'\\'", '#t', '@v', 'BEGIN x; y; END', 'CASE 1 END'],
  oracle: ["q'[a';]'", '"a;b"', "'\\'", "nq'<;>'", '/*+ hint; */', '#'],
}
const everywhere = ['SELECT', 'x', '1', "'a;b'", "'it''s'", '(', ')', ',', '=', '\n', '😀', 'é']
const comments: Readonly<Record<DialectName, readonly string[]>> = {
  mysql: ["-- c; '\n", '# c; "\n', "/* c; ' */", '\n// c;\n'],
  pgsql: ["--c; '\n", "/* c; /* ' */ ; */", '\n// c;\n'],
  sqlite: ["--c; '\n", "/* c; ' */"],
  mssql: ["--c; '\n", "/* c; /* ' */ ; */"],
  oracle: ["--c; '\n", "/* c; ' */"],
}

for (const vendor of vendors) {
  const statement = fc
    .array(fc.constantFrom(...everywhere, ...pieces[vendor]), { minLength: 1, maxLength: 8 })
    // A statement starts with a word, so that its first token is not taken for white space or a client's command.
    .map((tokens) => ['UPDATE', ...tokens].join(' ').replace(/[ \n]+$/, ''))
  const gap = fc.array(fc.constantFrom(' ', '\n', '\t', ';', ...comments[vendor]), { maxLength: 4 })

  test(`${vendor}: statements put together with delimiters and comments come apart again`, (t) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(gap, statement), { maxLength: 6 }), gap, (parts, tail) => {
        const sql = parts.map(([before, text]) => `${before.join('')}${text};`).join('') + tail.join('')
        t.deepEqual(
          split(vendor, sql),
          parts.map(([, text]) => text),
        )
      }),
      { numRuns: 500, seed: seedOf() },
    )
  })

  test(`${vendor}: nothing is lost from any text but white space, comments and delimiters`, (t) => {
    const characters = fc.constantFrom(...'aA1; \n\'"`[]$#-/*\\@.'.split(''), 'BEGIN', 'END', 'CASE', 'GO', 'q')
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 30 }), (tokens) => {
        const source = new Source('f.sql', tokens.join(''))
        const { statements, problem } = splitStatements(source, dialects[vendor].lexicon)
        let end = 0
        for (const { text, mark } of statements) {
          t.is(source.text.slice(mark.offset, mark.offset + text.length), text)
          // A batch that runs more than once is there more than once.
          if (mark.offset + text.length === end) continue
          t.true(isGap(source.text.slice(end, mark.offset)))
          end = mark.offset + text.length
        }
        if (!problem) t.true(isGap(source.text.slice(end)))
      }),
      { numRuns: 500, seed: seedOf() },
    )
  })
}

// What may stand between two statements: space, delimiters, comments (nested ones too), batch and slash lines.
const isGap = (text: string): boolean => {
  const innermost = /\/\*(?:(?!\/\*|\*\/)[\s\S])*\*\//
  let rest = text
  while (innermost.test(rest) && !plainGap.test(rest)) rest = rest.replace(innermost, ' ')
  return plainGap.test(rest)
}
const plainGap = /^(?:[ \n;]|(?:--|#|\/\/)[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/|\/(?=\s|$)|GO(?: +1+)? *(?=\n|$))*$/
