import test from 'ava'
import { quote } from '#core/dialects/oracle/ddl.js'
import { platform } from '#core/dialects/oracle/platform.js'

test('a name is unquoted in SQL files if a schema may have it, as the runtime never quotes', (t) => {
  for (const name of ['book', 'Book', 'größe', 'a$b#1', 'unit price', '2fa', 'a"b', '_x', 'a.b']) {
    const isRefused = platform.unusableNames.some(({ pattern }) => pattern.test(name))
    t.is(quote(name) === name, !isRefused, name)
  }
})
