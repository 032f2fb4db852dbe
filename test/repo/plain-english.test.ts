import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { root } from '../support/root.mjs'

/** All files that people read: sources, tests, and documentation. */
const files = execFileSync('git', ['ls-files', 'packages', 'examples', 'docs', 'test', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(?:ts|mjs|js|cjs|php|md)$/.test(path) && path !== 'test/repo/plain-english.test.ts')

const linesWith = (pattern: RegExp, among = files): string[] =>
  among.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  )

test('nothing refers to a document that is not in the repository', (t) => {
  t.deepEqual(linesWith(/§\s?\d|\(behaviors [A-Z]\d|\b(?:schema|config|sql)-reference\b|\b(?:model|runtime)-api\b/), [])
})

test('no riddles', (t) => {
  t.deepEqual(
    linesWith(
      /\bto whom\b|\bis dear\b|as you wished|\bis none any more\b|on purpose says so|most tables are not\b|\bWho changes\b/,
    ),
    [],
  )
})

test('sources and the manual name the subject: no "whoever", no hook that "says no", nothing that "cannot be had"', (t) => {
  const read = files.filter((path) => /^(?:packages\/[^/]+\/src|docs)\//.test(path) && path !== 'docs/benchmarks.md')
  t.deepEqual(
    linesWith(/\b[Ww]hoever\b|\bWho [a-z]+s\b|\b(?:says?|said) no\b|\bcannot be had\b|\bto be had\b/, read),
    [],
  )
})

test('a message says that something is not one of the known values, not that it is none of them', (t) => {
  const sources = files.filter((path) => /^packages\/[^/]+\/src\//.test(path))
  t.deepEqual(linesWith(/is none of \$\{/, sources), [])
})

test('"one file per table", not "one file a table"', (t) => {
  const counted =
    '(?:one|two|three|five|eight|ten|lines?|files?|statements?|rows?|codes?|methods?|diagnostics?|messages?)'
  const things = '(?:table|database|vendor|line|column|file|folder|connection|partner|parameter|relation|commit)'
  const english = files.filter((path) => path !== 'docs/changes-0.1.0.md')
  t.deepEqual(linesWith(new RegExp(`\\b${counted} an? ${things}\\b`, 'i'), english), [])
})

test('messages name no file of the repository, which users do not have', (t) => {
  const sources = files.filter((path) => /^packages\/[^/]+\/src\//.test(path) && !path.endsWith('/explanations.ts'))
  t.deepEqual(linesWith(/^(?!\s*(?:\/?\*|\/\/)).*\bdocs\/[\w-]+\.md/, sources), [])
})

test('a message of the runtime says that something is not a valid X, not that it is no X', (t) => {
  const runtime = files.filter((path) => path.startsWith('packages/runtime/src/'))
  t.deepEqual(linesWith(/sprintf\(\s*'[^']*(?:%s"?|text) is no (?!longer|need)/, runtime), [])
})
