import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { findProgram, run } from '../support/command.mjs'
import { databases } from '../support/databases.js'
import { stepsOf } from '../support/page-steps.js'
import { phpSettings, runPhp, runPhpFile } from '../support/php.js'
import { createProject, type Project } from '../support/project.js'
import { root } from '../support/root.mjs'

const application = join(root, 'test/frameworks/symfony')
const schema = await readFile(join(application, 'schema.xml'), 'utf8')

/** A project with the models of the application, two of which have code of their own. */
async function project(t: ExecutionContext, database: (typeof databases)[number]): Promise<Project> {
  const made = await createProject(t, { schema, database })
  await cp(join(application, 'model'), join(made.folder, 'generated-classes'), { recursive: true })
  await made.build()
  return made
}

const environment = ({ database: { dsn, user, password } }: Project) => ({
  TEST_DSN: dsn,
  TEST_USER: user,
  TEST_PASSWORD: password,
})

/** Runs PHP with the kernel of the application, and gives what it returns. */
const php = async (made: Project, code: string): Promise<unknown> =>
  JSON.parse(
    await runPhp(
      `require '${application}/start.php';
      echo json_encode((static function () use ($kernel, $services, $send) {${code}})());`,
      { cwd: made.folder, env: environment(made) },
    ),
  )

