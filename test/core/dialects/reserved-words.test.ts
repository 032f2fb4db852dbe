import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { dialects } from 'orm-core'
import { root } from '../../support/root.mjs'

const adapters = join(root, 'packages', 'runtime', 'src', 'Adapter', 'Pdo')

test('the runtime knows the same reserved words', async (t) => {
  for (const { name, reservedWords, neverQuotes } of Object.values(dialects)) {
    const php = await readFile(join(adapters, `${name.charAt(0).toUpperCase()}${name.slice(1)}Adapter.php`), 'utf8')
    const [, literals = ''] = /const RESERVED(?:_WORDS)? = ([^;]+);/.exec(php) ?? []
    const words: string[] = literals.match(/\w+/g) ?? []
    t.deepEqual(words, neverQuotes ? [] : [...reservedWords], name)
  }
})
