import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { mutantsOfJavascript } from '../support/mutants/javascript.mjs'
import { linesByFile, sampleOf } from '../support/mutants/sample.mjs'
import { root } from '../support/root.mjs'

interface Mutant {
  readonly start: number
  readonly end: number
  readonly replacement: string
}

const changed = (code: string, { start, end, replacement }: Mutant) =>
  code.slice(0, start) + replacement + code.slice(end)

test('every place of a module is changed by itself', (t) => {
  const code = "import { x } from 'x'\nexport const f = (a) => {\n  if (a < 1 && !a.b) run(a)\n  return a ?? ['q']\n}\n"
  const body = (text: string) => text.split('\n').slice(2, 4).join('\n')
  t.deepEqual(
    mutantsOfJavascript(code).map((mutant) => body(changed(code, mutant)).trim()),
    [
      "  if (!(a < 1 && !a.b)) run(a)\n  return a ?? ['q']",
      "  if (a < 1 || !a.b) run(a)\n  return a ?? ['q']",
      "  if (a <= 1 && !a.b) run(a)\n  return a ?? ['q']",
      "  if (a < 2 && !a.b) run(a)\n  return a ?? ['q']",
      "  if (a < 1 && a.b) run(a)\n  return a ?? ['q']",
      "  if (a < 1 && !a.b) ;\n  return a ?? ['q']",
      '  if (a < 1 && !a.b) run(a)\n  return undefined',
      "  if (a < 1 && !a.b) run(a)\n  return (a && ['q'])",
      '  if (a < 1 && !a.b) run(a)\n  return a ?? []',
      "  if (a < 1 && !a.b) run(a)\n  return a ?? ['']",
    ].map((text) => text.trim()),
  )
})

// Started by a word that no import shows; it needs: php
test('every place of a function in PHP is changed by itself', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'orm-mutants-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'A.php')
  const code =
    "<?php class A { const B = 1; function f($a) { if ($a === 'é') { $this->g(); } return $a - 1 > 0 || true; } }"
  writeFileSync(file, code)
  const program = join(root, 'test/support/mutants/mutants.php')
  const { mutants } = JSON.parse(execFileSync('php', [program], { input: file, encoding: 'utf8' }))[file]
  const bytes = Buffer.from(code)
  t.deepEqual(
    mutants.map(({ start, end, replacement }: Mutant) =>
      Buffer.concat([bytes.subarray(0, start), Buffer.from(replacement), bytes.subarray(end)])
        .toString()
        .slice(46, -4),
    ),
    [
      "if (!($a === 'é')) { $this->g(); } return $a - 1 > 0 || true;",
      "if ($a !== 'é') { $this->g(); } return $a - 1 > 0 || true;",
      "if ($a === '') { $this->g(); } return $a - 1 > 0 || true;",
      "if ($a === 'é') { ; } return $a - 1 > 0 || true;",
      "if ($a === 'é') { $this->g(); } return $a + 1 > 0 || true;",
      "if ($a === 'é') { $this->g(); } return $a - (1 + 1) > 0 || true;",
      "if ($a === 'é') { $this->g(); } return $a - 1 >= 0 || true;",
      "if ($a === 'é') { $this->g(); } return $a - 1 > (0 + 1) || true;",
      "if ($a === 'é') { $this->g(); } return $a - 1 > 0 && true;",
      "if ($a === 'é') { $this->g(); } return $a - 1 > 0 || false;",
    ],
  )
  t.is(readFileSync(file, 'utf8'), code)
})

test('a sample is repeated by its seed', (t) => {
  const list = Array.from({ length: 100 }, (_, index) => index)
  const sample = sampleOf(list, 10, 7)
  t.is(sample.length, 10)
  t.deepEqual(sampleOf(list, 10, 7), sample)
  t.notDeepEqual(sampleOf(list, 10, 8), sample)
  t.deepEqual(sampleOf(list, 100, 1), list)
})

test('places are listed by file, those with the most first, and lines near each other are one range', (t) => {
  const placesOf = (file: string, lines: readonly number[]) => lines.map((line) => ({ file, line }))
  t.deepEqual(linesByFile([...placesOf('a.ts', [7]), ...placesOf('b.ts', [9, 3, 3, 20, 6])]), [
    { file: 'b.ts', count: 5, lines: '3-9, 20' },
    { file: 'a.ts', count: 1, lines: '7' },
  ])
})