for (const database of databases) {
  test.serial(`${database}: controllers, forms, users, messages and commands of Symfony use models`, async (t) => {
    const made = await project(t, database)
    t.deepEqual(
      await php(
        made,
        `$jane = (new Bookstore\\Author())->setName('Jane Austen');
        (new Bookstore\\Book())->setTitle('Emma')->setIsbn('1-%')->setAuthor($jane)->save();
        (new Bookstore\\Shelf())->setRoom('hall')->setShelfNumber(3)->setLabel('novels')->save();
        foreach (['poetry', 'love'] as $word) (new Bookstore\\Tag())->setWord($word)->save();
        foreach (['/books', '/books', '/books/1', '/books/2', '/books/x', '/books/99999999999999999999',
            '/maybe/2', '/maybe/1', '/isbn/1-%25', '/isbn/%25', '/isbn/a%00b', '/maybe-isbn',
            '/maybe-isbn/1-%25', '/maybe-isbn/2', '/shelves/hall/3', '/shelves/hall/4', '/shelves/hall/x', '/by-name/1', '/titles', '/titles'] as $path) {
            $answers[] = "$path " . $send($path);
        }
        return $answers;`,
      ),
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
        '/maybe-isbn 200 {}',
        '/maybe-isbn/1-%25 200 "Emma"',
        '/maybe-isbn/2 200 {}',
        '/shelves/hall/3 200 "novels"',
        '/shelves/hall/4 404',
        '/shelves/hall/x 404',
        '/by-name/1 200 "Emma"',
        '/titles 200 ["Emma"]',
        '/titles 200 ["Emma"]',
      ],
    )
    // PostgreSQL ends a transaction with the first statement that it rejects.
    t.deepEqual(
      await php(
        made,
        `$events = $services->get('event_dispatcher');
        $events->addListener('kernel.request', static fn () => Orm\\Runtime\\Orm::getConnection()->beginTransaction(), 999);
        $events->addListener('kernel.response', static fn () => Bookstore\\BookQuery::create()->count());
        $answers = array_map($send, ['/maybe/x', '/maybe/99999999999', '/maybe/1%00', '/maybe/1']);
        Orm\\Runtime\\Orm::getConnection()->beginTransaction();
        foreach ([Bookstore\\BookQuery::class, Bookstore\\ShelfQuery::class] as $query) {
            foreach ($query::create()->getTableMap()->getColumns() as $column) {
                foreach (['', 'x', '-', '1e400', 'NaN', str_repeat('9', 60), '2020-13-45', '99999-01-01', '{', "\\0", "\\xFF"] as $text) {
                    Orm\\Runtime\\ActiveQuery\\RowLookup::find($query::create(), [$column->getName() => $text]);
                }
            }
        }
        $answers[] = Bookstore\\BookQuery::create()->count();
        return $answers;`,
      ),
      ['200 {}', '200 {}', '200 {}', '200 "Emma"', 1],
    )
    t.deepEqual(
      await php(
        made,
        `return array_map(static fn (string $answer) => json_decode(substr($answer, 4), true), [
            $send('/guess'),
            $send('/save', ['title' => 'Persuasion', 'author' => '1', 'pages' => '200', 'price' => '3.50',
                'publishedOn' => '1817-12-20', 'kind' => 'novel', 'isbn' => '2', 'tags' => ['1', '2']]),
            $send('/save', ['title' => 'Emma', 'author' => '1', 'isbn' => '2']),
            $send('/save', ['title' => '', 'author' => '7', 'pages' => 'x', 'kind' => 'opera', 'tags' => ['9']]),
            $send('/save/2', ['title' => 'Persuasion', 'isbn' => '2', 'tags' => ['2']]),
        ]);`,
      ),
      [
        {
          title: 'TextType required 100',
          summary: 'TextareaType',
          isbn: 'TextType 20',
          pages: 'IntegerType',
          price: 'NumberType',
          publishedOn: 'DateType',
          lent: 'CheckboxType',
          kind: 'ChoiceType novel=novel poems=poems',
          author: 'ModelType required 1=Jane Austen',
          tags: 'ModelType 1=poetry 2=love',
        },
        persuasion(['poetry', 'love']),
        ['title: This value is already used.', 'isbn: This value is already used.'],
        [
          'title: This value should not be blank.',
          'pages: This value is not valid.',
          'kind: This value is not valid.',
          'author: This value is not valid.',
          'tags: This value is not valid.',
        ],
        persuasion(['love']),
      ],
    )
    t.deepEqual(
      await php(
        made,
        `(new Bookstore\\Member())->setEmail('ada@example.org')->setPassword(hash('sha256', 'secret'))
            ->setUpdatedAt('2001-02-03 04:05:06')->save();
        $me = static fn (string $email, string $password): string
            => $send('/members/me', [], ['PHP_AUTH_USER' => $email, 'PHP_AUTH_PW' => $password]);
        $answers = [$send('/members/me'), $me('ada@example.org', 'secret'), $me('ada@example.org', 'x'), $me('%', 'x'),
            $me("a\\0b", 'x'), $me("\\xFF", 'x')];
        $member = Bookstore\\MemberQuery::create()->findOne();
        $provider = new Orm\\Symfony\\Security\\ModelUserProvider(Bookstore\\Member::class, 'email');
        $provider->upgradePassword($member, 'other');
        Orm\\Runtime\\Orm::reset();
        $refreshed = $provider->refreshUser(unserialize(serialize($member)));
        array_push($answers, $refreshed->getPassword(), $refreshed->getUpdatedAt('Y-m-d'));
        $member->delete();
        try {
            $provider->refreshUser($member);
        } catch (Symfony\\Component\\Security\\Core\\Exception\\UserNotFoundException $failure) {
            $answers[] = $failure->getMessage();
        }
        foreach ([['Sanditon', 'Catharine'], ['Lesley Castle', '']] as $titles) {
            try {
                $services->get('messenger.default_bus')->dispatch(new App\\Message\\AddBooks($titles));
            } catch (Symfony\\Component\\Messenger\\Exception\\HandlerFailedException $failure) {
                $answers[] = $failure->getMessage();
            }
        }
        $answers[] = $send('/books');
        try {
            Orm\\Runtime\\Orm::getConnection()->exec('nonsense');
        } catch (PDOException) {
            $answers[] = strtok(end($services->get('logger')->lines), ' ');
        }
        return $answers;`,
      ),
      [
        '401',
        '200 "ada@example.org"',
        '401',
        '401',
        '401',
        '401',
        'other',
        '2001-02-03',
        'There is no user "ada@example.org".',
        'Handling "App\\Message\\AddBooks" failed: A book has a title.',
        '200 ["Catharine","Emma","Persuasion","Sanditon"]',
        'error:',
      ],
    )
  })
}

