import { join } from 'node:path'
import test from 'ava'
import { Places } from '#project/places.js'
import { root } from '../support/root.mjs'

test('a file has the place that join() gives it', (t) => {
  for (const directory of ['.', './out', 'out/', 'out//deep', '../out', '/out']) {
    const places = new Places(directory)
    for (const path of ['Book.php', 'Base/Book.php', 'Base/Author.php', '../conf/loadDatabase.php', 'a/../b/C.php']) {
      t.is(places.of(path), join(directory, path))
    }
  }
})

test('it tells which folders are there', (t) => {
  const places = new Places(root)
  t.true(places.hasFolder('package.json'))
  t.true(places.hasFolder('test/core/x'))
  t.false(places.hasFolder('test/no/such/x'))
  t.true(new Places('.').hasFolder('x'))
})
