import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { findProgram, run } from '../support/command.mjs'
import { type DatabaseName, databases } from '../support/databases.js'
import { stepsOf } from '../support/page-steps.js'
import { createProject, type Project } from '../support/project.js'
import { root } from '../support/root.mjs'

// The application needs: laravel

const source = join(root, 'test', 'frameworks', 'laravel')

/** What Composer would write, for Debian's Laravel and our packages as they are here. */
const autoload = `<?php
require_once 'Illuminate/autoload.php';
require ${JSON.stringify(join(root, 'packages/runtime/autoload.php'))};
require ${JSON.stringify(join(root, 'packages/laravel/autoload.php'))};
spl_autoload_register(static function (string $class): void {
    $folders = ['model/' => 'App\\\\Orm\\\\', 'generated-classes/App/Orm/' => 'App\\\\Orm\\\\', 'app/' => 'App\\\\', 'tests/' => 'Tests\\\\'];
    foreach ($folders as $folder => $prefix) {
        $file = dirname(__DIR__) . '/' . $folder . strtr(substr($class, strlen($prefix)), '\\\\', '/') . '.php';
        if (str_starts_with($class, $prefix) && is_file($file)) {
            require $file;
            return;
        }
    }
});
`

/** A Laravel application with tables of its own; Composer's list of packages is what Laravel discovers ours by. */
async function application(t: ExecutionContext, database: DatabaseName): Promise<Project> {
  const schema = await readFile(join(source, 'schema.xml'), 'utf8')
  const config = '  generator: { objectModel: { generateFactories: true } }\n'
  const project = await createProject(t, { schema, database, config })
  await project.build()
  await cp(source, project.folder, { recursive: true })
  for (const folder of ['bootstrap/cache', 'storage/framework/views', 'storage/logs', 'vendor/composer'])
    await mkdir(join(project.folder, folder), { recursive: true })
  const manifest = JSON.parse(await readFile(join(root, 'packages/laravel/composer.json'), 'utf8'))
  await writeFile(join(project.folder, 'vendor/composer/installed.json'), JSON.stringify({ packages: [manifest] }))
  await writeFile(join(project.folder, 'vendor/autoload.php'), autoload)
  return project
}

for (const database of databases) {
  test(`${database}: the tests of an application with Laravel pass`, async (t) => {
    const { folder } = await application(t, database)
    const args = [findProgram('phpunit')!, '--bootstrap=vendor/autoload.php', '--fail-on-warning', 'tests']
    const { code, output } = await run('php', ['-d', 'error_reporting=-1', ...args], { cwd: folder })
    t.is(code, 0, output)
    t.regex(output, /OK \(\d+ tests/)
  })
}

test('docs/frameworks.md: the files for Laravel are an application whose test passes', async (t) => {
  const { folder } = await application(t, databases[0]!)
  const page = await readFile(join(root, 'docs/frameworks.md'), 'utf8')
  const chapter = page.slice(page.indexOf('## Laravel'), page.indexOf('## Symfony'))
  const files = stepsOf(chapter).flatMap((step) => (step.kind === 'file' ? [step] : []))
  t.deepEqual(
    files.map(({ name }) => name),
    ['routes/web.php', 'tests/BookTest.php'],
  )
  for (const { name, text } of files) await writeFile(join(folder, name), text)
  const args = [findProgram('phpunit')!, '--bootstrap=vendor/autoload.php', 'tests/BookTest.php']
  const { code, output } = await run('php', args, { cwd: folder })
  t.is(code, 0, output)
  t.regex(output, /OK \(1 test/)
})

test('a worker with Laravel keeps nothing of its requests', async (t) => {
  const { folder } = await application(t, databases[0]!)
  const requests = process.env.ORM_FRAMEWORK_REQUESTS ?? '450'
  const { code, stdout, output } = await run('php', ['-d', 'error_reporting=-1', 'worker.php', requests], {
    cwd: folder,
    // Without the cache of compiled files that tests have: PHP would keep each view as often as it is shown.
    env: { PATH: process.env.PATH },
  })
  t.is(code, 0, output)
  const { growth, ...found } = JSON.parse(stdout)
  t.deepEqual(found, { problems: [], rowsAreTheSame: true })
  t.true(growth < 100_000, `${requests} requests: ${growth} bytes more`)
})