const persuasion = (tags: string[]) => ({
  Id: 2,
  Title: 'Persuasion',
  Summary: null,
  Isbn: '2',
  Pages: 200,
  Price: '3.50',
  PublishedOn: '1817-12-20',
  Lent: false,
  Kind: 'novel',
  AuthorId: 1,
  Author: 'Jane Austen',
  Tags: tags,
})

test.serial('console commands run the Node tool, and migrations on the connections of the application', async (t) => {
  const made = await project(t, 'sqlite')
  const script = join(made.folder, 'console.php')
  await writeFile(
    script,
    `<?php require '${application}/start.php';
    (new Symfony\\Bundle\\FrameworkBundle\\Console\\Application($kernel))->run();`,
  )
  const env = { ...process.env, ...environment(made), TEST_DSN: `sqlite:${made.folder}/other.sq3` }
  const strict = ['-d', `auto_prepend_file=${root}/test/support/strict.php`]
  const call = async (line: string, variables: NodeJS.ProcessEnv = {}) => {
    const args = [...phpSettings, ...strict, script, ...line.split(' ')]
    const { code, stdout, stderr } = await run('php', args, { cwd: made.folder, env: { ...env, ...variables } })
    return { code, stdout, stderr }
  }
  const missing = await call('orm:build')
  t.is(missing.code, 1)
  t.regex(missing.stderr, /The command "orm" of Node is not installed: run "npm install --save-dev orm-cli"/)
  await mkdir(join(made.folder, 'node_modules/.bin'), { recursive: true })
  await symlink(join(root, 'packages/cli/bin/orm.js'), join(made.folder, 'node_modules/.bin/orm'))
  t.deepEqual(await call('orm:build -- --check'), { code: 0, stdout: '34 of 34 files were up to date\n', stderr: '' })
  t.regex((await call('orm:seed')).stderr, /ORM-\w+/)
  t.regex((await call('orm:migrate --status')).stdout, /^default: \d+_baseline +pending/)
  t.regex((await call('orm:migrate')).stdout, /_baseline applied on connection "default"/)
  t.regex((await call('orm:migrate --status')).stdout, /^default: \d+_baseline +applied/)
  t.is((await call('orm:migrate --to=1')).code, 1)
  t.is((await call('cache:warmup')).code, 0)
  t.is((await call('lint:container')).code, 0)
  // An image of the application is built without the variables of the server.
  t.is((await call('cache:clear', { TEST_DSN: undefined })).code, 0)
  t.regex((await call('orm:migrate', { TEST_DSN: undefined })).stderr, /Environment variable not found: "TEST_DSN"/)
  t.regex((await call('orm:migrate', { TEST_DSN: '' })).stderr, /orm\.connections\.default: dsn is empty/)
  // Nothing is built yet.
  await rm(join(made.folder, 'generated-conf/config.php'))
  const notBuilt = await call('orm:migrate')
  t.regex(notBuilt.stderr, /ORM-D014 no connection is configured; run "orm build"/)
  t.is(notBuilt.code, 1)
})

test.serial('tests of PHPUnit and their requests share a transaction, which is rolled back', async (t) => {
  const made = await project(t, 'sqlite')
  // The trait creates the tables by the migrations.
  const env = { ...process.env, ...environment(made), TEST_DSN: `sqlite:${made.folder}/tests.sq3` }
  const args = ['--no-configuration', '--bootstrap', join(application, 'autoload.php'), join(application, 'tests')]
  const { code, output } = await run('php', [findProgram('phpunit') ?? '', ...args], { cwd: made.folder, env })
  t.is(code, 0, output)
  t.regex(output, /OK \(3 tests, 5 assertions\)/)
})

