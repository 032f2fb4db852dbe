import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { databases } from '../support/databases.js'
import { createProject, ormScript, type Project, testOnEachDatabase } from '../support/project.js'
import { root } from '../support/root.mjs'
import { keys, Terminal } from '../support/terminal.js'

const schema = `<database name="default" namespace="Bookstore" defaultIdMethod="native">
  <table name="book">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="varchar" size="80" required="true"/>
    <column name="sold" type="boolean"/>
  </table>
</database>`

/** Types lines into `orm console`, and gives what it prints. */
const typed = (project: Project, lines: readonly string[], ...flags: string[]): Promise<string> =>
  printed(project, lines, process.execPath, [ormScript, 'console', '--bootstrap=bootstrap.php', ...flags])

/** Types lines into the shell that `orm console` starts, without the start of Node. */
const typedInPhp = (project: Project, lines: readonly string[], isSandbox = false): Promise<string> =>
  printed(project, lines, 'php', [
    ...['-d', 'display_errors=stderr', '-r'],
    `require 'bootstrap.php'; require 'generated-conf/config.php';
    (new Orm\\Runtime\\Console\\Console(['default'], false, ${isSandbox}))->run();`,
  ])

async function printed(project: Project, lines: readonly string[], program: string, args: string[]): Promise<string> {
  const child = spawn(program, args, { cwd: project.folder })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  child.stdin.end(lines.map((line) => `${line}\n`).join(''))
  await new Promise((resolve) => child.on('close', resolve))
  return output
}

const bootstrap = `<?php
require '${root}/packages/runtime/autoload.php';
spl_autoload_register(static function (string $class): void {
    $file = getcwd() . '/generated-classes/' . strtr($class, '\\\\', '/') . '.php';
    is_file($file) && require $file;
});
`

testOnEachDatabase('the console runs code with the models, and shows rows as tables', schema, async (t, project) => {
  await project.write('bootstrap.php', bootstrap)
  t.is(
    await typed(project, [
      "foreach (['Emma', 'Persuasion'] as $title) {",
      '    (new Book())->setTitle($title)->save();',
      '}',
      '$query = Book::query()->orderByTitle()',
      '$query->count();',
      'BookQuery::create()->filterByTitle("none")',
      '1 + ;',
      'Book::query()->nope()',
      '$missing',
      "$first = 'a;b'; $second = (object) ['c' => 1]; $first . ';' . $second->c // a comment",
      'if ($first) { $first = 1; $second = 2; } // both; of them',
      '$first; echo $first, $second, "\\n"; foreach ([3] as $each) { echo $each, "\\n"; }',
      'exit',
      'echo "not reached";',
    ]),
    [
      'Id | Title      | Sold',
      '---+------------+-----',
      '1  | Emma       | NULL',
      '2  | Persuasion | NULL',
      '2 rows',
      '2',
      'no rows',
      'ParseError: syntax error, unexpected token ";"',
      'Orm\\Runtime\\Exception\\BadMethodCallException: Query class Bookstore\\BookQuery has no method nope()',
      'ErrorException: Undefined variable $missing',
      'a;b;1',
      '12',
      '3',
      '',
    ].join('\n'),
  )
  const sandbox = await typed(
    project,
    ['BookQuery::create()->deleteAll()', 'Book::query()->count()'],
    '--sandbox',
    '--sql',
  )
  t.regex(sandbox, /^-- DELETE FROM .*\n2\n-- SELECT COUNT\(\*\) FROM .*\n0\nAll changes were rolled back\.\n$/)
  // Neither the end of PHP nor a transaction of the code keeps what was promised to go.
  for (const end of ['exit(0);', "eval('class Book2 { abstract function a(); }');", 'posix_kill(getmypid(), 9);'])
    await typedInPhp(project, ['BookQuery::create()->deleteAll();', end], true)
  const nested =
    'Orm\\Runtime\\Orm::getWriteConnection("default")->transaction(fn () => BookQuery::create()->deleteAll());'
  await typedInPhp(project, [nested], true)
  t.is(await typedInPhp(project, ['Book::query()->count()']), '2\n')
})

const connection = 'Orm\\Runtime\\Orm::getWriteConnection("default")'
/** A call on the connection. It is in a block, which has no value that the console would print. */
const con = (call: string) => `{ ${connection}->${call}; }`
const save = (title: string) => `{ (new Book())->setTitle('${title}')->save(); }`
const titles = 'echo implode(",", Book::query()->orderByTitle()->select(["Title"])->find()->getData()), "\\n";'
const isRefused =
  'Orm\\Runtime\\Connection\\Exception\\RollbackException: ' +
  'Cannot commit in a sandbox: all changes are rolled back at the end\n'
