import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { allTests, ImportGraph } from '../support/import-graph.mjs'
import { root } from '../support/root.mjs'
import { hasOwnCommand, reachedBy, readSelection } from '../support/selection.mjs'
import { tellingLines } from '../support/servers/household.mjs'
import { allLanes, checkLanes, selectedLanes, unitLanes } from '../support/stages.mjs'
import { toolsFor } from '../support/tools.mjs'

const graph = new ImportGraph()

const toolsOf = (file: string) => [...toolsFor([file], graph, ['sqlite', 'pgsql', 'mysql'])].sort()

test('a test needs the tools that its modules use, and no others', (t) => {
  const php = ['dom', 'mbstring', 'pdo_sqlite', 'php']
  const servers = ['mariadb', 'pdo_mysql', 'pdo_pgsql', 'postgresql']
  for (const [file, tools] of Object.entries({
    'test/core/errors/nearest.test.ts': [],
    'test/repo/test-selection.test.ts': [],
    'test/xsd/orm-xsd.test.ts': ['xmllint'],
    'test/core/php/built-in-classes.test.ts': php,
    // A project that only uses SQLite, although its helper supports all databases.
    'test/plugins/watch.test.ts': php,
    'test/databases/keys.test.ts': [...php, ...servers],
    'test/databases/behaviors/validate.test.ts': [...php, ...servers, 'validator'],
    'test/cluster/galera.test.ts': [...php, ...servers, 'galera'],
    // Tests that use servers without PHP.
    'test/repo/servers.test.ts': ['mariadb', 'postgresql'],
    'test/databases/charsets.test.ts': ['mariadb', 'postgresql'],
  })) {
    t.deepEqual(toolsOf(file), [...tools].sort(), file)
  }
  t.false(toolsFor(['test/databases/keys.test.ts'], graph, ['sqlite']).has('postgresql'))
})

test('test:unit runs nothing that needs PHP or a server', (t) => {
  const stages = unitLanes().flat()
  t.deepEqual(
    stages.flatMap(({ tools }) => [...tools]),
    [],
  )
})

test('PHPUnit runs on the other versions of PHP, also where PHP was installed after the run was planned', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'php-'))
  const { PATH } = process.env
  t.teardown(() => {
    process.env.PATH = PATH
    return rm(folder, { recursive: true })
  })
  process.env.PATH = folder
  const stages = allLanes().flat()
  await writeFile(join(folder, 'php'), '#!/bin/sh\nprintf 8.2\n', { mode: 0o755 })
  const versions = stages.filter(({ name, isNeeded }) => / on PHP /.test(name) && isNeeded?.() !== false)
  t.deepEqual(
    versions.map(({ name }) => name),
    ['8.1', '8.3', '8.4', '8.5'].map((version) => `PHPUnit on PHP ${version}`),
  )
})

test('better-sqlite3 is compiled for the tests that use it, and for no others', (t) => {
  const usesAddon = (file: string) => selectedLanes([file])[0]![0]!.usesAddon
  for (const file of ['test/databases/keys.test.ts', 'test/database/sqlite-libraries.test.ts', 'test/cli/init.test.ts'])
    t.true(usesAddon(file), file)
  for (const file of ['test/core/xml/parse.test.ts', 'test/project/manifest.test.ts', 'test/golden.test.ts'])
    t.false(usesAddon(file), file)
  t.false(
    checkLanes()
      .flat()
      .some((stage) => stage.usesAddon),
  )
})

const reached = (...changed: string[]) => reachedBy(changed, graph, (file, tool) => toolsOf(file).includes(tool))

test('a change reaches the tests that import it, also through modules that pass it on', (t) => {
  const { files, phpunit } = reached('packages/core/src/errors/nearest.ts')
  t.true(files.includes('test/core/errors/nearest.test.ts'))
  t.false(phpunit)
  const gulp = reached('packages/gulp/src/dest.ts').files
  t.true(gulp.includes('test/plugins/gulp.test.ts'))
  t.false(gulp.includes('test/core/xml/parse.test.ts'))
  t.false(reached('packages/database/src/connect/connect.ts').files.includes('test/core/model/names.test.ts'))
  t.true(reached('packages/project/src/manifest.ts').files.includes('test/project/manifest.test.ts'))
  // Modules that re-export others.
  for (const entry of ['core/src/entries/public.ts', 'core/src/errors/index.ts', 'database/src/index.ts'])
    t.true(reached(`packages/${entry}`).files.includes('test/cli/explain.test.ts'), entry)
  // Modules that run as separate processes.
  t.true(reached('packages/language-server/src/count-rows.ts').files.includes('test/databases/row-lenses.test.ts'))
})