test.serial('a worker serves request after request with the same memory, and no request sees another', async (t) => {
  const made = await project(t, 'sqlite')
  const requests = Number(process.env.ORM_FRAMEWORK_REQUESTS ?? 500)
  // A deployment warms the cache up; a process that compiles its container keeps what it needed for that.
  await php(
    made,
    `$jane = (new Bookstore\\Author())->setName('Jane Austen');
    (new Bookstore\\Book())->setTitle('Emma')->setAuthor($jane)->save();
    return array_map($send, ['/books', '/guess']);`,
  )
  // The cache that tests use, opcache.file_cache_only, keeps each file that is included again.
  const args = [...phpSettings, '-d', 'opcache.enable_cli=0', join(application, 'worker.php'), String(requests)]
  const { stdout, output } = await run('php', args, { cwd: made.folder, env: { ...process.env, ...environment(made) } })
  const { wrong, growth } = JSON.parse(stdout || `{ "wrong": ${JSON.stringify(output)} }`)
  t.deepEqual(wrong, [])
  t.log(`${requests} requests: ${growth} bytes more`)
  t.true(growth < 100_000, `${growth} bytes more`)
})

test('connections of the application replace servers of the generated configuration, and keep its other settings', async (t) => {
  const answer = await runPhp(
    `require '${root}/packages/runtime/autoload.php';
    require '${root}/packages/symfony/autoload.php';
    $container = new Orm\\Runtime\\ServiceContainer\\StandardServiceContainer();
    Orm\\Runtime\\Orm::setServiceContainer($container);
    $manager = new Orm\\Runtime\\Connection\\ConnectionManagerSingle('default');
    $manager->setConfiguration(['dsn' => 'pgsql:host=a', 'user' => 'u', 'password' => 'p', 'attributes' => ['X' => 1],
        'variables' => ['password' => ['SECRET']]]);
    $container->setConnectionManager($manager);
    $container->setAdapterClass('default', 'pgsql');
    $configure = static fn (array $connection) => Orm\\Symfony\\Connections::configure($container, ['default' => $connection]);
    $configure(['dsn' => 'mysql://v:w@b/db']);
    $single = $container->getConnectionManager('default')->getConfiguration();
    $configure(['dsn' => 'mysql:host=b', 'user' => 'v', 'password' => 'w', 'replicas' => [
        ['dsn' => 'mysql:host=c', 'user' => null, 'password' => null], ['dsn' => 'mysql://x:y@d/db'],
    ]]);
    $replicas = (fn () => array_map(static fn ($each) => $each->open(), $this->readConfigurations))->call($container->getConnectionManager('default'));
    echo json_encode([$container->getAdapterClass('default'), $single, $replicas]);
    try {
        Orm\\Symfony\\Connections::configure($container, ['other' => ['user' => 'v']]);
    } catch (Orm\\Runtime\\Exception\\InvalidArgumentException $failure) {
        echo "\\n", $failure->getMessage();
    }`,
  )
  const [json = '', message] = answer.split('\n')
  const rest = { variables: [], attributes: { X: 1 } }
  t.deepEqual(JSON.parse(json), [
    'mysql',
    { dsn: 'mysql://v:w@b/db', ...rest },
    [
      { dsn: 'mysql:host=c', user: 'v', password: 'w', ...rest },
      { dsn: 'mysql:host=d;dbname=db', user: 'x', password: 'y', ...rest },
    ],
  ])
  t.is(message, 'orm.connections.other has no dsn')
})

