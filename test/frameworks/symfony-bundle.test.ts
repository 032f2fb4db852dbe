import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { findProgram, run } from '../support/command.mjs'
import { databases } from '../support/databases.js'
import { phpSettings, runPhp } from '../support/php.js'
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
            '/maybe/2', '/maybe/1', '/isbn/1-%25', '/isbn/%25', '/isbn/a%00b', '/shelves/hall/3', '/shelves/hall/4',
            '/shelves/hall/x', '/by-name/1', '/titles', '/titles'] as $path) {
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
        '/shelves/hall/3 200 "novels"',
        '/shelves/hall/4 404',
        '/shelves/hall/x 404',
        '/by-name/1 200 "Emma"',
        '/titles 200 ["Emma"]',
        '/titles 200 ["Emma"]',
      ],
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
        `(new Bookstore\\Member())->setEmail('ada@example.org')->setPassword(hash('sha256', 'secret'))->save();
        $me = static fn (string $email, string $password): string
            => $send('/members/me', [], ['PHP_AUTH_USER' => $email, 'PHP_AUTH_PW' => $password]);
        $answers = [$send('/members/me'), $me('ada@example.org', 'secret'), $me('ada@example.org', 'x'), $me('%', 'x')];
        $member = Bookstore\\MemberQuery::create()->findOne();
        $provider = new Orm\\Symfony\\Security\\ModelUserProvider(Bookstore\\Member::class, 'email');
        $provider->upgradePassword($member, 'other');
        Orm\\Runtime\\Orm::reset();
        $answers[] = $provider->refreshUser(unserialize(serialize($member)))->getPassword();
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
        'other',
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
  const call = async (line: string) => {
    const args = [...phpSettings, ...strict, script, ...line.split(' ')]
    const { code, stdout, stderr } = await run('php', args, { cwd: made.folder, env })
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
  const requests = Number(process.env.ORM_SYMFONY_REQUESTS ?? 500)
  const answer = (await php(
    made,
    `$jane = (new Bookstore\\Author())->setName('Jane Austen');
    (new Bookstore\\Book())->setTitle('Emma')->setAuthor($jane)->save();
    $wrong = [];
    $steps = [
        ['/books', '200 ["Emma"]'],
        ['/titles', '200 ["Emma"]'],
        ['/leave', '200 {}'],
        ['/books/1', '200 "Emma"'],
        ['/guess', null],
        ['/books/x', '404'],
        ['/fail', '500'],
    ];
    for ($i = 0; $i < ${requests}; $i++) {
        [$path, $expected] = $steps[$i % count($steps)];
        $answer = $send($path);
        if ($answer !== ($expected ?? $answer)) $wrong[] = "$i $path $answer";
        $services->get('logger')->lines = [];
        // After the first requests all that is kept has been made.
        if ($i === 100) {
            gc_collect_cycles();
            $before = memory_get_usage();
        }
    }
    gc_collect_cycles();
    return ['wrong' => $wrong, 'growth' => memory_get_usage() - $before];`,
  )) as { wrong: string[]; growth: number }
  t.deepEqual(answer.wrong, [])
  t.log(`${requests} requests: ${answer.growth} bytes more`)
  t.true(answer.growth < 100_000, `${answer.growth} bytes more`)
})