test('a change of what is no module reaches the tests that run it', (t) => {
  // The names are split, because a test that contains one of them needs the framework.
  const frameworks = 'test/frameworks'
  for (const [changed, name] of Object.entries({
    'packages/laravel/src/Configuration.php': `${frameworks}/laravel.test.ts`,
    'packages/symfony/templates/profiler.html.twig': `${frameworks}/symfony-bundle.test.ts`,
    'packages/studio/page/client.ts': 'test/studio/studio.test.ts',
    'packages/core/bundle.mjs': 'test/cli/commands.test.ts',
    'packages/gulp/package.json': 'test/plugins/gulp.test.ts',
    'test/support/servers/keeper.mjs': 'test/repo/servers.test.ts',
    'test/support/servers/postgresql.mjs': 'test/databases/charsets.test.ts',
    'packages/core/load.cjs': 'test/cli/commands.test.ts',
    'packages/runtime/bin/orm-migrate': 'test/databases/migrations/runners.test.ts',
    'examples/custom-outputs/gulpfile.mjs': 'test/examples/custom-outputs.test.ts',
    'packages/core/src/php/templates/base-model.tpl': 'test/golden.test.ts',
    'test/support/worker.mjs': 'test/core/xml/parse.test.ts',
  })) {
    t.true(reached(changed).files.includes(name), changed)
  }
  t.false(reached('packages/laravel/src/Configuration.php').files.includes(`${frameworks}/symfony.test.ts`))
  t.false(reached('packages/studio/page/client.ts').files.includes('test/cli/commands.test.ts'))
})

test('a change of the runtime reaches what runs PHP; one of a page or a golden case the tests that name it', (t) => {
  const runtime = reached('packages/runtime/src/Orm.php')
  t.true(runtime.phpunit)
  t.true(runtime.files.includes('test/databases/keys.test.ts'))
  t.false(runtime.files.includes('test/core/xml/parse.test.ts'))
  t.true(reached('docs/sortable.md').files.includes('test/databases/docs.test.ts'))
  t.true(reached('test/golden/cinema/schema.xml').files.includes('test/golden.test.ts'))
  t.deepEqual(
    reached('package-lock.json').files,
    allTests().filter((path) => !hasOwnCommand(path)),
  )
  t.deepEqual(reached(), { files: [], phpunit: false })
})

test('modules that are not there yet, as a build makes them, or no longer are imported all the same', (t) => {
  t.true(graph.reach('test/golden.test.ts').has('packages/core/src/php/templates/compiled.ts'))
  t.deepEqual([...graph.reach('packages/core/src/gone.ts')], ['packages/core/src/gone.ts'])
})

test('tests are named by file, folder, pattern or compiled file; options of ava go with them', (t) => {
  t.deepEqual(readSelection(['./test/core/errors/nearest.test.ts', '--match=*x*']), {
    files: ['test/core/errors/nearest.test.ts'],
    options: ['--match=*x*'],
  })
  t.deepEqual(readSelection(['test/dist/golden.test.js', '-m', '*']).files, ['test/golden.test.ts'])
  const folder = readSelection(['test/core/xml/']).files
  t.true(folder.includes('test/core/xml/parse.test.ts') && folder.every((path) => path.startsWith('test/core/xml/')))
  t.deepEqual(readSelection(['test/core/xml/*.test.ts']).files, folder)
  t.deepEqual(readSelection(['test/{golden,none}.test.ts']).files, ['test/golden.test.ts'])
  t.true(readSelection(['--match=*x*']).files.includes('test/golden.test.ts'))
  t.deepEqual(readSelection([join(root, 'test/golden.test.ts'), '-c', '1', '--fail-fast']), {
    files: ['test/golden.test.ts'],
    options: ['-c', '1', '--fail-fast'],
  })
  for (const [name, message] of [
    ['test/none.test.ts', 'no test file is called test/none.test.ts'],
    [
      'test/nearest.test.ts',
      'no test file is called test/nearest.test.ts; did you mean test/core/errors/nearest.test.ts?',
    ],
    ['test/xml/', 'no test file is called test/xml/'],
    ['docs', 'no test file is in the folder docs'],
    ['../elsewhere/test', 'no test file is called ../elsewhere/test'],
    ['test/{a', 'no test file is called test/{a'],
    ['-m', '-m needs a value'],
    ['', 'an argument is empty'],
    ['--chnaged', 'there is no option --chnaged; CONTRIBUTING.md lists the commands'],
  ] as const) {
    t.throws(() => readSelection([name]), { instanceOf: RangeError, message }, name)
  }
})

test('of a long log, the lines are shown that say why a server does not start', (t) => {
  const log = [
    '[Note] start',
    '[ERROR] wsrep_sst_rsync: command not found',
    ...Array.from({ length: 50 }, (_, index) => `[Note] WSREP: ${index}`),
  ]
  const shown = tellingLines(log.join('\n')).split('\n')
  t.is(shown[0], '[ERROR] wsrep_sst_rsync: command not found')
  t.deepEqual(shown.slice(1), log.slice(-10))
})

test('no example uses the tests', (t) => {
  const folder = join(root, 'examples')
  const uses = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) =>
        /\.(?:[cm]?[jt]s|json|php)$/.test(path) && !/(?:^|\/)(?:node_modules|generated-\w+|var|dist)\//.test(path),
    )
    .filter((path) => /['"/](?:\.\.\/)*test\/(?:support|dist)/.test(readFileSync(join(folder, path), 'utf8')))
  t.deepEqual(uses, [])
})

test('npm start fetches the PHP that the tests have', (t) => {
  const start = readFileSync(join(root, 'examples/quickstart/start.mjs'), 'utf8')
  const { dependencies } = JSON.parse(readFileSync(join(root, 'test/support/php-versions/package.json'), 'utf8'))
  const fetched = [...start.matchAll(/'(@php-wasm\/[^@']+)@([^']+)'/g)]
  t.is(fetched.length, 2)
  for (const [, name = '', version] of fetched) t.is(dependencies[name], version)
})