test('fields of a form keep the values of every type of column, and reject what a column does not accept', async (t) => {
  const values = {
    char: ["'abc'", 'x'],
    longvarchar: ['"a\\nb"', 'x'],
    decimal: ["'12345678901234567890.1234'", '-'],
    numeric: ["'1.2345'", 'x'],
    smallint: ['3', 'x'],
    bigint: ["'9007199254740993'", '99999999999999999999'],
    double: ['1234.56789', 'x'],
    boolean: ['true', '1'],
    date: ["'2020-01-31'", '2020-13-01'],
    time: ["'12:34:56'", '25:00:00'],
    timestamp: ["'2020-01-31 10:11:12'", 'x'],
    enum: ["'b'", 'c'],
    set: ["['a', 'b']", 'c'],
    array: ["['x', 'y']", 'x'],
    json: ["['a' => [1, 'ü/']]", '{'],
    uuid: ["'3f2504e0-4f89-41d3-9a0c-0305e82c3301'", 'zz'],
  }
  const attributes: Record<string, string> = {
    decimal: 'size="24" scale="4"',
    numeric: 'size="10" scale="4"',
    enum: 'valueSet="a, b"',
    set: 'valueSet="a, b"',
  }
  const columns = Object.keys(values).map(
    (type) => `<column name="c_${type}" type="${type}" ${attributes[type] ?? ''}/>`,
  )
  const made = await createProject(t, {
    schema: `<database name="default" namespace="Bookstore"><table name="sample">
      <column name="id" type="integer" primaryKey="true" autoIncrement="true"/>
      ${columns.join('\n')}
      <column name="c_blob" type="blob"/>
      <unique><unique-column name="c_char"/></unique>
      <unique><unique-column name="c_smallint"/><unique-column name="c_date"/></unique>
      <behavior name="soft_delete"/>
    </table></database>`,
    database: 'sqlite',
  })
  await made.build()
  const answers = await runPhp(
    `require '${application}/autoload.php';
    require 'generated-conf/config.php';
    $forms = Symfony\\Component\\Form\\Forms::createFormFactoryBuilder()
        ->addTypeGuesser(new Orm\\Symfony\\Form\\ModelTypeGuesser())->getFormFactory();
    $fieldOf = static fn ($row, string $name) => $forms
        ->createBuilder(options: ['data_class' => Bookstore\\Sample::class], data: $row)->add($name)->getForm();
    $wrong = [];
    foreach ([${Object.entries(values).map(([type, [value, bad]]) => `'C${type[0]?.toUpperCase()}${type.slice(1)}' => [${value}, '${bad}']`)}] as $column => [$value, $bad]) {
        $name = lcfirst($column);
        $row = new Bookstore\\Sample();
        $row->{"set$column"}($value)->resetModified();
        $form = $fieldOf($row, $name);
        $view = $form->createView()[$name];
        $shown = $view->count() ? array_map(static fn ($one) => $one->vars['value'], $view->children) : $view->vars['value'];
        $form->submit([$name => $shown]);
        if (!$form->isValid() || $row->isModified()) $wrong[] = [$column, 'changed', $shown];
        $form = $fieldOf(new Bookstore\\Sample(), $name)->submit([$name => $bad]);
        // A short text is no wrong one, and a box is checked by any value.
        if ($form->isValid() !== in_array($column, ['CChar', 'CLongvarchar', 'CBoolean'], true)) $wrong[] = [$column, 'accepted'];
    }
    try {
        $fieldOf(new Bookstore\\Sample(), 'cBlob');
    } catch (Symfony\\Component\\Form\\Exception\\InvalidConfigurationException $failure) {
        $wrong[] = $failure->getMessage();
    }
    // The key of the database contains deleted rows; no row has a number that is too large for its column.
    $validator = Symfony\\Component\\Validator\\Validation::createValidator();
    $row = (new Bookstore\\Sample())->setCChar('abc')->setCSmallint(3)->setCDate('2020-01-31');
    $row->save();
    $other = (new Bookstore\\Sample())->setCChar('abc')->setCSmallint(99999)->setCDate('2020-01-31');
    foreach ([$row, $other, $row, $other] as $i => $one) {
        if ($i === 2) $row->delete();
        foreach ($validator->validate($one, new Orm\\Symfony\\Validator\\UniqueModel()) as $failure) {
            $wrong[] = "$i " . $failure->getPropertyPath();
        }
    }
    echo json_encode($wrong);`,
    { cwd: made.folder },
  )
  t.deepEqual(JSON.parse(answers), [
    'Column "sample.c_blob" stores bytes or objects, which no field shows: name the type of the field "cBlob".',
    '1 cChar',
    '3 cChar',
  ])
})

