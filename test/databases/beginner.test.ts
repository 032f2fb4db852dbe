import { mkdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { run } from '../support/command.mjs'
import { databases } from '../support/databases.js'
import { ormInProcess } from '../support/orm-in-process.js'
import { runPhp } from '../support/php.js'
import { createProject, type Project, testOnEachDatabase } from '../support/project.js'
import { root } from '../support/root.mjs'

/** What people do wrong in their first hour, and the message that each mistake gets. */
const schema = `<?xml version="1.0" encoding="UTF-8"?>
<database name="shop" namespace="Shop" defaultIdMethod="native">
  <table name="author">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="email" type="varchar" size="80" required="true"/>
    <unique name="author_email"><unique-column name="email"/></unique>
  </table>
  <table name="book">
    <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
    <column name="title" type="varchar" size="80" required="true"/>
    <column name="pages" type="integer"/>
    <column name="author_id" type="integer"/>
    <foreign-key foreignTable="author" name="book_author"><reference local="author_id" foreign="id"/></foreign-key>
  </table>
</database>
`

interface Mistake {
  readonly command: string
  readonly schema?: (text: string) => string
  readonly config?: (text: string) => string
  readonly prepare?: (project: Project) => Promise<unknown>
  /** Where the command is run. */
  readonly folder?: string
  readonly says: RegExp
}

const mistakes: Readonly<Record<string, Mistake>> = {
  'no configuration': {
    command: 'build',
    prepare: ({ folder }) => unlink(join(folder, 'orm.yaml')),
    says: /^ORM-C001 .*orm\.<ext>.*run "orm init"/s,
  },
  'the wrong folder': {
    command: 'build',
    prepare: async ({ folder }) => {
      await mkdir(join(folder, 'src/Model'), { recursive: true })
    },
    folder: 'src/Model',
    says: /^ORM-C001 .*\(there is one in \.\.\/\.\.: run the command there\)/,
  },
  'another word for the driver': {
    command: 'build',
    config: (text) => text.replace('adapter: sqlite', 'adapter: postgres'),
    says: /^orm\.yaml:6:18 ORM-C104 .*"postgres" is not one of .*\(did you mean "pgsql"\?\)/,
  },
  'a misspelt word for the driver': {
    command: 'build',
    config: (text) => text.replace('adapter: sqlite', 'adapter: Postgress'),
    says: /^orm\.yaml:6:18 ORM-C104 .*"Postgress" is not one of .*\(did you mean "pgsql"\?\)/,
  },
  'no schema': {
    command: 'build',
    prepare: ({ folder }) => unlink(join(folder, 'schema.xml')),
    says: /no .*schema\.xml/i,
  },
  'a misspelt table in a foreign key': {
    command: 'build',
    schema: (text) => text.replace('foreignTable="author"', 'foreignTable="autor"'),
    says: /^schema\.xml:13:32 ORM-S501 .*"autor" \(did you mean "author"\?\)/,
  },
  'a misspelt type': {
    command: 'build',
    schema: (text) => text.replace('type="varchar"', 'type="vachar"'),
    says: /^schema\.xml:5:\d+ ORM-S302 .*did you mean "varchar"\?/i,
  },
  'a misspelt attribute': {
    command: 'build',
    schema: (text) => text.replace('primaryKey=', 'primaryKye='),
    says: /^schema\.xml:4:\d+ ORM-S\d+ .*did you mean "primaryKey"\?/,
  },
  'an element that is not closed': {
    command: 'build',
    schema: (text) => text.replace('</table>', ''),
    says: /^schema\.xml:\d+:\d+ ORM-S\d+ /,
  },
  'a misspelt command': { command: 'biuld', says: /did you mean "build"\?/ },
  'a misspelt option': { command: 'sql:build --schemadir=x', says: /did you mean "--schema-dir"\?/ },
  'a misspelt key of the configuration': {
    command: 'build',
    config: (text) => text.replace('dsn:', 'dns:'),
    says: /^orm\.yaml:5:9 ORM-C102 .*did you mean "dsn"\?/,
  },
  'a tab in YAML': {
    command: 'build',
    config: (text) => text.replace('        dsn:', '\t\tdsn:'),
    says: /^orm\.yaml:\d+:\d+ ORM-C\d+ .*tab/i,
  },
  'a variable that is not set': {
    command: 'build',
    config: (text) => text.replace(/password: .*/, 'password: "%env.SHOP_PASSWORD%"'),
    says: /^orm\.yaml:\d+:\d+ ORM-C106 .*SHOP_PASSWORD/,
  },
  'a schema for a connection that does not exist': {
    command: 'build',
    schema: (text) => text.replace('name="shop"', 'name="shpo"'),
    config: (text) => text,
    says: /^schema\.xml:2:\d+ ORM-S\d+ .*"shpo".*did you mean "shop"\?/,
  },
  'the DSN of another vendor': {
    command: 'sql:insert',
    prepare: (project) => project.orm('sql:build'),
    config: (text) => text.replace(/dsn: .*/, 'dsn: "mysql:host=h"'),
    says: /^orm\.yaml:\d+:\d+ ORM-C116 .*starts with "sqlite:"/,
  },
  'sql:insert before sql:build': { command: 'sql:insert', says: /sql:build/ },
}

for (const [title, { command, folder = '.', says, ...change }] of Object.entries(mistakes)) {
  test(`${title}: the script says what to do`, async (t) => {
    const project = await createProject(t, { schema: (change.schema ?? ((text) => text))(schema), database: 'sqlite' })
    if (change.config) {
      const text = `orm:\n  database:\n    connections:\n      shop: &shop\n        dsn: "sqlite:x.sq3"\n        adapter: sqlite\n        password: ""\n`
      await project.write('orm.yaml', change.config(text))
    }
    await change.prepare?.(project)
    const cwd = join(project.folder, folder)
    const { code, stderr } = await ormInProcess(cwd, command.split(' '))
    t.regex(stderr, says)
    t.not(code, 0)
    t.notRegex(stderr, /\n\s+at /, 'no stack')
  })
}

/** The message of what the code throws, and the classes of its causes. */
const messageOf = (project: Project, code: string): Promise<string> =>
  project.php(`use Shop\\Author; use Shop\\AuthorQuery; use Shop\\Book; use Shop\\BookQuery;
    try { ${code} echo 'nothing was thrown'; } catch (Throwable $thrown) { echo $thrown->getMessage(); }`)

const phpMistakes: Readonly<Record<string, readonly [code: string, says: RegExp]>> = {
  'a misspelt filter': ['BookQuery::create()->filterByTitel("x");', /did you mean "filterByTitle"\?/],
  'a misspelt order': ['BookQuery::create()->orderByPagse();', /"Pagse" \(did you mean "Pages"\?\)/],
  'a misspelt setter': [
    '(new Book())->setTitel("x");',
    /Shop\\Book has no method setTitel\(\) \(did you mean "setTitle"\?\)/,
  ],
  'a misspelt relation': ['BookQuery::create()->joinWith("Autor");', /no relation "Autor" \(did you mean "Author"\?\)/],
  'a misspelt column in a clause': [
    'BookQuery::create()->where("Book.Titel = ?", "x")->find();',
    /"Book\.Titel = \?" does not name a known column: .*\(did you mean "Title"\?\)/,
  ],
  'a misspelt name in select()': ['BookQuery::create()->select(["Titel"])->find();', /did you mean "Title"\?/],
  'text for a number': ['(new Book())->setPages("many");', /pages/i],
}

testOnEachDatabase('what is misspelt in PHP has a suggestion', schema, async (t, project) => {
  for (const [title, [code, says]] of Object.entries(phpMistakes)) t.regex(await messageOf(project, code), says, title)
})

testOnEachDatabase('what the server refuses has its reason, and no value', schema, async (t, project) => {
  t.regex(await messageOf(project, '(new Book())->setTitle(null)->save();'), /title/)
  t.regex(await messageOf(project, '(new Book())->save();'), /title is required and has no default/)
  const reference = await messageOf(project, '(new Book())->setTitle("x")->setAuthorId(99)->save();')
  t.regex(reference, /INSERT failed: INSERT INTO .*\(.*foreign key/is)
  const twice = '$e = "secret-token@example.org"; for ($i = 0; $i < 2; $i++) { (new Author())->setEmail($e)->save(); }'
  const unique = await messageOf(project, twice)
  t.regex(unique, /author.*email/s)
  t.notRegex(unique, /secret-token/)
  const update = await messageOf(
    project,
    '(new Author())->setEmail("other")->save(); AuthorQuery::create()->update(["Email" => "secret-token@example.org"]);',
  )
  t.regex(update, /author.*email/s)
  t.notRegex(update, /secret-token/)
})

testOnEachDatabase('an application without config.php is told so', schema, async (t, { folder }) => {
  const load = `require ${JSON.stringify(join(root, 'packages/runtime/autoload.php'))};
    spl_autoload_register(static function (string $class): void {
      $file = ${JSON.stringify(join(folder, 'generated-classes'))} . '/' . strtr($class, '\\\\', '/') . '.php';
      if (is_file($file)) { require $file; }
    });`
  for (const code of ['Shop\\BookQuery::create()->find();', '(new Shop\\Book())->setTitle("x")->save();']) {
    const said = await runPhp(`${load} try { ${code} } catch (Throwable $thrown) { echo $thrown->getMessage(); }`, {
      cwd: folder,
    })
    t.regex(said, /config\.php/, code)
  }
})

const cannotConnect = async (
  t: ExecutionContext,
  database: 'mysql' | 'pgsql' | 'sqlite',
  change: string,
  says: RegExp,
) => {
  const project = await createProject(t, { schema, database })
  await project.build()
  const said = await messageOf(
    project,
    `$manager = Orm\\Runtime\\Orm::getServiceContainer()->getConnectionManager('shop');
     $configuration = $manager->getConfiguration(); ${change}
     Orm\\Runtime\\Orm::getServiceContainer()->closeConnections();
     $manager->setConfiguration($configuration); BookQuery::create()->find();`,
  )
  t.regex(said, says)
  t.notRegex(said, /s3cret/)
}

for (const database of databases) {
  if (database === 'sqlite') {
    test('sqlite: a directory that is not there is named, and where PHP looks from', (t) =>
      cannotConnect(
        t,
        database,
        "$configuration['dsn'] = 'sqlite:nowhere/shop.sq3';",
        /no directory "nowhere" \(PHP looks from \//,
      ))
    test('sqlite: a driver that PHP does not have is named with its package', (t) =>
      cannotConnect(
        t,
        database,
        "$configuration['dsn'] = 'nodb:host=h;password=s3cret';",
        /install the extension pdo_nodb/,
      ))
    test('sqlite: a driver that PHP does not have is named though it has options', async (t) => {
      const code = `require ${JSON.stringify(join(root, 'packages/runtime/autoload.php'))};
        (new Orm\\Runtime\\Adapter\\Pdo\\MysqlAdapter())->getConnection(['dsn' => 'mysql:host=h;dbname=shop']);`
      const { output } = await run('php', ['-n', '-r', code])
      t.regex(output, /install the extension pdo_mysql \(on Debian and Ubuntu: apt-get install php-mysql\)/)
    })
    continue
  }
  test(`${database}: a wrong password`, (t) =>
    cannotConnect(
      t,
      database,
      "$configuration['user'] = 'nobody_here'; $configuration['password'] = 's3cret';",
      /refused the user or the password/,
    ))
  test(`${database}: a database that does not exist`, (t) =>
    cannotConnect(
      t,
      database,
      "$configuration['dsn'] = preg_replace('/dbname=\\w+/', 'dbname=not_there', $configuration['dsn']);",
      /no such database/,
    ))
  test(`${database}: a server that does not run`, (t) =>
    cannotConnect(
      t,
      database,
      `$configuration['dsn'] = '${database}:host=127.0.0.1;port=1;dbname=x';`,
      /no server answers at this address/,
    ))
}

testOnEachDatabase(
  'a commit after a failure in a nested transaction has that failure as its cause',
  schema,
  async (t, project) => {
    const said = await project.php(`use Orm\\Runtime\\Orm;
    $con = Orm::getConnection('shop');
    try {
        $con->transaction(static function ($con): void {
            try {
                $con->transaction(static fn () => throw new DomainException('the reason'));
            } catch (DomainException) {
            }
        });
    } catch (Throwable $thrown) { echo get_class($thrown), ' ', $thrown->getPrevious()?->getMessage(); }`)
    t.is(said, 'Orm\\Runtime\\Connection\\Exception\\RollbackException the reason')
  },
)

testOnEachDatabase('json_encode() of an object is its row', schema, async (t, project) => {
  const json = await project.php(
    `$a = (new Shop\\Author())->setEmail('a@b'); echo json_encode([$a, 'list' => new ArrayObject()]);`,
  )
  t.is(json, '{"0":{"Id":null,"Email":"a@b"},"list":{}}')
})
