import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { run } from '../support/command.mjs'
import { type DatabaseName, databases } from '../support/databases.js'
import { createProject, type Project } from '../support/project.js'
import { closeIdle, query } from '../support/query.js'
import { root } from '../support/root.mjs'

const schema = `<database name="default" namespace="Bookstore" defaultIdMethod="native">
  <table name="book">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="varchar" size="80" required="true"/>
    <unique><unique-column name="title"/></unique>
  </table>
</database>`

const bootstrap = `<?php require '${root}/packages/runtime/autoload.php';
spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/generated-classes/' . strtr($class, '\\\\', '/') . '.php';
    is_file($file) && require $file;
});
require __DIR__ . '/generated-conf/config.php';
`

const tests = `<?php
use Bookstore\\{Book, BookQuery};

final class BookTest extends PHPUnit\\Framework\\TestCase
{
    use Orm\\Runtime\\Testing\\RefreshDatabase;

    /** @dataProvider numbers */
    #[PHPUnit\\Framework\\Attributes\\DataProvider('numbers')]
    public function testSeesOnlyItsOwnRows(int $number): void
    {
        $this->assertSame(0, BookQuery::create()->count());
        (new Book())->setTitle('Emma')->save();
        $this->assertSame(1, BookQuery::create()->count());
    }

    public static function numbers(): array
    {
        return [[1], [2], [3]];
    }
}
`

async function projectWith(t: ExecutionContext, database: DatabaseName, tests: string): Promise<Project> {
  const project = await createProject(t, { schema, database })
  for (const command of ['build', 'migration:diff']) t.is((await project.orm(command)).code, 0)
  await project.write('bootstrap.php', bootstrap)
  await mkdir(join(project.folder, 'tests'))
  await project.write('tests/BookTest.php', tests)
  return project
}

async function phpunit(t: ExecutionContext, project: Project, token = ''): Promise<string> {
  const { code, output } = await run('phpunit', ['--bootstrap', 'bootstrap.php', 'tests'], {
    cwd: project.folder,
    env: { ...process.env, TEST_TOKEN: token },
  })
  t.is(code, 0, output)
  return output
}

/** The name of the copy for a process. */
const copyOf = ({ database }: Project, token: string) => `${/dbname=(\w+)/.exec(database.dsn)![1]}_orm_test_${token}`

/** Each process waits for the other one before it counts, so that both write at the same time. */
const meetingTests = `<?php
use Bookstore\\{Book, BookQuery};

final class BookTest extends PHPUnit\\Framework\\TestCase
{
    use Orm\\Runtime\\Testing\\RefreshDatabase;

    /** @dataProvider numbers */
    #[PHPUnit\\Framework\\Attributes\\DataProvider('numbers')]
    public function testSeesOnlyItsOwnRows(int $number): void
    {
        // Rows that are not rolled back stay in the database of this process.
        Orm\\Runtime\\Orm::getWriteConnection('default')->commit();
        $this->assertSame($number - 1, BookQuery::create()->count());
        (new Book())->setTitle("Emma $number")->save();
        touch(__DIR__ . "/met-$number-" . getenv('TEST_TOKEN'));
        for ($tries = 0; count(glob(__DIR__ . "/met-$number-*")) < 2; ++$tries) {
            $this->assertLessThan(30_000, $tries, 'the other process did not come');
            usleep(10_000);
        }
        $this->assertSame($number, BookQuery::create()->count());
    }

    /**
     * @runInSeparateProcess
     * @preserveGlobalState disabled
     */
    #[PHPUnit\\Framework\\Attributes\\RunInSeparateProcess]
    #[PHPUnit\\Framework\\Attributes\\PreserveGlobalState(false)]
    public function testSharesItsDatabaseWithSeparateProcesses(): void
    {
        $this->assertSame(2, BookQuery::create()->count());
    }

    public static function numbers(): array
    {
        return [[1], [2]];
    }
}
`

const listOfTables = {
  sqlite: `SELECT name AS n FROM sqlite_master WHERE name = 'book'`,
  pgsql: `SELECT tablename AS n FROM pg_tables WHERE tablename = 'book'`,
  mysql: `SELECT table_name AS n FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'book'`,
}

