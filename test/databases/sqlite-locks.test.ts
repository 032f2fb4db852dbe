import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { sessionOf } from '#database/dialects/sqlite/session.js'
import { end } from '../support/command.mjs'
import { createDatabase } from '../support/databases.js'
import { until } from '../support/patience.mjs'
import { phpSettings, runPhp } from '../support/php.js'
import { createProject, ormScript, type Project, type ScriptOutcome } from '../support/project.js'
import { root } from '../support/root.mjs'
import { usableLibraries } from '../support/sqlite-libraries.js'
import { type Runner, run, runners } from './migrations/runners.js'

/** `npm run test:sqlite-locks` works on many rows and kills often; `npm test` shows the same in a short form. */
const isLong = process.env.ORM_SQLITE_LOCKS !== undefined
const rows = isLong ? Number(process.env.ORM_SQLITE_ROWS ?? 400_000) : 2_000
const rounds = isLong ? Number(process.env.ORM_SQLITE_ROUNDS ?? 40) : 2
/** Milliseconds until the latest `kill -9`. */
const pause = isLong ? 6_000 : 700

const phpRunner = runners.find(({ name }) => name === 'php')!
const nodeRunners: readonly Runner[] = usableLibraries.map(({ name, nodeArguments }) => ({
  name,
  command: [process.execPath, ...nodeArguments, ormScript],
}))
const journals = ['delete', 'wal'] as const

/** Of the short form, what is not killed runs in this process, where it is the library that this process loads too. */
const runUnharmed = (runner: Runner, project: Project, args: readonly string[]): Promise<ScriptOutcome> =>
  !isLong && runner.name === usableLibraries[0]?.name ? project.orm(...args) : run(runner, project, args)

const connections = ['one', 'two', 'three'] as const

const book = (
  more: string,
): string => `CREATE TABLE [book__new] (id INTEGER PRIMARY KEY, writer INTEGER, number INTEGER${more});
INSERT INTO [book__new] (id, writer, number) SELECT id, writer, number FROM [book];
DROP TABLE [book];
ALTER TABLE [book__new] RENAME TO [book];
CREATE INDEX by_number ON [book] (number);
`

/** Three kinds of migrations: one that rebuilds the application's table, one that copies it, one without a transaction. */
const migrations: Readonly<Record<string, string>> = {
  '20260101000000_rebuild.sql': `-- orm: up
PRAGMA foreign_keys = OFF;
${book(", extra TEXT NOT NULL DEFAULT 'x'")}PRAGMA foreign_keys = ON;
-- orm: down
PRAGMA foreign_keys = OFF;
${book('')}PRAGMA foreign_keys = ON;
`,
  '20260102000000_copy.sql': `-- orm: up
CREATE TABLE copy (id INTEGER PRIMARY KEY, number INTEGER);
INSERT INTO copy SELECT id, number FROM book WHERE writer = 0;
CREATE INDEX copy_number ON copy (number);
UPDATE copy SET number = number + 1;
-- orm: down
DROP TABLE copy;
`,
  '20260103000000_steps.sql': `-- orm: no-transaction
-- orm: up
CREATE TABLE steps (n INTEGER);
INSERT INTO steps SELECT number FROM book WHERE writer = 0;
INSERT INTO steps SELECT -1 FROM steps;
UPDATE steps SET n = n * 2;
-- orm: down
DELETE FROM steps WHERE n < 0;
UPDATE steps SET n = n / 2;
DELETE FROM steps;
DROP TABLE steps;
`,
}

const schema = Object.fromEntries(
  connections.map((name) => [
    `${name}-schema.xml`,
    `<database name="${name}"><table name="other"><column name="id" type="INTEGER" primaryKey="true"/></table></database>`,
  ]),
)

const fileOf = ({ folder }: Project, connection: string): string => join(folder, `${connection}.sq3`)