const warning =
  'Warning: a statement has ended the transaction of the sandbox. Earlier changes may have been kept on the ' +
  'connection default. The sandbox continues with another transaction.\n'
const isKept =
  'Changes may have been kept on the connection default: statements have ended the transaction of the sandbox.\n'
const isRolledBack = 'All changes were rolled back.\n'

testOnEachDatabase('a sandbox refuses commit(), and says what statements have kept', schema, async (t, project) => {
  await project.write('bootstrap.php', bootstrap)
  const sandbox = (...lines: string[]) => typedInPhp(project, lines, true)
  const rows = async () => (await typedInPhp(project, [titles])).trim()

  t.is(await sandbox(save('a'), con('commit()'), titles), `${isRefused}a\n${isRolledBack}`)
  const nested = [con('beginTransaction()'), save('a'), con('commit()'), con('commit()')]
  t.is(await sandbox(...nested), isRefused + isRolledBack)
  t.is(await rows(), '')

  // What follows a rollback is in the sandbox, too.
  const again =
    'The changes so far were rolled back on the connection default. The sandbox continues with another transaction.\n'
  t.is(await sandbox(save('a'), con('rollBack()'), save('b'), titles), `${again}b\n${isRolledBack}`)
  t.is(await rows(), '')

  t.is(await sandbox(save('a'), con("exec('COMMIT')"), save('b'), titles), `${warning}a,b\n${isKept}`)
  t.is(await rows(), 'a')
  // A transaction is open at the end, but it is another one.
  t.is(await sandbox(save('c'), con("exec('COMMIT')") + con("exec('BEGIN')"), save('d')), isKept)
  t.is(await rows(), 'a,c')

  const ddl = [save('e'), con("exec('CREATE TABLE shelf (id INTEGER)')"), save('f')]
  const commits = project.database.name === 'mysql'
  t.is(await sandbox(...ddl), commits ? warning + isKept : isRolledBack)
  t.is(await rows(), commits ? 'a,c,e' : 'a,c')
})

testOnEachDatabase(
  'connections that the library opens are in the sandbox, or are refused',
  schema,
  async (t, project) => {
    await project.write('bootstrap.php', bootstrap)
    const sandbox = (...lines: string[]) => typedInPhp(project, lines, true)
    const rows = async () => (await typedInPhp(project, [titles])).trim()
    const close = '{ Orm\\Runtime\\Orm::closeConnections(); }'
    const container = 'Orm\\Runtime\\Orm::getServiceContainer()'
    const classes = 'Orm\\Runtime\\Connection\\'
    const configuration = `${container}->getConnectionManager("default")->getConfiguration()`
    const insert = (title: string) => `exec("INSERT INTO book (title) VALUES ('${title}')")`
    const again =
      'The changes so far were rolled back on the connection default. The sandbox continues with another transaction.\n'
    t.is(await sandbox(save('a'), close, save('b'), titles, con('commit()')), `${again}b\n${isRefused}${isRolledBack}`)
    // The code still has a connection that the library has given up, and writes to it.
    const old = [`{ $old = ${connection}; }`, close, `{ $old->${insert('c')}; }`]
    t.is(await sandbox(...old, '{ $old->commit(); }'), again + isRefused + isRolledBack)
    t.is(await sandbox(save('d') + con("exec('COMMIT')") + close), warning + isKept)
    t.is(await rows(), 'd')

    const made = `{ $made = ${classes}ConnectionFactory::create(${configuration}, ${container}->getAdapter("default")); }`
    const writes = [made, `{ $made->${insert('e')}; }`, '{ $made->commit(); }']
    t.is(await sandbox(...writes), isRefused + isRolledBack)
    const replicas = [
      `{ $all = new ${classes}ConnectionManagerPrimaryReplica("default"); }`,
      `{ $all->setWriteConfiguration(${configuration}); $all->setReadConfiguration([${configuration}]); }`,
      `{ ${container}->setConnectionManager($all); }`,
      'Book::query()->count()',
      `{ $all->getReadConnection()->${insert('f')}; $all->getReadConnection()->commit(); }`,
    ]
    t.is(await sandbox(...replicas), `${again}1\n${isRefused}${isRolledBack}`)

    const kill = {
      sqlite: undefined,
      pgsql: 'SELECT pg_terminate_backend(pg_backend_pid())',
      mysql: 'KILL CONNECTION_ID()',
    }
    const killing = kill[project.database.name]
    for (const leave of killing ? [con('rollBack()'), close] : []) {
      const output = await sandbox(save('x'), con(`exec('${killing}')`), save('y'), leave, save('z'), titles)
      t.true(output.endsWith(`${again}d,z\n${isRolledBack}`), output)
      t.is(await rows(), 'd')
    }

    const isOther = 'A child process cannot open connections in a sandbox, because their changes would be kept'
    const forked = (work: string) =>
      `{ if (pcntl_fork() === 0) { try { ${work} } catch (Throwable $failure) { echo $failure->getMessage(), "\\n"; }
      posix_kill(getmypid(), 9); } pcntl_wait($status); }`
    const child = [save('g'), forked(save('h')), forked(made), titles]
    t.is(await sandbox(...child), `${isOther}\n${isOther}\nd,g\n${isRolledBack}`)

    await project.write(
      'bootstrap.php',
      `${bootstrap}eval('class Other extends ${classes}ConnectionWrapper {
      public function followsTransactions(): bool { return false; }
    }');`,
    )
    const other = `{ ${classes}ConnectionFactory::create(["classname" => "Other"] + ${configuration}, ${container}->getAdapter("default")); }`
    t.is(
      await sandbox(other),
      `${classes}Exception\\ConnectionException: A connection of the class Other cannot be in a sandbox, ` +
        `because its commit() cannot be refused\n${isRolledBack}`,
    )
    t.is(await rows(), 'd')
  },
)

