import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { dialects } from 'orm-core'
import { root } from '../../support/root.mjs'

test('the runtime knows the same reserved words', async (t) => {
  const php = await readFile(join(root, 'packages', 'runtime', 'src', 'Adapter', 'Pdo', 'ReservedWords.php'), 'utf8')
  for (const { name, reservedWords, neverQuotes } of Object.values(dialects)) {
    const [, literals = ''] = new RegExp(`const ${name.toUpperCase()} = ([^;]+);`).exec(php) ?? []
    const words: string[] = literals.match(/\w+/g) ?? []
    t.deepEqual(words, neverQuotes ? [] : [...reservedWords], name)
  }
})