/** Three databases in one project, each with a table that an application writes to. */
async function threeDatabases(t: ExecutionContext, journal: string): Promise<Project> {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const config = connections.map(
    (name) => `      ${name}: { adapter: sqlite, dsn: 'sqlite:${fileOf(project, name)}' }\n`,
  )
  await project.write('orm.yaml', `orm:\n  database:\n    connections:\n${config.join('')}`)
  for (const connection of connections) {
    const folder = join(project.folder, 'generated-migrations', connection)
    await mkdir(folder, { recursive: true })
    for (const [name, text] of Object.entries(migrations)) await writeFile(join(folder, name), text)
    // What an older version left behind when it was killed.
    await mkdir(`${fileOf(project, connection)}.lock`)
    await runPhp(
      `$pdo = new PDO('sqlite:' . $argv[1]);
      $pdo->query('PRAGMA journal_mode = ' . $argv[2])->fetchAll();
      $pdo->exec('CREATE TABLE book (id INTEGER PRIMARY KEY, writer INTEGER, number INTEGER)');
      $pdo->exec('CREATE INDEX by_number ON book (number)');
      $pdo->exec('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT ' . $argv[3] . ')
        INSERT INTO book (writer, number) SELECT 0, i FROM n');`,
      { args: [fileOf(project, connection), journal, String(rows)] },
    )
  }
  for (const command of ['config:convert', 'sql:build']) {
    const { code, stderr } = await project.orm(command)
    if (code !== 0) throw new Error(stderr)
  }
  return project
}

/** An application that writes to a file until it is stopped. */
class Writer {
  readonly #process: ChildProcess
  #output = ''
  #complaints = ''