for (const database of databases) {
  test(`${database}: tests with RefreshDatabase see a migrated database, and no rows of each other`, async (t) => {
    const project = await projectWith(t, database, tests)
    // The second run finds the tables there.
    for (const _ of [1, 2]) t.regex(await phpunit(t, project), /OK \(3 tests, 6 assertions\)/)
    t.is(await project.php('echo Bookstore\\BookQuery::create()->count();'), '0')
  })

  test(`${database}: processes that test at once have their own copies of the migrated database`, async (t) => {
    const project = await projectWith(t, database, meetingTests)
    t.teardown(async () => {
      if (database === 'sqlite') return
      for (const token of ['1', '2']) await query(project.database, `DROP DATABASE IF EXISTS ${copyOf(project, token)}`)
    })
    const outputs = await Promise.all(['1', '2'].map((token) => phpunit(t, project, token)))
    for (const output of outputs) t.regex(output, /OK \(3 tests, /)
    // MySQL runs the migrations in each database; the others copy the tables of the first one.
    const tables = await query(project.database, listOfTables[database])
    t.deepEqual(tables, database === 'mysql' ? [] : [{ n: 'book' }])
    if (database === 'mysql') return
    t.is(await project.php('echo Bookstore\\BookQuery::create()->count();'), '0')
    // The next process with this token starts with another copy; PostgreSQL copies no database that a session uses.
    await closeIdle(project.database)
    const connected = await project.php(`
      Orm\\Runtime\\Testing\\ProcessDatabase::connect('default', '1', static function (): void {
      });
      echo Bookstore\\BookQuery::create()->count();`)
    t.is(connected, '0')
  })
}

const userWithout = {
  pgsql: (name: string, base: string) => [
    `CREATE ROLE ${name} LOGIN PASSWORD 'poor'`,
    `GRANT ALL ON DATABASE ${base} TO ${name}`,
  ],
  mysql: (name: string, base: string) => [
    `CREATE USER ${name} IDENTIFIED BY 'poor'`,
    `GRANT ALL ON ${base}.* TO ${name}`,
  ],
}

for (const database of databases) {
  test(`${database}: a process whose own database cannot be created is refused, and leaves the other as it was`, async (t) => {
    const project = await createProject(t, { schema, database })
    t.is((await project.orm('build')).code, 0)
    /** Prints why a process is refused, and whether it still has the configured database. */
    const refusal = (token: string, user = '') =>
      project.php(`
        $manager = Orm\\Runtime\\Orm::getServiceContainer()->getConnectionManager('default');
        $before = ${user === '' ? '[]' : `['user' => '${user}', 'password' => 'poor']`} + $manager->getConfiguration();
        $manager->setConfiguration($before);
        foreach ([1, 2] as $_) {
            try {
                Orm\\Runtime\\Testing\\ProcessDatabase::connect('default', '${token}', static function (): void {
                });
            } catch (Orm\\Runtime\\Exception\\RuntimeException $failure) {
                echo $failure->getMessage(), $manager->getConfiguration() === $before ? '' : ' (changed)', PHP_EOL;
            }
        }`)
    for (const token of ['a-b', 'A', '9'.repeat(21)]) {
      t.regex(await refusal(token), /^(Connection "default": .* its token must consist of .*\n){2}$/)
    }
    if (database === 'sqlite') {
      await mkdir(`${project.database.dsn.slice('sqlite:'.length, -'.sqlite'.length)}_orm_test_1.sqlite`)
      t.regex(
        await refusal('1'),
        /^(Connection "default": cannot create the test database \S+_orm_test_1.sqlite\. .+\n){2}$/,
      )
      return
    }
    const base = /dbname=(\w+)/.exec(project.database.dsn)![1]!
    const user = `poor_${base}`
    t.teardown(() =>
      query(project.database, `DROP ${database === 'pgsql' ? `OWNED BY ${user}; DROP ROLE` : 'USER'} ${user}`),
    )
    await query(project.database, ...userWithout[database](user, base))
    const advice = database === 'pgsql' ? 'The role needs CREATEDB and must own' : 'The user needs all rights on'
    t.regex(
      await refusal('1', user),
      new RegExp(
        `^(Connection "default": cannot create the test database ${copyOf(project, '1')}\\. ${advice} .+\n){2}$`,
      ),
    )
    if (database === 'pgsql') return
    t.teardown(() => query(project.database, `DROP DATABASE ${copyOf(project, '1')}`))
    await query(project.database, 'CREATE TABLE made_by_hand (id INTEGER)')
    t.regex(await refusal('1'), /^(.* has no tables, and MySQL cannot copy those of .*\n){2}$/)
  })
}
