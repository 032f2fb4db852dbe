import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { proseOf } from '../support/markdown.mjs'
import { root } from '../support/root.mjs'

// docs/security.md may only promise what a test proves: each of its sentences, items, and rows has an entry here.

/** Marks text that only gives advice, defines a term, or introduces the next lines, and makes no promise about Orm. */
const advice = 'advice'

/** The start of a sentence and the tests that prove it, as `file: title` with the title as written in the file. */
type Entry = readonly [start: string, proof: typeof advice | readonly string[]]

const limits = 'test/fuzz/limits.test.ts'
const endsSoon = [`${limits}: a schema with \${what} ends soon`]
const configEndsSoon = [`${limits}: \${what} ends soon, with a place`]
const atItsLimit = [`${limits}: \${most} \${what} are read, and more are refused with a place`]
const grows = [`${limits}: four times as many \${what} take no more than four times as long`]
const security = 'test/php/Common/SecurityTest.php'
const inputs = 'test/php/Common/RequestInputsTest.php'
const typed = [
  'test/databases/call-forms.test.ts: ${database}: a value of another type finds, changes and deletes no row',
]
const clauses = 'test/databases/queries.test.ts: values of a clause are compared with the columns beside them'
const words = ['test/php/Common/WordsTest.php: testNoSentenceOfWordsIsSql']
const calls = ['test/php/Common/Model/HostileCallsTest.php: testNoCallReachesWhatIsNotItsOwn']
const secrets = 'test/php/Unit/SecretsTest.php'
const commands = 'test/cli/secrets.test.ts'
const corpus = 'test/fuzz/corpus.test.ts'
const noAttribute = [`${corpus}: no attribute of a schema leaves its place`]
const noKey = [`${corpus}: no key of a configuration leaves its place`]
const sqlText = 'test/core/schema/sql-text.test.ts'
const hostile = 'test/databases/reverse-hostile.test.ts'
const catalogs = [
  'test/fuzz/catalogs.test.ts: ${name}: nothing in a foreign catalog is executed on the way through schema, SQL and migrations',
]
const safe = 'test/databases/safe-insert.test.ts'
const types = 'test/php/Common/Model/ColumnTypeTest.php'
const studio = 'test/studio/studio.test.ts'
const studioGuard = [`${studio}: other sites, other names of this computer and requests without the token are rejected`]
const studioPort = [`${studio}: what had the port before cannot answer for it; views of an earlier run are found again`]

