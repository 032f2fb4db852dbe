import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { runPhp } from '../support/php.js'
import { type Project, testOnEachDatabase } from '../support/project.js'
import { root } from '../support/root.mjs'

const application = join(root, 'test/frameworks/symfony')

const schema = `
<database name="default" namespace="Bookstore">
  <table name="book">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="varchar" size="100" required="true" primaryString="true"/>
    <column name="isbn" type="varchar" size="20"/>
    <unique><unique-column name="isbn"/></unique>
  </table>
  <table name="shelf">
    <column name="room" type="varchar" size="20" primaryKey="true"/>
    <column name="shelf_number" type="integer" primaryKey="true"/>
    <column name="label" type="varchar" size="20"/>
  </table>
</database>`

/** Runs PHP with the kernel of the application as $kernel, and a function for requests. */
function php(project: Project, code: string): Promise<string> {
  const { dsn, user, password } = project.database
  return runPhp(
    `require '${application}/autoload.php';
    $kernel = new App\\Kernel('test', false);
    $kernel->boot();
    $send = static function (string $path, string $method = 'GET', array $values = []) use ($kernel): string {
        $request = Symfony\\Component\\HttpFoundation\\Request::create($path, $method, $values);
        $response = $kernel->handle($request);
        $kernel->terminate($request, $response);
        return $response->getStatusCode() . ($response->isOk() ? ' ' . $response->getContent() : '');
    };
    ${code}`,
    { cwd: project.folder, env: { TEST_DSN: dsn, TEST_USER: user, TEST_PASSWORD: password } },
  )
}

const json = async (t: ExecutionContext, project: Project, code: string, expected: object) =>
  t.deepEqual(
    JSON.parse(await php(project, `echo json_encode((static function () use ($kernel, $send) {${code}})());`)),
    expected,
  )

testOnEachDatabase('controllers of Symfony get queries and the rows of their routes', schema, async (t, project) => {
  await json(
    t,
    project,
    `(new Bookstore\\Book())->setTitle('Emma')->setIsbn('1-%')->save();
    (new Bookstore\\Shelf())->setRoom('hall')->setShelfNumber(3)->setLabel('novels')->save();
    $answers = [];
    foreach (['/books', '/books', '/books/1', '/books/2', '/books/x', '/books/99999999999999999999',
        '/maybe/2', '/maybe/1', '/isbn/1-%25', '/isbn/%25', '/isbn/a%00b', '/shelves/hall/3', '/shelves/hall/4',
        '/shelves/hall/x', '/by-name/1', '/titles', '/titles'] as $path) {
        $answers[] = "$path " . $send($path);
    }
    return $answers;`,
    [
      '/books 200 ["Emma"]',
      '/books 200 ["Emma"]',
      '/books/1 200 "Emma"',
      '/books/2 404',
      '/books/x 404',
      '/books/99999999999999999999 404',
      '/maybe/2 200 {}',
      '/maybe/1 200 "Emma"',
      '/isbn/1-%25 200 "Emma"',
      '/isbn/%25 404',
      '/isbn/a%00b 404',
      '/shelves/hall/3 200 "novels"',
      '/shelves/hall/4 404',
      '/shelves/hall/x 404',
      '/by-name/1 200 "Emma"',
      '/titles 200 ["Emma"]',
      '/titles 200 ["Emma"]',
    ],
  )
})