/**
 * This is no PsySH: there is none among Debian's packages. It has the names that the console uses and runs lines as PsySH does,
 * in a child process unless it is told not to, so that the test shows how the console starts it and what comes after.
 */
const standInForPsysh = `
eval('namespace Psy;
class Configuration
{
    public bool $usesPcntl = true;
    public function __construct(public array $config) {}
    public function setUsePcntl($usesPcntl) { $this->usesPcntl = $usesPcntl; }
}
class Shell
{
    public function __construct(private Configuration $config) {}
    public function run(): int
    {
        echo "stand-in for PsySH, updates: {$this->config->config["updateCheck"]}\\n";
        if ($this->config->usesPcntl && ($child = pcntl_fork()) > 0) {
            pcntl_waitpid($child, $status);
            return 0;
        }
        while (($line = fgets(STDIN)) !== false) {
            try {
                eval($line);
            } catch (\\Throwable $failure) {
                echo get_class($failure), ": ", $failure->getMessage(), "\\n";
            }
        }
        return 0;
    }
}');
`

testOnEachDatabase('PsySH is the shell if it is installed, with the same sandbox', schema, async (t, project) => {
  await project.write('bootstrap.php', bootstrap + standInForPsysh)
  const begin = 'stand-in for PsySH, updates: never\n'
  t.is(await typedInPhp(project, [save('a'), titles]), `${begin}a\n`)
  const lines = [save('b'), titles, con('commit()')]
  t.is(await typed(project, lines, '--sandbox'), `${begin}a,b\n${isRefused}${isRolledBack}`)
  const ddl = [save('c'), con("exec('CREATE TABLE shelf (id INTEGER)')")]
  const commits = project.database.name === 'mysql'
  t.is(await typedInPhp(project, ddl, true), begin + (commits ? isKept : isRolledBack))
  t.is(await typedInPhp(project, [titles]), `${begin}${commits ? 'a,c' : 'a'}\n`)
})

for (const name of databases.slice(0, 1)) {
  test(`${name}: on a terminal, the prompt of the console stays, and Ctrl-C ends it with 130`, async (t) => {
    const project = await createProject(t, { schema, database: name })
    await project.build()
    await project.write('bootstrap.php', bootstrap)
    const shell = new Terminal([process.execPath, ormScript, 'console', '--bootstrap=bootstrap.php'], project.folder)
    await shell.expect('orm> ')
    // The line of other commands appears after a second, and moves.
    await sleep(1500)
    shell.type('Book::query()->count();', keys.enter)
    await shell.expect('0')
    await shell.expect('orm> ')
    t.notRegex(shell.shown, /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/u)
    shell.type(keys.interrupt)
    t.is(await shell.ended, 130, shell.shown)
    t.notRegex(shell.shown, /console: done/)
  })
}