const entries: readonly Entry[] = [
  ['`orm studio` listens', [...studioGuard, ...studioPort]],
  ['So a program that had the port', studioPort],
  [
    'Nobody else can listen on the port',
    [`${studio}: no other program can answer at one of the two loopback addresses`],
  ],
  ['Requests without its random token', studioGuard],
  ['Its page loads nothing', [...studioGuard, `${studio}: names and values are text, whatever is in them`]],
  ['Without `--write`, no request', [`${studio}: without --write nothing can be changed`]],
  [
    'The database itself rejects changes',
    [`${studio}: a query is run, explained and canceled; the database rejects changes`],
  ],
  ['Exported CSV files', [`${studio}: an import shows what would be refused and why; an export can be imported`]],
  ['This page describes', advice],
  [
    '`test/repo/security-page.test.ts` names',
    ['test/repo/security-page.test.ts: every sentence of docs/security.md has its tests'],
  ],

  ['| what | why |', advice],
  ['| code of behaviors', ['test/cli/hostile.test.ts: --no-plugins loads no code of the project']],
  [
    '| outputs, templates and dialects',
    [
      'test/core/outputs/outputs.test.ts: with plugins off no output is loaded: a warning says so',
      'test/core/outputs/templates.test.ts: with plugins off no template runs: a warning says so',
      'test/core/dialects/configured.test.ts: a dialect that ${what} is a problem where the configuration names it',
    ],
  ],
  [
    '| `orm.php` |',
    [
      'test/cli/hostile.test.ts: --no-plugins loads no code of the project',
      'test/cli/odd-files.test.ts: database:reverse --no-plugins runs no orm.php',
    ],
  ],
  [
    '| statements in `settings.queries`',
    ['test/database/connect.test.ts: the statements of settings.queries run in order, and a wrong one is named'],
  ],
  ['| the functions that a `defaultExpr` calls', [`${sqlText}: \${vendor}: defaultExpr is one expression`]],
  [
    '| the directories in `paths`',
    [
      "test/project/write-files.test.ts: a user's file is kept, a generated one is replaced",
      'test/fuzz/outputs.test.ts: ${name}: files are made where it was told, and nowhere else',
    ],
  ],
  ['| the classes that `baseClass`', advice],
  ['Do not build untrusted schemas', advice],

  ['Names, descriptions, values and defaults in schemas', [...noAttribute, ...noKey, ...catalogs]],
  [
    'They reach PHP, SQL, JavaScript',
    ['test/repo/raw-text.test.ts: text from outside goes through a function for its destination'],
  ],
  ['**PHP**: identifiers', [...noAttribute, ...noKey, 'test/core/schema/diagnostics/S801-php-names/case.txt: ']],
  [
    '**SQL**: names are quoted',
    [
      ...noAttribute,
      'test/fuzz/names.test.ts: ${name}: tables and columns with names of any kind can be used in every statement',
    ],
  ],
  ['`defaultValue` is a literal', [`${sqlText}: \${vendor}: defaultValue is data, whatever it looks like`]],
  [
    '`sqlType`, `defaultExpr` and the `expression`',
    [`${sqlText}: \${vendor}: defaultExpr is one expression`, `${sqlText}: \${vendor}: sqlType is one type`],
  ],
  ['The reading must be the same in every mode', [`${sqlText}: \${vendor}: defaultExpr is one expression`]],
  [
    'A default from a catalog is also omitted',
    [`${hostile}: \${database}: a foreign default does not reach files when a migration adds its column to rows`],
  ],
  [
    'Anything else is re',
    [
      'test/core/schema/diagnostics/S315-expressions/case.txt: ',
      'test/core/schema/diagnostics/S316-types/case.txt: ',
      `${hostile}: \${database}: text of a catalog stays in its place in SQL`,
    ],
  ],
  [
    '`test/core/schema/sql-text.test.ts` tries',
    [
      `${hostile}: \${database}: text of a catalog that is reversed, migrated and built again executes nothing`,
      ...catalogs,
    ],
  ],
  [
    '**Paths**: a class',
    [
      ...noAttribute,
      ...noKey,
      'test/core/schema/diagnostics/S809-package/case.txt: ',
      'test/core/behaviors/outside-code.test.ts: a behavior cannot write ${JSON.stringify(path)}',
      'test/core/outputs/outputs.test.ts: an output that gives ${what} is a problem with its name and place',
      'test/core/outputs/templates.test.ts: text of a schema cannot lead out of the directory of a template',
    ],
  ],
  [
    '**JavaScript**: the module',
    [...noAttribute, 'test/cli/hostile.test.ts: behaviors whose names JavaScript finds special are unknown'],
  ],
  ['**Terminals and logs**', [`${hostile}: a terminal obeys nothing in names of a catalog`, ...noAttribute]],
  ['No message shows a [password]', [`${commands}: no command shows the password of \${dsn}`]],
  [
    'A line of a file is shown only if',
    ['test/core/errors/code-frame.test.ts: no text is shown of a file that a schema names and that is not XML'],
  ],
  ['XML is read without custom entities', ['test/core/xml/parse.test.ts: a DOCTYPE is ignored']],

  [
    'On SQLite, the script opens files only',
    [
      "test/database/sqlite-libraries.test.ts: ${name}: sessions see each other's locks, and a closed one keeps none (journal_mode ${mode})",
      'test/databases/sqlite-locks.test.ts: an application writes beside migrate, sql:insert and down',
    ],
  ],
  [
    'Two runs of `migrate`',
    [
      'test/databases/sqlite-locks.test.ts: both runners at once beside applications apply and revert each migration once',
      'test/databases/sqlite-locks.test.ts: kill -9 of runners and applications at random moments',
    ],
  ],
  [
    'A table with `skipSql="true"`',
    [
      'test/core/evolve/left-alone.test.ts: ${way}: a table that exists is neither dropped nor changed, and stays in the snapshot',
      'test/databases/migrations/left-alone.test.ts: ${database}: ${way} keeps the rows of a table that exists, whatever is compared',
    ],
  ],
  [
    '`sql:insert` does not execute the SQL of a database',
    [
      'test/core/compile/sql-map.test.ts: the line of a database whose schema is deleted goes, and that is said',
      'test/plugins/gone-database.test.ts: ${database}, ${host}: the SQL of a database that is gone is not executed, and one of another name is',
    ],
  ],
  [
    'Lines and files that you have written',
    ['test/core/compile/sql-map.test.ts: lines and files of a person stay when a database goes'],
  ],
  [
    '`sql:insert` drops or changes rows only',
    ['test/databases/row-safety.test.ts: ${name}: no way to take rows is open without consent'],
  ],
  [
    'Unless you use `--yes`',
    ['test/databases/sql-insert.test.ts: ${name}: rows written after the count or the question are not lost: ${how}'],
  ],
  [
    'A query that is not finished',
    [
      'test/php/Common/Model/UnfinishedQueryTest.php: testAQueryInsideOfAnotherIsNotExecuted',
      'test/php/Common/Model/UnfinishedQueryTest.php: testAQueryInAnOpenBranchIsNotExecuted',
    ],
  ],
  [
    'A connection belongs to the process',
    [
      'test/databases/fork.test.ts: parent and children read and write at the same time, each on its own connection',
      'test/databases/fork.test.ts: a child that ends without a query leaves the parent its connection',
    ],
  ],
  [
    'A connection whose driver is out of step',
    [
      'test/php/Mysql/BrokenLineTest.php: testAConnectionThatIsOutOfStepIsReplaced',
      'test/php/Common/BrokenLineTest.php: testNothingIsWrittenTwiceAndNothingReportedThatIsNotThere',
    ],
  ],
  [
    'A call that fails throws',
    [
      'test/php/Sqlite/FaultTest.php: testFalseFromTheDriverIsAFailureAtEveryCall',
      'test/php/Pgsql/EmulatedPreparesTest.php: testTextThatCannotBeQuotedIsAFailure',
    ],
  ],
  ['An integer column rejects', ['test/php/Common/Model/SameEverywhereTest.php: testFractionsAreNoIntegers']],
  [
    'A decimal has the digits',
    [
      'test/php/Common/Model/SameEverywhereTest.php: testDecimalsKeepTheirScale',
      'test/php/Common/Model/SameEverywhereTest.php: testDecimalsAreRoundedBySetters',
      'test/php/Common/Model/SameEverywhereTest.php: testUuidsAreComparedWithoutTheirCase',
    ],
  ],

  [
    '`sql:insert --safe` executes',
    [
      'test/core/dialects/safe-statements.test.ts: ${vendor}: --safe executes these statements',
      'test/core/dialects/safe-statements.test.ts: ${vendor}: --safe refuses these statements',
    ],
  ],
  [
    'No statement of a file that it accepts',
    [`${safe}: \${name}: no attack passes --safe: all are refused, and no row changes`],
  ],
  [
    '`test/databases/safe-insert.test.ts` runs',
    [`${safe}: \${name}: accepted statements with words put in or replaced change no rows`],
  ],
  [
    'What holds only without other sessions',
    [`${safe}: \${name}: --safe does not drop rows that another session commits meanwhile`],
  ],
  [
    'Without `--safe`, rows are counted',
    ['test/databases/row-safety.test.ts: ${name}: every table that is reached is named with its rows'],
  ],

  ['| what | limit |', advice],
  ['| a file | 50 MB', [`${limits}: what is not a file is not read`]],
  [
    '| a configuration | 0.5 MB',
    [`${limits}: a configuration of 0.5 MB is read, and a larger one is refused with a place`, ...configEndsSoon],
  ],
  ['| XML | 100 elements deep', atItsLimit],
  [
    '| a table | 100 ancestors',
    [...atItsLimit, `${limits}: names that are joined to one that is too long are a diagnostic with a place`],
  ],
  ['| behaviors | Orm searches', grows],
  ['| a PHP name | 200 characters', atItsLimit],
  ['| errors | 10,000 per file', endsSoon],
  [
    '| diagnostics shown | 100',
    ['test/cli/diagnostics.test.ts: a hundred problems are shown, and the number of the others'],
  ],
  ['Input that exceeds a limit', atItsLimit],
  ['Rejecting an input takes', [...endsSoon, ...grows]],
  ['These times were measured', advice],
  ['| input | size |', advice],
  ['| plain tables, their classes', endsSoon],
  ['| 40,000 unknown attributes', endsSoon],
  ['| 100,000 unknown elements', endsSoon],
  ['| 20,000 unknown attributes of one element', endsSoon],
  ['| 3,000 references to unknown tables', endsSoon],
  ['| 3,000 foreign keys of a table to itself', grows],
  ['| a description of 5 MB', endsSoon],
  ['| `CURRENT_TIMESTAMP` and 900,000 spaces', endsSoon],
  ['| 100,000 nested elements', endsSoon],
  ['| a comment without end', endsSoon],
  ['| YAML: an alias bomb', configEndsSoon],
  ['| a bomb of parameters', configEndsSoon],
  ['| INI: 400,000 spaces', configEndsSoon],
  ['| JSON: 100,000 nested lists', configEndsSoon],
  ['| PHP: 20,000 nested arrays', configEndsSoon],
  ['The time for an accepted schema', grows],
  ['This time is limited only', advice],

  ['Every value that is passed to', [`${security}: testNoStringReachesTheStatementAsSql`, ...calls]],
  ['A value that is compared with a column', typed],
  [
    '`update()` takes what the setter',
    [
      'test/databases/setters.test.ts: ${database}: update() and filters take what the setter takes, and update() refuses the rest with its message',
    ],
  ],
  ['compared with text,', typed],
  ['So the 0 of a JSON body', typed],
  ['compared with numbers,', [...typed, clauses]],
  ['compared with booleans,', typed],
  ['In `where()`, `having()` and `condition()` this holds', [...typed, clauses]],
  ['Compared with an expression, text stays', [clauses]],
  ['MySQL does convert text in an expression', advice],
  ['The same applies to a PDO type', advice],
  ['SQLite finds no text that equals a number', advice],
  ['The type of a column is not known in a subquery', [clauses]],
  ['Text with a NUL byte', ['test/php/Pgsql/SecurityTest.php: testNulByteIsRefusedWhereverTextGoes']],
  ['A list inside a list', [`${security}: testListsAndNamesFromOutsideHoldNoSql`, ...calls]],
  [
    'A condition with an object that has no row',
    ['test/php/Common/Model/ObjectFilterTest.php: testAnObjectWithoutARowIsRefusedByEveryFilterOfARelation'],
  ],
  ['These arguments may come from a request', words],
  ['names of columns and relations', [...words, `${security}: testNamesAreNotSql`]],
  ['directions, types of joins', [...words, `${security}: testOnlyTypesOfJoinsAreTypesOfJoins`]],
  ['Modifiers are those of the database', [`${security}: testModifiersAreThoseOfTheDatabase`]],
  ['aliases, which must be words', [...words, `${security}: testAliasesAreWords`]],
  ['The alias of a column may have', [`${security}: testAliasesAreWords`]],
  [
    'tables to lock',
    [...words, `${security}: testACommentStaysAComment`, `${security}: testObjectsAndListsAreNoNumbers`],
  ],
  ['`test/php/Common/WordsTest.php` tries', words],
  ['`test/php/Common/RequestInputsTest.php` tries', [`${inputs}: testNothingButNamesAndValuesGetsIntoAStatement`]],
  ['Messages of exceptions have at most', [`${inputs}: testMessagesAreShortAndHaveNoControlCharacters`]],
  ['Never build them', advice],
  ['| method | part that is SQL |', advice],
  ['| `where()`, `having()`', [`${security}: testAClauseIsNeverAnotherStatement`]],
  ['| `withColumn()`, `addAsColumn()`', [`${security}: testAliasesAreWords`]],
  ['| `update()` with `Criteria::CUSTOM_EQUAL`', [`${security}: testNoStringReachesTheStatementAsSql`]],
  ['| the comparison `Criteria::CUSTOM`', advice],
  ['| `Criteria`: `add()`', advice],
  ['| `$con->exec()`', advice],
  ['The driver of MySQL would run', ['test/php/Mysql/ServerTest.php: testSeveralStatementsInOneAreAnOption']],
  ['PostgreSQL accepts several statements', [`${security}: testAClauseIsNeverAnotherStatement`]],
  ['Unserializing an object runs', advice],
  ['An OBJECT column therefore', [`${types}: testAllowedClassesComeOut`, `${types}: testOtherClassesDoNotGetIn`]],
  ['Any other class throws', [`${types}: testOtherClassesDoNotComeOut`]],
  [
    '`unserialize()` of a collection',
    ['test/php/Common/CollectionTest.php: testUnserializeMakesNoObjectsOfOtherClasses'],
  ],
  [
    '`objectClasses: any` allows',
    [
      'test/core/php/classes.test.ts: objects of which classes may come out of OBJECT columns is a setting, besides phpType',
    ],
  ],
  ['JSON columns contain no objects', advice],
  ['`fromXML()` re', ['test/php/Unit/ParserTest.php: testXmlWithADocumentTypeIsRefusedHoweverItIsWritten']],
  ['`fromArray()`, `fromJSON()`', ['test/php/Common/Model/RoundTripTest.php: testFromArrayTakesWhatToArrayGives']],
  ['A spreadsheet interprets', advice],
  ['If the values are not trusted, export', ['test/php/Unit/ParserTest.php: testCsvCanBeMadeHarmlessForSpreadsheets']],
  ["`toJSON()` and `exportTo('JSON')` escape", ['test/php/Common/CollectionTest.php: testJsonContainsNoEndOfAScript']],
  [
    'What a process keeps between requests',
    [
      'test/databases/workers/growth.test.ts: a worker does not grow with what requests choose, and reset() forgets it',
      'test/php/Unit/StaticStateTest.php: testEveryStaticPropertyIsDecidedOn',
    ],
  ],
  [
    '`Orm::reset()` empties it',
    ['test/databases/workers/growth.test.ts: a worker does not grow with what requests choose, and reset() forgets it'],
  ],
  ['A connection keeps at most 200', ['test/php/Common/StatementLimitTest.php: testAConnectionKeepsALimitedNumber']],
  ['All pages of a query', ['test/php/Common/StatementLimitTest.php: testPagesAreOneStatement']],
  [
    'If MySQL allows no more statements',
    ['test/php/Mysql/StatementLimitTest.php: testWhereTheServerAllowsNoMoreIdleStatementsAreFreed'],
  ],

  [
    'Of a DSN, messages show',
    [
      `${secrets}: testOnlyKnownPartsOfADsnAreShown`,
      'test/core/config/secrets.test.ts: only known parts of a DSN are shown: ${dsn}',
    ],
  ],
  [
    'This holds for messages and logs',
    [
      `${secrets}: testNoFailureShowsThePasswordInADsn`,
      `${secrets}: testNoFailureShowsThePasswordOfAConfiguration`,
      `${commands}: no command shows the password of \${dsn}`,
      'test/cli/tools.test.ts: config:show has every value with its place, and no password',
    ],
  ],
  [
    'If a server or a driver repeats',
    [
      'test/php/Common/ServerTest.php: testAServerThatRefusesThePasswordIsQuotedWithoutIt',
      `${secrets}: testAWarningOfADriverIsQuotedWithoutThePassword`,
      'test/database/run.test.ts: the text of a server is shown without the password',
    ],
  ],
  [
    'The values of all other parts',
    [
      `${secrets}: testOnlyKnownPartsOfADsnAreShown`,
      'test/core/config/secrets.test.ts: only known parts of a DSN are shown: ${dsn}',
    ],
  ],
  ['The name of the user', advice],
  ['Stack traces of failed connections', ['test/php/Common/FaultTest.php: testPasswordsAppearNowhere']],
  ['All parameters for a DSN', [`${secrets}: testEveryParameterForADsnOrAPasswordIsSensitive`]],
  ['`var_dump()`, `var_export()`', [`${secrets}: testNoDumpOfAnOpenConnectionShowsThePassword`]],
  [
    'An error in a configuration file',
    [
      `${commands}: no command shows the password of a configuration, whatever it is and whatever is wrong`,
      'test/cli/odd-files.test.ts: a password under a misspelt key is not shown',
    ],
  ],
  [
    'If the file cannot be read',
    [`${commands}: no error in a configuration file shows a password, wherever the error is`],
  ],

  ['An unexpected error is shown', ['test/cli/hostile.test.ts: an unexpected error is one line; its stack needs -v']],
  ['Report it with the schema', advice],
  ['Write to the maintainers', advice],
  ['You get an answer', advice],
]

