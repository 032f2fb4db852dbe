import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { run } from '../support/command.mjs'
import { ormInProcess } from '../support/orm-in-process.js'
import { root } from '../support/root.mjs'

const script = join(root, 'packages', 'cli', 'bin', 'orm.js')

const before = `<?php
namespace App;
use Propel\\Runtime\\Propel;
use Propel\\Runtime\\ActiveQuery\\Criteria;
use Propel\\Runtime\\Exception\\PropelException;
use Propel\\Runtime\\Util\\PropelModelPager as Pager;
final class Books {
    /** @return PropelModelPager */
    public function all() {
        $class = 'Propel\\\\Runtime\\\\Collection\\\\ObjectCollection';
        try { return Propel::getConnection() ?? \\Propel\\Runtime\\Propel::getServiceContainer(); }
        catch (PropelException $e) { throw new \\Propel\\Runtime\\Exception\\PropelException($e->propelException); }
        // MyPropelException, $PropelException and Foo::PropelException stay; caf\xe9
    }
}
`
const after = `<?php
namespace App;
use Orm\\Runtime\\Orm;
use Orm\\Runtime\\ActiveQuery\\Criteria;
use Orm\\Runtime\\Exception\\OrmException;
use Orm\\Runtime\\Util\\ModelPager as Pager;
final class Books {
    /** @return ModelPager */
    public function all() {
        $class = 'Orm\\\\Runtime\\\\Collection\\\\ObjectCollection';
        try { return Orm::getConnection() ?? \\Orm\\Runtime\\Orm::getServiceContainer(); }
        catch (OrmException $e) { throw new \\Orm\\Runtime\\Exception\\OrmException($e->propelException); }
        // MyPropelException, $PropelException and Foo::PropelException stay; caf\xe9
    }
}
`

test('names of Propel become ours in code of the project, in any encoding, and nowhere else', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orm-migrate-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  for (const directory of ['src/vendor', 'src/.git', 'other']) await mkdir(join(folder, directory), { recursive: true })
  const unrelated = '<?php class PropelException {} // no use of the library\n'
  const files = {
    'src/Books.php': before,
    'src/Other.php': unrelated,
    'src/notes.txt': before,
    'src/vendor/Books.php': before,
    'src/.git/Books.php': before,
    'other/Books.php': before,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, 'latin1')
  const { mode } = await stat(join(folder, 'src/Books.php'))
  const orm = (...args: string[]) => run(process.execPath, [script, 'migrate-code', ...args], { cwd: folder })
  t.is((await orm('src', '--dry-run')).stdout, `would change ${join('src', 'Books.php')}\n`)
  t.is(await readFile(join(folder, 'src/Books.php'), 'latin1'), before)
  t.is((await orm('src')).stdout, `changed ${join('src', 'Books.php')}\n`)
  t.is(await readFile(join(folder, 'src/Books.php'), 'latin1'), after)
  t.is((await stat(join(folder, 'src/Books.php'))).mode, mode)
  for (const [name, text] of Object.entries(files).slice(1)) {
    t.is(await readFile(join(folder, name), 'latin1'), text, name)
  }
  t.is((await orm('src')).stdout, 'Nothing to rename.\n')
})

