import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import test from 'ava'
import { filledFolder } from './cached-folder.mjs'
import { certificatesIn } from './certificates.mjs'
import { createDatabase, databases } from './databases.js'
import { lintPhp, PhpError, phpOutcome, runPhp, runPhpFile } from './php.js'

test('PHP: gives what a snippet printed', async (t) => {
  // After these starts, scripts run in copies of a waiting PHP process.
  for (let start = 0; start < 4; start++) t.is(await runPhp('echo 6 * 7;'), '42')
  t.is(
    await runPhp('echo getenv("ORM_X"), $_SERVER["ORM_X"], $argc, getcwd();', { cwd: '/', env: { ORM_X: 'x' } }),
    'xx1/',
  )
  t.is(
    await runPhp(
      'echo var_export(getenv("ORM_X"), true), implode(array_diff(array_keys(get_defined_vars()), array_keys($GLOBALS)));',
    ),
    'false',
  )
  const many = await Promise.all(
    [1, 2, 3].map((n) => runPhp(`usleep(${4 - n}000); const N = ${n}; echo N, fgets(STDIN);`)),
  )
  t.deepEqual(many, ['1', '2', '3'])
  t.is(await runPhp('echo 6 * 7;'), '42')
  t.is(
    await runPhp('<?php declare(strict_types=1); echo implode(" ", array_slice($argv, 1));', { args: ['-a', 'b c'] }),
    '-a b c',
  )
})

const complaints = {
  'a warning': { code: 'echo [][0];', message: /ErrorException: Undefined array key 0/ },
  'a deprecation': { code: 'strlen(null);', message: /ErrorException: strlen\(\): Passing null/ },
  'a failed assertion': { code: '\nassert(1 === 2);', message: /AssertionError: assert\(1 === 2\).*:2/ },
  'an exit code': { code: 'exit(3);', message: /ended with code 3/ },
  'a syntax error': { code: 'echo (;', message: /syntax error/ },
  'text on standard error': { code: 'fwrite(STDERR, "oops");', message: /oops/ },
}

for (const [name, { code, message }] of Object.entries(complaints)) {
  test(`PHP: throws on ${name}`, async (t) => {
    await t.throwsAsync(runPhp(code), { instanceOf: PhpError, message })
  })
}

test('PHP: what a script does at its end happens, and its exit code is the last one', async (t) => {
  const ends = (code: string) => phpOutcome({ code: `<?php ${code}` })
  for (let start = 0; start < 4; start++) t.like(await ends(''), { code: 0, stdout: '' })
  const destroyed = 'final class Last { function __destruct() { echo " destroyed"; } } $last = new Last();'
  const registered = 'register_shutdown_function(function () { echo "over"; exit(5); });'
  t.like(await ends(`${destroyed} ob_start(); echo "kept "; ${registered}`), { code: 5, stdout: 'kept over destroyed' })
  t.like(await ends('register_shutdown_function(fn () => throw new Exception("late"));'), { code: 255 })
  t.like(await ends('posix_kill(getmypid(), SIGKILL);'), { code: undefined, message: 'a signal' })
  const copies =
    '$copy = pcntl_fork(); if ($copy === 0) exit(4); pcntl_wait($status); exit(pcntl_wexitstatus($status) + 2);'
  t.like(await ends(copies), { code: 6 })
  const codes = await Promise.all(Array.from({ length: 20 }, (_, code) => ends(`exit(${code});`)))
  t.deepEqual(
    codes.map(({ code }) => code),
    Array.from({ length: 20 }, (_, code) => code),
  )
})

test('PHP: an error that the code silences is silent', async (t) => {
  t.is(await runPhp('echo @file_get_contents("missing") === false ? "handled" : "";'), 'handled')
})

test('PHP: runs and lints files', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orm-php-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const [good, bad] = [join(folder, 'good.php'), join(folder, 'bad.php')]
  await writeFile(good, '<?php echo "good", PHP_EOL;')
  await writeFile(bad, '<?php\nclass {}')
  t.is(await runPhpFile(good), 'good\n')
  t.deepEqual(await lintPhp([good]), [])
  const problems = await lintPhp([good, bad])
  t.is(problems.length, 1)
  t.true(problems[0]?.startsWith(`${bad}:2: syntax error`))
})

for (const name of databases) {
  test(`${name}: every database is fresh, usable and dropped`, async (t) => {
    const tables = { sqlite: 'sqlite_master', pgsql: 'pg_stat_user_tables', mysql: 'information_schema.tables' }[name]
    const own = name === 'mysql' ? ' WHERE table_schema = DATABASE()' : ''
    const code = `[, $dsn, $user, $password] = $argv;
      $pdo = new PDO($dsn, $user, $password);
      echo $pdo->query('SELECT COUNT(*) FROM ${tables}${own}')->fetchColumn();
      $pdo->exec('CREATE TABLE book (id INT)');`
    const [first, second] = await Promise.all([createDatabase(name), createDatabase(name)])
    for (const { dsn, user, password } of [first, second]) {
      t.is(await runPhp(code, { args: [dsn, user, password] }), '0')
    }
    await Promise.all([first.drop(), second.drop()])
    await t.throwsAsync(runPhp(code, { args: [first.dsn, first.user, first.password] }), { message: /PDOException/ })
  })
}

test('a folder is filled once by those that ask at the same time, and after a process that ended before it was complete', async (t) => {
  const cache = await mkdtemp(join(tmpdir(), 'orm-filled-'))
  t.teardown(() => rm(cache, { recursive: true }))
  const folder = join(cache, 'state')
  await writeFile(`${folder}.lock`, String(spawnSync('true').pid))
  let fills = 0
  const ask = () =>
    filledFolder(folder, async (stage) => {
      fills++
      await writeFile(join(stage, 'file'), '')
    })
  t.deepEqual(await Promise.all([ask(), ask(), ask()]), [folder, folder, folder])
  t.is(fills, 1)
  t.deepEqual(await readdir(cache), ['state'])
})

test('a folder that could not be filled is not there, and the next one who asks tries again', async (t) => {
  const cache = await mkdtemp(join(tmpdir(), 'orm-filled-'))
  t.teardown(() => rm(cache, { recursive: true }))
  const folder = join(cache, 'state')
  await t.throwsAsync(
    filledFolder(folder, () => Promise.reject(new Error('no room'))),
    { message: 'no room' },
  )
  t.deepEqual(await readdir(cache), [])
  t.is(await filledFolder(folder, async () => {}), folder)
})

test('certificates: no process of a run reads extra ones', (t) => {
  t.is(process.env.NODE_EXTRA_CA_CERTS, undefined)
})

test('certificates: npm keeps the file of its configuration, and gets a file where it has none', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orm-certificates-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const extra = join(folder, 'extra.pem')
  await writeFile(extra, 'extra certificate')
  t.deepEqual(certificatesIn(folder, {}), {})
  t.deepEqual(certificatesIn(folder, { NODE_EXTRA_CA_CERTS: extra, npm_config_cafile: '/own' }), {
    NODE_EXTRA_CA_CERTS: undefined,
  })
  const { npm_config_cafile: file, ...more } = certificatesIn(folder, { NODE_EXTRA_CA_CERTS: extra })
  t.deepEqual(more, { NODE_EXTRA_CA_CERTS: undefined })
  const content = await readFile(file!, 'utf8')
  t.true(content.endsWith('extra certificate'))
  t.true(content.includes(rootCertificates[0]!))
})