test('every sentence of docs/security.md has its tests', (t) => {
  const sentences = sentencesOf(readFileSync(join(root, 'docs', 'security.md'), 'utf8'))
  const entriesOf = (sentence: string) => entries.filter(([start]) => sentence.startsWith(start))
  t.deepEqual(
    sentences.filter((sentence) => entriesOf(sentence).length !== 1),
    [],
    'no entry, or several',
  )
  const isUsed = ([start]: Entry) => sentences.filter((sentence) => sentence.startsWith(start)).length === 1
  t.deepEqual(
    entries.filter((entry) => !isUsed(entry)).map(([start]) => start),
    [],
    'no such sentence, or several',
  )
})

test('every test that is named for docs/security.md exists', (t) => {
  const named = new Set(entries.flatMap(([, proof]) => (proof === advice ? [] : proof)))
  t.deepEqual(
    [...named].filter((proof) => !exists(proof)),
    [],
  )
})

test('a page that says more than before is noticed', (t) => {
  t.deepEqual(
    sentencesOf(
      '# A\n\nOne `a.b`. Two (see [c](d.md)).\n\n- three;\n- four\n  more. Five\n\n| a | b |\n|---|---|\n| c. D | e |\n',
    ),
    ['One `a.b`.', 'Two (see [c](d.md)).', 'three;', 'four more.', 'Five', '| a | b |', '| c. D | e |'],
  )
})

function exists(proof: string): boolean {
  const [, file, title] = /^(\S+): (.*)$/s.exec(proof)!
  const path = join(root, file!)
  if (!existsSync(path)) return false
  const source = readFileSync(path, 'utf8')
  return file!.endsWith('.php') ? source.includes(`function ${title}(`) : source.includes(title!)
}

/** Returns the sentences, items, and rows, without headings and the bold words at the start of a paragraph. */
function sentencesOf(page: string): string[] {
  const found: string[] = []
  let block: string[] = []
  const end = () => {
    const text = block
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^\*\*[^*]*\.\*\* /, '')
    found.push(...text.split(/(?<=[.!?])\s+(?=[A-Z`*[])/).filter(Boolean))
    block = []
  }
  for (const line of proseOf(page).split('\n')) {
    const isRow = line.startsWith('|')
    if (isRow || /^#|^\s*$|^- /.test(line)) end()
    if (isRow && !/^[-|\s]*$/.test(line)) found.push(line.trim())
    else if (!isRow && !line.startsWith('#')) block.push(line.replace(/^- /, ''))
  }
  end()
  return found
}
