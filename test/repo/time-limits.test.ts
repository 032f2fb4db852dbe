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

const action = /\.(?:click|press|check|uncheck|selectOption|dragTo|goBack)\(|\bsubmit\(/
/** Reads that return what a page shows at this moment. Right after an action, it may still show what it did before. */
const immediateRead =
  /\.(?:allTextContents|allInnerTexts|count|isVisible|isHidden|isEnabled|isDisabled|url)\(\)|\bpage\.is(?:Hidden|Visible)\(|\btitlesOf\(/
/** What waits for the page, and the first and last line of a test or function. */
const waiting = /waitFor|\buntil\(|\.goto\(|\.reload\(|\bsays\(|\bshows\(|^\S/

function earlyReadsIn(text: string): string[] {
  if (!/\bpage\./.test(text)) return []
  let isChanging = false
  return text.split('\n').filter((line) => {
    if (waiting.test(line)) isChanging = false
    const isEarly = isChanging && immediateRead.test(line)
    if (action.test(line) && !waiting.test(line)) isChanging = true
    return isEarly
  })
}

test('no test reads a page between an action and what shows that it has taken effect', (t) => {
  const folder = join(root, 'test')
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/^(?:dist|golden)\/|^repo\/time-limits/.test(path))
    .flatMap((path) => earlyReadsIn(readFileSync(join(folder, path), 'utf8')).map((line) => `${path}: ${line.trim()}`))
  t.deepEqual(found, [])
})

test('early reads are found', (t) => {
  const click = "  await page.getByRole('button').click()"
  const read = "  t.deepEqual(await page.locator('li').allTextContents(), [])"
  t.deepEqual(earlyReadsIn([click, read].join('\n')), [read])
  t.deepEqual(
    earlyReadsIn([click, "  const rows = page.locator('tr')", '  t.is(await rows.count(), 7)'].join('\n')).length,
    1,
  )
  t.deepEqual(earlyReadsIn([click, "  await page.getByText('Saved').waitFor()", read].join('\n')), [])
  t.deepEqual(earlyReadsIn([click, '})', read].join('\n')), [])
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
