import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { createProject, testOnEachDatabase } from '../../support/project.js'
import { run, runners } from './runners.js'

const schema = `<database name="d"><table name="book">
  <column name="id" type="INTEGER" primaryKey="true"/><column name="title" type="VARCHAR" size="20"/></table></database>`

const migration = (version: string, up: string, down: string, hook = '') => `<?php
use Propel\\Generator\\Manager\\MigrationManager;
/** Data object containing the SQL and PHP code to migrate the database */
class PropelMigration_${version}
{
    public $comment = '';
    public function preUp(MigrationManager $manager) { // add the pre-migration code here
        ${hook} }
    public function postUp(MigrationManager $manager) { /* nothing */ return true; }
    public function getUpSQL() { return ['d' => <<<'EOT'
BEGIN;
${up}
COMMIT;
EOT
        , 'elsewhere' => 'SELECT 1;']; }
    public function getDownSQL() { return ['d' => '${down}']; }
}
`

testOnEachDatabase(
  'PHP migrations of Propel become SQL files whose versions stay, and rows of propel_migration count',
  schema,
  async (t, project) => {
    const old = join(project.folder, 'old')
    await mkdir(old)
    const first = migration(
      '1500000000',
      'CREATE TABLE shelf (id INTEGER NOT NULL, PRIMARY KEY (id));',
      'DROP TABLE shelf;',
    )
    const second = migration(
      '1600000000',
      "ALTER TABLE shelf ADD label VARCHAR(9);\nINSERT INTO shelf (id, label) VALUES (1, 'a;b');",
      'ALTER TABLE shelf DROP COLUMN label;',
      '$manager->getAdapterConnection("d")->exec("SELECT 1");',
    )
    await writeFile(join(old, 'PropelMigration_1500000000.php'), first)
    await writeFile(join(old, 'PropelMigration_1600000000.php'), second)
    // Propel has applied the first one.
    await project.php(`$con = Orm\\Runtime\\Orm::getConnection('d');
      $con->exec('CREATE TABLE shelf (id INTEGER NOT NULL, PRIMARY KEY (id))');
      $con->exec('CREATE TABLE propel_migration (version INTEGER DEFAULT 0, execution_datetime VARCHAR(30))');
      $con->exec("INSERT INTO propel_migration VALUES (1500000000, '2017-07-14 02:40:00')");`)
    const yaml = join(project.folder, 'orm.yaml')
    await writeFile(
      yaml,
      `${await readFile(yaml, 'utf8')}\n  migrations:\n    tableName: propel_migration\n  paths:\n    migrationDir: changes\n`,
    )
    const imported = await project.orm('migration:import', 'old')
    t.is(imported.code, 0, imported.stderr)
    t.regex(imported.stdout, /old\/PropelMigration_1600000000\.php: do the work of preUp by hand/)
    t.regex(imported.stdout, /no connection "elsewhere"/)
    const text = await readFile(join(project.folder, 'changes/1600000000_imported.sql'), 'utf8')
    t.regex(text, /imported from PropelMigration_1600000000\.php, without the code of preUp\n/)
    t.notRegex(text, /BEGIN|COMMIT/)
    const status = await project.orm('migration:status')
    t.regex(status.stdout, /1500000000.*applied[\s\S]*1600000000.*pending/)
    const migrated = await project.orm('migrate')
    t.is(migrated.code, 0, migrated.stderr)
    t.is(
      await project.php(`echo Orm\\Runtime\\Orm::getConnection('d')->query('SELECT label FROM shelf')->fetchColumn();`),
      'a;b',
    )
    const down = await project.orm('migration:down', '--allow-loss')
    t.is(down.code, 0, down.stderr)
    t.is((await project.orm('config:convert')).code, 0)
    const php = runners.find(({ name }) => name === 'php')!
    const byPhp = await run(php, project, ['status'])
    t.regex(byPhp.stdout, /1500000000.*applied[\s\S]*1600000000.*pending/, byPhp.stderr)
    await project.php(`Orm\\Runtime\\Orm::getConnection('d')->exec('DELETE FROM shelf');`)
    const again = await run(php, project, ['migrate'])
    t.is(again.code, 0, again.stdout + again.stderr)
    t.is((await project.orm('migration:status', '--exit-code')).code, 0)
    t.is((await project.orm('migration:import', 'nowhere')).code, 2)
  },
)

