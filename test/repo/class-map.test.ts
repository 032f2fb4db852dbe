import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { root } from '../support/root.mjs'

const runtime = join(root, 'packages', 'runtime')

test('the class map of the runtime has all its classes', (t) => {
  const files = readdirSync(join(runtime, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.php'))
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
  const lines = files.map((file) => {
    const name = file.slice(0, -'.php'.length).replaceAll('/', '\\')
    const line = `    'Orm\\Runtime\\${name}' => '${file}',`
    return line.length <= 120 ? line : line.replace(' => ', '\n        => ')
  })
  const expected = `<?php

declare(strict_types=1);

// The classes for autoload.php. UPDATE_GOLDEN=1 npm test -- test/repo/class-map.test.ts writes it.
return [
${lines.join('\n')}
];
`
  const file = join(runtime, 'class-map.php')
  if (process.env.UPDATE_GOLDEN && !process.env.CI) writeFileSync(file, expected)
  t.is(readFileSync(file, 'utf8'), expected)
})
