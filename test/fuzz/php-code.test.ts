import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { check } from '../support/fuzz.js'
import { ormInProcess } from '../support/orm-in-process.js'

// Pieces of PHP that change how what follows is read, whether PHP accepts their order or not.
const pieces = [
  ...[
    '<?php ',
    '<?= ',
    '<?',
    '?>',
    '\r\n',
    ' ',
    '#[A(1), B]',
    '#',
    '//',
    '/*',
    '*/',
    "'",
    '"',
    '`',
    '\\',
    '\\"',
    '{$a',
    '${b',
    '{',
    '}',
    '(',
    ')',
  ],
  ...[
    '<<<X\n',
    "<<<'X'\n",
    '<<<"X"\n',
    '\n  X',
    '\nX;',
    '[',
    ']',
    ';',
    ',',
    '::',
    '?->',
    '=>',
    '$a',
    '$é',
    '0x1F',
    '1.5e3',
    '\0',
    '\xe9',
  ],
  ...[
    'use A\\{B, C as D};',
    'use E as F;',
    'use function g\\h;',
    'namespace N;',
    'namespace {',
    'class G extends \\H\\I',
    '__halt_compiler();',
    'fn',
    'enum',
    'as',
  ],
]

test('migrate-code leaves what is not of Propel as it is, down to the byte, in any order of pieces', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orm-php-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'a.php')
  const code = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((found) => found.join(''))
  await check(
    t,
    { short: 150, long: 20_000 },
    fc.asyncProperty(code, async (text) => {
      // The name makes the command read the code.
      const written = `<?php Propel\\Other\\f();${text}`
      await writeFile(file, written, 'latin1')
      const { code, stderr } = await ormInProcess(folder, ['migrate-code'])
      if (code !== 0) throw new Error(stderr)
      const read = await readFile(file, 'latin1')
      if (read !== Buffer.from(written, 'latin1').toString('latin1'))
        throw new Error(`changed to ${JSON.stringify(read)}`)
    }),
  )
})