/** What becomes of one file, and the lines that the command leaves to people. */
async function migrated(t: ExecutionContext, code: string) {
  const folder = await mkdtemp(join(tmpdir(), 'orm-migrate-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'a.php'), code)
  const { stdout } = await run(process.execPath, [script, 'migrate-code', '.'], { cwd: folder })
  const leftovers = [...stdout.matchAll(/^a\.php:(\d+) (\S+): (.+)$/gm)].map(([, line, name]) => ({
    line: Number(line),
    name,
  }))
  return { code: await readFile(join(folder, 'a.php'), 'utf8'), leftovers, stdout }
}

const php = join(root, 'packages', 'runtime', 'src')
const runtimeFile = (name: string): string =>
  join(php, `${name.replace(/^Orm\\Runtime\\/, '').replaceAll('\\', '/')}.php`)

/** Classes under their names in Propel, besides those of the table of signatures. */
const others = [
  'Common\\Config\\ConfigurationManager',
  'Common\\Pluralizer\\PluralizerInterface',
  'Common\\Pluralizer\\SimpleEnglishPluralizer',
  'Common\\Pluralizer\\StandardEnglishPluralizer',
  'Common\\Util\\SetColumnConverter',
  'Common\\Exception\\SetColumnConverterException',
  'Generator\\Behavior\\Timestampable\\TimestampableBehavior',
  'Generator\\Command\\AbstractCommand',
  'Generator\\Manager\\MigrationManager',
  'Generator\\Model\\PropelTypes',
  'Generator\\Model\\Table',
  'Generator\\Platform\\MysqlPlatform',
  'Generator\\Util\\QuickBuilder',
  'Runtime\\ActiveQuery\\Criterion\\Exception\\InvalidValueException',
  'Runtime\\ActiveQuery\\Exception\\UnknownColumnException',
  'Runtime\\ActiveQuery\\QueryExecutor\\QueryExecutionException',
  'Runtime\\Adapter\\MSSQL\\MssqlDebugPDO',
  'Runtime\\Adapter\\Exception\\AdapterException',
  'Runtime\\Adapter\\NoneAdapter',
  'Runtime\\Collection\\Exception\\ModelNotFoundException',
  'Runtime\\Connection\\DebugPDO',
  'Runtime\\Connection\\Exception\\RollbackException',
  'Runtime\\Connection\\PropelPDO',
  'Runtime\\Exception\\EntityNotFoundException',
  'Runtime\\Exception\\PropelException',
  'Runtime\\Map\\Exception\\TableNotFoundException',
  'Runtime\\Util\\BasePeer',
  'Runtime\\Validator\\Constraints\\Unique',
].map((name) => `Propel\\${name}`)

const internals = ['Count', 'DeleteAll', 'Delete', 'Insert', 'Update'].flatMap((kind) => [
  `Propel\\Runtime\\ActiveQuery\\QueryExecutor\\${kind}QueryExecutor`,
  `Propel\\Runtime\\ActiveQuery\\SqlBuilder\\${kind === 'DeleteAll' ? 'Abstract' : kind}${kind === 'DeleteAll' ? 'SqlQueryBuilder' : 'QuerySqlBuilder'}`,
])

test('every class of Propel becomes one that exists, or its file and line are named', async (t) => {
  const table = await readFile(join(root, 'test', 'php', 'signatures.tsv'), 'utf8')
  const ours = [...new Set(table.split('\n').map((line) => line.split('\t')[1] ?? ''))]
  const old = { OrmQuery: 'PropelQuery', ModelPager: 'PropelModelPager', OrmDateTime: 'PropelDateTime', Orm: 'Propel' }
  const known = ours
    .filter((name) => name.startsWith('Orm\\Runtime\\'))
    .map((name) => name.replace(/\w+$/, (last) => (old as Record<string, string>)[last] ?? last))
    .map((name) =>
      name
        .replace(/^Orm/, 'Propel')
        .replace('ConditionalProxy', 'PropelConditionalProxy')
        .replace('MssqlOrmPDO', 'MssqlPropelPDO'),
    )
  t.true(known.length > 70)
  const names = [...known, ...others, ...internals]
  const code = `<?php\n${names.map((name) => `use ${name};\n`).join('')}`
  const { code: after, leftovers } = await migrated(t, code)
  const lines = after.split('\n').slice(1)
  for (const [index, name] of names.entries()) {
    const now = /^use (.*);$/.exec(lines[index]!)![1]!
    const leftover = leftovers.find(({ line }) => line === index + 2)
    if (leftover) t.deepEqual([leftover.name, now], [name, name])
    else t.true(now.startsWith('Orm\\Runtime\\') && existsSync(runtimeFile(now)), `${name} became ${now}`)
    if (known.includes(name)) t.is(leftover, undefined, name)
  }
})

test('names in braces, in strings and of migrations', async (t) => {
  const code = String.raw`<?php
use Propel\Runtime\ActiveQuery\{Criteria, ModelCriteria as Query, PropelQuery};
use Propel\Runtime\ActiveQuery\QueryExecutor\{CountQueryExecutor};
use Propel\Generator\Manager\MigrationManager;
use Propel\Common\Pluralizer\StandardEnglishPluralizer;
$a = new StandardEnglishPluralizer("Propel\\Common\\Pluralizer\\StandardEnglishPluralizer");
class PropelMigration_1 { public function preUp(MigrationManager $manager) {} }
`
  const { code: after, leftovers, stdout } = await migrated(t, code)
  t.regex(after, /use Orm\\Runtime\\ActiveQuery\\\{Criteria, ModelCriteria as Query, OrmQuery\};/)
  t.regex(after, /new StandardPluralizer\("Orm\\\\Runtime\\\\Pluralizer\\\\StandardPluralizer"\)/)
  t.deepEqual(leftovers, [
    { line: 3, name: 'Propel\\Runtime\\ActiveQuery\\QueryExecutor\\CountQueryExecutor' },
    { line: 4, name: 'Propel\\Generator\\Manager\\MigrationManager' },
  ])
  t.regex(stdout, /Change these by hand:\n[\s\S]*orm migration:import/)
})

test('the attribute of the library is renamed, also where it is a text', async (t) => {
  const { code, leftovers } = await migrated(
    t,
    `<?php
$con->setAttribute(ConnectionWrapper::PROPEL_ATTR_CACHE_PREPARES, true);
$con->setAttribute('PROPEL_ATTR_CACHE_PREPARES', $MY_PROPEL_ATTR_CACHE_PREPARES);
`,
  )
  t.is(
    code,
    `<?php
$con->setAttribute(ConnectionWrapper::ORM_ATTR_CACHE_PREPARES, true);
$con->setAttribute('ORM_ATTR_CACHE_PREPARES', $MY_PROPEL_ATTR_CACHE_PREPARES);
`,
  )
  t.deepEqual(leftovers, [])
})

test('a file that has an Orm of its own goes on to call the facade Propel', async (t) => {
  const code = String.raw`<?php
namespace App;
use Propel\Runtime\Propel;
final class Orm { public function con() { return Propel::getConnection(); } }
`
  const { code: after } = await migrated(t, code)
  t.is(
    after,
    String.raw`<?php
namespace App;
use Orm\Runtime\Orm as Propel;
final class Orm { public function con() { return Propel::getConnection(); } }
`,
  )
})

test('names mean what they mean to PHP: imports in braces, namespaces, aliases, types and classes of other namespaces', async (t) => {
  const rows: readonly (readonly [before: string, after: string])[] = [
    [
      String.raw`use Propel\Runtime\{Propel, Exception\PropelException as Failure, /* all */ Util\PropelModelPager,}; Propel::init(); new PropelModelPager();`,
      String.raw`use Orm\Runtime\{Orm, Exception\OrmException as Failure, /* all */ Util\ModelPager,}; Orm::init(); new ModelPager();`,
    ],
    [
      String.raw`use Propel\{Runtime\Propel as Db, Generator\Model\PropelTypes,}; echo PropelTypes::DATE;`,
      String.raw`use Orm\Runtime\{Orm as Db, Map\ColumnTypes,}; echo ColumnTypes::DATE;`,
    ],
    [
      String.raw`use Propel\Runtime\ActiveQuery\{Criteria, QueryExecutor\CountQueryExecutor as Counter,};`,
      String.raw`use Orm\Runtime\ActiveQuery\Criteria, Propel\Runtime\ActiveQuery\QueryExecutor\CountQueryExecutor as Counter;`,
    ],
    [
      String.raw`use Propel\Runtime as R; use Propel\Generator\Model; R\Propel::init(); throw new R\Exception\PropelException(Model\PropelTypes::DATE);`,
      String.raw`use Orm\Runtime as R; use Propel\Generator\Model; R\Orm::init(); throw new R\Exception\OrmException(\Orm\Runtime\Map\ColumnTypes::DATE);`,
    ],
    [
      String.raw`use Propel; function f(): ?Propel\Runtime\Propel { return Propel\Runtime\Propel::class; }`,
      String.raw`use Propel; function f(): ?\Orm\Runtime\Orm { return \Orm\Runtime\Orm::class; }`,
    ],
    [
      String.raw`use Propel\Runtime\Propel; class Db extends Propel { private ?Propel $p; function f(Propel ...$all): Propel { return $this->Propel->Propel(Db::Propel); } }`,
      String.raw`use Orm\Runtime\Orm; class Db extends Orm { private ?Orm $p; function f(Orm ...$all): Orm { return $this->Propel->Propel(Db::Propel); } }`,
    ],
    [
      String.raw`use Propel\Runtime\Propel; enum E { case Propel; const Propel = 1; static function Propel() { return fn(): Propel => [Propel => PROPEL::VERSION]; } }`,
      String.raw`use Orm\Runtime\Orm; enum E { case Propel; const Propel = 1; static function Propel() { return fn(): Orm => [Propel => Orm::VERSION]; } }`,
    ],
    [
      String.raw`use Propel\Runtime\Exception\PropelException; echo 'a PropelException', "{$a[PropelException::class]} PropelException"; // PropelException`,
      String.raw`use Orm\Runtime\Exception\OrmException; echo 'a PropelException', "{$a[OrmException::class]} PropelException"; // OrmException`,
    ],
    [
      `use Propel\\Runtime\\Propel;\n$a = <<<"X"\n  Propel::init() {$b->c(Propel::init())} X2\n  X . Propel::VERSION . <<<'Y'\n{$b(Propel::init())}\nY;\n`,
      `use Orm\\Runtime\\Orm;\n$a = <<<"X"\n  Propel::init() {$b->c(Orm::init())} X2\n  X . Orm::VERSION . <<<'Y'\n{$b(Propel::init())}\nY;\n`,
    ],
    [
      String.raw`use App\Propel\Runtime\Propel; echo 'App\Propel\Runtime\Propel', Propel\Runtime\Propel::class, \Propel\Runtime\Propel::class;`,
      String.raw`use App\Propel\Runtime\Propel; echo 'App\Propel\Runtime\Propel', Propel\Runtime\Propel::class, \Orm\Runtime\Orm::class;`,
    ],
    [
      String.raw`use Propel\Runtime\Propel; use Propel\Runtime\Util\PropelModelPager; use App\ModelPager; new Orm(Propel::init(), new PropelModelPager());`,
      String.raw`use Orm\Runtime\Orm as Propel; use Orm\Runtime\Util\ModelPager as PropelModelPager; use App\ModelPager; new Orm(Propel::init(), new PropelModelPager());`,
    ],
    [
      String.raw`use Propel\Runtime\Propel; ?> Propel::init() <?= Propel::init() ?> \Propel\Runtime\Propel<?php # Propel::init() ?>Propel::init()<?php __halt_compiler(); Propel\Runtime\Propel`,
      String.raw`use Orm\Runtime\Orm; ?> Propel::init() <?= Orm::init() ?> \Orm\Runtime\Orm<?php # Orm::init() ?>Propel::init()<?php __halt_compiler(); Propel\Runtime\Propel`,
    ],
  ]
  for (const [before, after] of rows) {
    t.is((await migrated(t, `<?php\nnamespace App;\n${before}`)).code, `<?php\nnamespace App;\n${after}`)
  }
})

test('every namespace of a file has its own imports', async (t) => {
  const { code, leftovers } = await migrated(
    t,
    String.raw`<?php
namespace A { use Propel\Runtime\Propel; $f = function () use ($a) { return Propel::VERSION; }; }
namespace B { class Propel { use Propel\Generator\A; const X = 1; } echo Propel::X, \Propel\Runtime\Propel::VERSION; }
namespace Propel\Runtime\Own { class Pager extends \Propel\Runtime\Util\PropelModelPager {} new namespace\Pager(); }
namespace { use Propel\Generator as G; echo Propel\Runtime\Propel::VERSION; new G\Util\QuickBuilder(); }
`,
  )
  t.is(
    code,
    String.raw`<?php
namespace A { use Orm\Runtime\Orm; $f = function () use ($a) { return Orm::VERSION; }; }
namespace B { class Propel { use Propel\Generator\A; const X = 1; } echo Propel::X, \Orm\Runtime\Orm::VERSION; }
namespace Orm\Runtime\Own { class Pager extends \Orm\Runtime\Util\ModelPager {} new namespace\Pager(); }
namespace { use Propel\Generator as G; echo Orm\Runtime\Orm::VERSION; new G\Util\QuickBuilder(); }
`,
  )
  t.deepEqual(leftovers, [{ line: 5, name: 'Propel\\Generator\\Util\\QuickBuilder' }])
})

test('a file can be given, the configuration of Propel stays, and a directory that is missing is named', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orm-migrate-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  for (const name of ['One.php', 'propel.php']) await writeFile(join(folder, name), before, 'latin1')
  t.is((await ormInProcess(folder, ['migrate-code', 'One.php'])).stdout, 'changed One.php\n')
  t.is((await ormInProcess(folder, ['migrate-code'])).stdout, 'Nothing to rename.\n')
  t.is(await readFile(join(folder, 'propel.php'), 'latin1'), before)
  const { code, stderr } = await ormInProcess(folder, ['migrate-code', 'src'])
  t.is(code, 2)
  t.is(stderr, 'orm: there is no directory src (give the one of your own PHP code)\n')
})