test('lists of statements, null and false are taken as SQL or as none', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const code = `<?php class PropelMigration_1500000000 {
    public function getUpSQL() { return ['d' => ['CREATE TABLE a (id INTEGER)', "INSERT INTO a VALUES (1);"]]; }
    public function getDownSQL() { return false; } }`
  await mkdir(join(project.folder, 'old'))
  await writeFile(join(project.folder, 'old', 'PropelMigration_1500000000.php'), code)
  await writeFile(
    join(project.folder, 'old', 'PropelMigration_1500000001.php'),
    code.replace('0000 {', '0001 {').replace(/\['d' => \[.*\]\]/, "['d' => null]"),
  )
  const imported = await project.orm('migration:import', 'old')
  t.is(imported.code, 0, imported.stderr)
  const up = async (name: string) =>
    /-- orm: up\n([\s\S]*?)\s*-- orm: down\n$/.exec(
      await readFile(join(project.folder, 'generated-migrations', name), 'utf8'),
    )?.[1]
  t.is(await up('1500000000_imported.sql'), 'CREATE TABLE a (id INTEGER);\nINSERT INTO a VALUES (1);')
  t.is(await up('1500000001_imported.sql'), '')
})

test('a comment at the end of a statement does not join it with the next one', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const code = `<?php class PropelMigration_1500000000 {
    public function getUpSQL() { return ['d' => "CREATE TABLE a (id INTEGER) -- first
      ; CREATE TABLE b (id INTEGER) -- second"]; }
    public function getDownSQL() { return ['d' => "DROP TABLE b -- both\n;\nDROP TABLE a"]; } }`
  await mkdir(join(project.folder, 'old'))
  await writeFile(join(project.folder, 'old', 'PropelMigration_1500000000.php'), code)
  t.is((await project.orm('migration:import', 'old')).code, 0)
  const applied = await project.orm('migrate')
  t.regex(applied.stdout, /: 2 statements/, applied.stderr)
  const reverted = await project.orm('migration:down')
  t.is(reverted.code, 0, reverted.stderr)
  t.regex(reverted.stdout, /: 2 statements/)
})

test('a migration that cannot be reverted is one here, and parents of migrations come from Composer', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const code = (
    version: string,
    refusal: string,
  ) => `<?php class PropelMigration_${version} extends Acme\\Migrations\\Base {
    public function getUpSQL(): array { return ['d' => 'CREATE TABLE t${version} (id INTEGER);']; }
    public function getDownSQL(): array { throw new ${refusal}; } }`
  await mkdir(join(project.folder, 'old'))
  await mkdir(join(project.folder, 'vendor'))
  const base = '<?php namespace Acme\\Migrations; abstract class Base { public function preUp($manager): void {} }'
  await writeFile(join(project.folder, 'vendor/autoload.php'), base)
  const write = (version: string, refusal: string) =>
    writeFile(join(project.folder, 'old', `PropelMigration_${version}.php`), code(version, refusal))
  await write('1500000000', `RuntimeException("the rows\\n-- orm: down\\nare gone")`)
  await write('1500000001', 'LogicException')
  const imported = await project.orm('migration:import', 'old')
  t.is(imported.code, 0, imported.stderr)
  const text = (version: string) =>
    readFile(join(project.folder, `generated-migrations/${version}_imported.sql`), 'utf8')
  t.regex(await text('1500000000'), /^-- orm: irreversible the rows -- orm: down are gone$/m)
  t.regex(await text('1500000001'), /^-- orm: irreversible getDownSQL\(\) throws LogicException$/m)
  t.is((await project.orm('migrate')).code, 0)
  const reverted = await project.orm('migration:down', '--allow-loss')
  t.not(reverted.code, 0)
  t.regex(reverted.stderr, /LogicException/)
})