test('classes of the bundle fit the interfaces of Symfony 7', async (t) => {
  const [loaded, isResolver] = JSON.parse(await runPhpFile(join(application, 'newer-versions.php')))
  t.true(isResolver)
  t.true(loaded > 20)
})

test.serial('docs/frameworks.md: the files of the page are an application', async (t) => {
  const page = await readFile(join(root, 'docs/frameworks.md'), 'utf8')
  const start = page.indexOf('## Symfony')
  const chapter = page.slice(start, page.indexOf('\n## ', start))
  const files = stepsOf(chapter).filter((step) => step.kind === 'file')
  t.deepEqual(
    files.map(({ name }) => name),
    ['config/packages/orm.yaml', 'src/Controller/BookController.php'],
  )
  const config = '  paths: { phpDir: src/Model }\n  generator: { namespaceAutoPackage: false }\n'
  const made = await createProject(t, {
    schema: schema.replaceAll('"Bookstore"', '"App\\Model"'),
    database: 'sqlite',
    config,
  })
  await made.build()
  for (const { name, text } of [
    ...files,
    // What the skeleton of Symfony has.
    { name: 'config/packages/framework.yaml', text: 'framework: { secret: x, http_method_override: false }\n' },
    { name: 'config/routes.yaml', text: 'controllers: { resource: ../src/Controller/, type: annotation }\n' },
    {
      name: 'config/services.yaml',
      text: `services:
  _defaults: { autowire: true, autoconfigure: true }
  logger: { class: Psr\\Log\\NullLogger }
  App\\: { resource: ../src/, exclude: ../src/Kernel.php }
`,
    },
    {
      name: 'config/bundles.php',
      text: `<?php return [Symfony\\Bundle\\FrameworkBundle\\FrameworkBundle::class => ['all' => true],
        Orm\\Symfony\\OrmSymfonyBundle::class => ['all' => true]];`,
    },
    {
      name: 'src/Kernel.php',
      text: `<?php namespace App;
      class Kernel extends \\Symfony\\Component\\HttpKernel\\Kernel
      {
          use \\Symfony\\Bundle\\FrameworkBundle\\Kernel\\MicroKernelTrait;
          public function getProjectDir(): string { return getcwd(); }
      }`,
    },
  ]) {
    await mkdir(dirname(join(made.folder, name)), { recursive: true })
    await writeFile(join(made.folder, name), text)
  }
  const answers = await runPhp(
    `spl_autoload_register(static function (string $class): void {
        $file = getcwd() . '/src/' . strtr(substr($class, 4), '\\\\', '/') . '.php';
        is_file($file) && require $file;
    });
    require '${application}/start.php';
    (new App\\Model\\Book())->setTitle('Emma')->setIsbn('1')->setAuthor((new App\\Model\\Author())->setName('Jane'))->save();
    foreach (['/books', '/books/1', '/books/2', '/isbn/1', '/isbn/2'] as $path) echo substr($send($path), 0, 30), "\\n";`,
    { cwd: made.folder, env: { DATABASE_URL: made.database.dsn } },
  )
  t.is(answers, '200 ["Emma"]\n200 {"Id":1,"Title":"Emma","Su\n404\n200 {"Id":1,"Title":"Emma","Su\n404\n')
})