  constructor(
    t: ExecutionContext,
    file: string,
    readonly number: number,
  ) {
    const script = join(root, 'test', 'databases', 'sqlite-writer.php')
    this.#process = spawn('php', [...phpSettings, script, file, String(number)])
    t.teardown(() => end(this.#process, 'SIGKILL'))
    this.#process.stdout?.on('data', (text) => {
      this.#output += text
    })
    this.#process.stderr?.on('data', (text) => {
      this.#complaints += text
    })
  }

  /** Rows that the writer has reported as committed. */
  get committed(): number {
    return this.#output.split('\n').length - 1
  }

  async stop(t: ExecutionContext, signal?: 'SIGKILL'): Promise<void> {
    const closed = once(this.#process, 'close')
    if (signal) this.#process.kill(signal)
    else this.#process.stdin?.end()
    const [code] = await closed
    if (!signal) t.is(code, 0, this.#output.slice(-1000) + this.#complaints)
    t.is(this.#complaints, '')
  }
}

/** What is true of the files after each step, whatever was killed; `writers` are those of each file. */
async function check(
  t: ExecutionContext,
  project: Project,
  writers: readonly (readonly Writer[])[],
  message: string,
): Promise<void> {
  const code = `$facts = static function (string $file): array {
      $pdo = new PDO("sqlite:$file", null, null, [PDO::ATTR_TIMEOUT => 120]);
      $all = static fn (string $sql): array => $pdo->query($sql)->fetchAll(PDO::FETCH_ASSOC);
      $pdo->exec('BEGIN');
      $has = array_column($all("SELECT name FROM sqlite_master UNION SELECT name FROM pragma_table_info('book')"), 'name');
      return [
          'integrity' => array_column($all('PRAGMA integrity_check'), 'integrity_check'),
          'rows' => (object) array_column($all('SELECT writer, count(*) AS n FROM book GROUP BY writer'), 'n', 'writer'),
          'last' => (object) array_column($all('SELECT writer, max(number) AS n FROM book GROUP BY writer'), 'n', 'writer'),
          'has' => $has,
          'copied' => in_array('copy', $has) ? $all('SELECT count(*) AS n, sum(number) AS s FROM copy')[0] : null,
          'steps' => in_array('steps', $has) ? $all('SELECT count(*) AS n, sum(n) AS s FROM steps')[0] : null,
          'state' => (object) (in_array('orm_migration', $has)
              ? array_column($all('SELECT * FROM orm_migration'), null, 'name') : []),
      ];
    };
    echo json_encode(array_map($facts, array_slice($argv, 1)));`
  const reported = writers.map((own) => own.map(({ number, committed }) => ({ number, committed })))
  const files = connections.map((name) => fileOf(project, name))
  const found: readonly Found[] = JSON.parse(await runPhp(code, { args: files }))
  for (const [index, each] of found.entries()) {
    const at = `${message}, ${connections[index]}`
    t.deepEqual(each.integrity, ['ok'], at)
    t.is(each.rows[0], rows, at)
    for (const { number, committed } of reported[index]!) {
      const [there = 0, last = 0] = [each.rows[number], each.last[number]]
      t.true(there >= committed, `${at}: writer ${number} reported ${committed} rows, ${there} are there`)
      t.is(there, last, `${at}: writer ${number} has a gap`)
    }
    t.deepEqual(effectsOf(each), expectedOf(each), `${at}\n${JSON.stringify(each.state)}`)
    t.false(each.has.includes('book__new'), at)
    t.true(each.has.includes('by_number'), at)
  }
}

interface Found {
  readonly integrity: readonly string[]
  readonly rows: Readonly<Record<number, number>>
  readonly last: Readonly<Record<number, number>>
  readonly has: readonly string[]
  readonly copied: Sum | null
  readonly steps: Sum | null
  readonly state: Readonly<Record<string, { direction: string; finished: string | null; statements: number }>>
}

interface Sum {
  readonly n: number
  readonly s: number | null
}

/** What the migrations have made of the file. */
const effectsOf = ({ has, copied, steps }: Found) => ({ rebuilt: has.includes('extra'), copied, steps })

/** What the state table says that they have made of it. */
function expectedOf({ state }: Found): ReturnType<typeof effectsOf> {
  const sum = (rows * (rows + 1)) / 2
  const { direction, finished = null, statements = 0 } = state.steps ?? {}
  const added: readonly (Sum | null)[] = [
    null,
    { n: 0, s: null },
    { n: rows, s: sum },
    { n: 2 * rows, s: sum - rows },
    { n: 2 * rows, s: 2 * (sum - rows) },
  ]
  const removed: readonly (Sum | null)[] = [
    added[4]!,
    { n: rows, s: 2 * sum },
    { n: rows, s: sum },
    { n: 0, s: null },
    null,
  ]
  const applied = (name: string): boolean => (state[name]?.finished ?? null) !== null
  return {
    rebuilt: applied('rebuild'),
    copied: applied('copy') ? { n: rows, s: sum + rows } : null,
    steps: finished !== null ? added[4]! : (direction === 'down' ? removed : added)[statements]!,
  }
}

/** All migrations are applied, or none, on each database. */
async function settled(t: ExecutionContext, project: Project, applied: boolean, message: string): Promise<void> {
  const { stdout } = await run(phpRunner, project, ['status', '--format=json'])
  const { migrations: found } = JSON.parse(stdout) as { migrations: { state: string }[] }
  const wanted = Array.from({ length: 3 * connections.length }, () => (applied ? 'applied' : 'pending'))
  t.deepEqual(
    found.map(({ state }) => state),
    wanted,
    message,
  )
}

const withLock = ['--lock-timeout=3600']
const up = ['migrate', ...withLock]
const down = ['down', '--to=0', '--allow-loss', ...withLock]
const insert = ['sql:insert', '--yes']

const startWriters = (t: ExecutionContext, project: Project, number = 1): Writer[][] =>
  connections.map((name, index) => [new Writer(t, fileOf(project, name), number + index)])

/** Those that have begun to write, so that commands meet them. */
async function busyWriters(t: ExecutionContext, project: Project): Promise<Writer[][]> {
  const writers = startWriters(t, project)
  await until(() => writers.flat().every(({ committed }) => committed > 10))
  return writers
}

async function beside(t: ExecutionContext, runner: Runner, journal: string): Promise<void> {
  const project = await threeDatabases(t, journal)
  const writers = await busyWriters(t, project)
  for (const args of isLong ? [up, insert, down, insert, up] : [up, insert, down]) {
    const { code, stdout, stderr } = await runUnharmed(runner, project, args)
    t.is(code, 0, `${args.join(' ')}\n${stdout}${stderr}`)
    await check(t, project, writers, args.join(' '))
  }
  for (const writer of writers.flat()) {
    const { committed } = writer
    await until(() => writer.committed > committed + 2)
    await writer.stop(t)
  }
  await check(t, project, writers, 'at the end')
  await settled(t, project, isLong, 'at the end')
}

async function atOnce(t: ExecutionContext, runner: Runner, journal: string): Promise<void> {
  const project = await threeDatabases(t, journal)
  const writers = await busyWriters(t, project)
  for (const args of isLong ? [up, down, up, down, up] : [up, down]) {
    const outcomes = await Promise.all([runner, phpRunner].map((each) => runUnharmed(each, project, args)))
    for (const { code, stdout, stderr } of outcomes) t.is(code, 0, `${args.join(' ')}\n${stdout}${stderr}`)
    await settled(t, project, args === up, args.join(' '))
    await check(t, project, writers, args.join(' '))
  }
  for (const writer of writers.flat()) await writer.stop(t)
}

/** Two commands and an application for each file, all of which are killed. */
async function killed(t: ExecutionContext, runner: Runner, journal: string): Promise<void> {
  const project = await threeDatabases(t, journal)
  const writers: Writer[][] = connections.map(() => [])
  for (let round = 0; round < rounds; round++) {
    const fresh = startWriters(t, project, 1 + round * connections.length)
    for (const [index, own] of fresh.entries()) writers[index]!.push(...own)
    const [first, second] = [oneOf([up, down, insert]), oneOf([up, down])]
    const pids: number[] = []
    const running = [
      run(runner, project, first, (pid) => pids.push(pid)),
      run(phpRunner, project, second, (pid) => pids.push(pid)),
    ]
    await sleep(Math.random() * pause)
    for (const pid of pids) kill(pid)
    await Promise.all(running)
    for (const writer of fresh.flat()) await writer.stop(t, 'SIGKILL')
    await check(t, project, writers, `round ${round}: ${first[0]} and ${second[0]}`)
  }
  // Whatever was left behind, the runners go on from there: first the way that a migration without a transaction stopped on.
  const { code, stdout, stderr } = await runUnharmed(runner, project, down)
  t.true(code === 0 || /ORM-D032/.test(stderr), stdout + stderr)
  for (const [each, args] of [
    [runner, up],
    [phpRunner, down],
    [runner, up],
  ] as const) {
    const outcome = await runUnharmed(each, project, args)
    t.is(outcome.code, 0, `${args.join(' ')}\n${outcome.stdout}${outcome.stderr}`)
    await settled(t, project, args === up, args.join(' '))
  }
  await check(t, project, writers, 'at the end')
  t.deepEqual(
    (await readdir(project.folder)).filter((name) => name.endsWith('-journal')),
    [],
  )
}

const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

const scenarios = {
  'an application writes beside migrate, sql:insert and down': beside,
  'both runners at once beside applications apply and revert each migration once': atOnce,
  'kill -9 of runners and applications at random moments': killed,
}

for (const [index, runner] of nodeRunners.entries()) {
  for (const [number, [title, scenario]] of Object.entries(scenarios).entries()) {
    // The short form tries each journal with each library, but not in each scenario.
    for (const journal of isLong ? journals : [journals[(index + number) % 2]!]) {
      test.serial(`${runner.name}, journal_mode ${journal}: ${title}`, (t) => scenario(t, runner, journal))
    }
  }
}

for (const { name, open } of usableLibraries) {
  for (const journal of journals) {
    test.serial(`${name}, journal_mode ${journal}: PHP sees our lock, and we see that of PHP`, async (t) => {
      const database = await createDatabase('sqlite')
      t.teardown(() => database.drop())
      const file = database.dsn.replace('sqlite:', '')
      const session = sessionOf(open, file)
      t.teardown(() => session.close())
      for (const sql of [`PRAGMA journal_mode = ${journal}`, 'CREATE TABLE t (x)', 'BEGIN IMMEDIATE']) {
        await session.execute(sql)
      }
      const take = `$pdo = new PDO('sqlite:' . $argv[1], null, null, [PDO::ATTR_TIMEOUT => 0]);
        try {
            $pdo->exec('BEGIN IMMEDIATE');
            echo 'taken';
            fgets(STDIN);
        } catch (PDOException $failure) {
            echo $failure->errorInfo[1];
        }`
      t.is(await runPhp(take, { args: [file] }), '5')
      await session.execute('COMMIT')
      const php = spawn('php', ['-r', take, file])
      t.teardown(() => end(php))
      await once(php.stdout, 'data')
      await session.execute('PRAGMA busy_timeout = 50')
      await t.throwsAsync(session.execute('BEGIN IMMEDIATE'), { message: 'database is locked' })
      const closed = once(php, 'close')
      php.stdin.end('\n')
      await closed
      t.deepEqual(await session.execute('BEGIN IMMEDIATE'), [])
    })
  }
}
