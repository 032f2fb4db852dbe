import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { root } from '../support/root.mjs'

/** Each of these lets a test fail on a slow or busy machine although nothing is wrong. */
const limits: readonly RegExp[] = [
  /\bt\.timeout\(/,
  /\bdeadline\b/,
  /\b(?:Date\.now|performance\.now)\(\) \+/,
  /\b(?:Date\.now|performance\.now|microtime)\((?:true)?\) - \$?\w+\)? [<>]/,
  /Timeout\([1-9][\d_]*\)/,
  // Another run may hold a lock for long. Tests where the lock never ends wait for one second.
  /lock-timeout=(?!1\b|3600\b)\d/,
  // A killed process may still write while its folder is removed.
  /teardown\(\(\) => [\w.#]+\.kill\(/,
]

const limitsIn = (text: string): string[] => text.split('\n').filter((line) => limits.some((limit) => limit.test(line)))

test('no test has a time limit: it waits by until() of patience.mjs, ends programs by end() of command.mjs, and measures processor time', (t) => {
  const folder = join(root, 'test')
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => /\.(?:ts|mjs|php)$/.test(path) && !/^(?:dist|golden|bench|cluster)\/|^repo\/time-limits/.test(path),
    )
    .flatMap((path) => limitsIn(readFileSync(join(folder, path), 'utf8')).map((line) => `${path}: ${line.trim()}`))
  t.deepEqual(found, [])
})

test('limits are found', (t) => {
  for (const line of [
    't.timeout(60_000)',
    'const deadline = soon',
    'while (Date.now() < Date.now() + 5000)',
    't.true(performance.now() - begin < 8000)',
    'self::assertTrue(microtime(true) - $begin < 5)',
    'page.setDefaultTimeout(60_000)',
    "run(runner, project, ['migrate', '--lock-timeout=60'])",
    't.teardown(() => this.#child.kill())',
  ]) {
    t.deepEqual(limitsIn(line), [line])
  }
  t.deepEqual(limitsIn('const seconds = (performance.now() - begin) / 1000'), [])
})
