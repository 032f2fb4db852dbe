import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { run } from '../support/command.mjs'
import { databases } from '../support/databases.js'
import { createProject } from '../support/project.js'
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

for (const database of databases) {
  test(`${database}: tests with RefreshDatabase see a migrated database, and no rows of each other`, async (t) => {
    const project = await createProject(t, { schema, database })
    for (const command of ['build', 'migration:diff']) t.is((await project.orm(command)).code, 0)
    await project.write('bootstrap.php', bootstrap)
    await mkdir(join(project.folder, 'tests'))
    await project.write('tests/BookTest.php', tests)
    // The second run finds the tables there.
    for (const _ of [1, 2]) {
      const { code, output } = await run('phpunit', ['--bootstrap', 'bootstrap.php', 'tests'], { cwd: project.folder })
      t.is(code, 0, output)
      t.regex(output, /OK \(3 tests, 6 assertions\)/)
    }
    t.is(await project.php('echo Bookstore\\BookQuery::create()->count();'), '0')
  })
}
