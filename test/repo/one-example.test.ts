import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { root } from '../support/root.mjs'

// All pages use the same bookstore, the connection `default`, and the file `orm.yaml`, so that readers see one consistent
// example.

const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  // The changes page is excluded, because it quotes earlier projects.
  .filter((name) => name.endsWith('.md') && !name.startsWith('changes-'))
  .map((name) => ({ name: `docs/${name}`, lines: readFileSync(join(root, 'docs', name), 'utf8').split('\n') }))

/** Returns the places that use a different name; the pattern captures the name. */
const strays = (pattern: RegExp, allowed: RegExp, except: readonly string[] = []) =>
  pages
    .filter(({ name }) => !except.includes(name))
    .flatMap(({ name, lines }) =>
      lines.flatMap((line, at) =>
        [...line.matchAll(pattern)]
          .filter(([, found = '']) => !allowed.test(found))
          .map(([text]) => `${name}:${at + 1}: ${text}`),
      ),
    )

test('every schema of the manual is for the connection "default"', (t) => {
  t.deepEqual(strays(/<database [^>]*?\bname="([^"]*)"/g, /^default$/), [])
})

test('every connection that the manual opens, configures or reports is "default"', (t) => {
  t.deepEqual(strays(/[cC]onnection(?:Manager)?(?:Single)?\('(\w+)'/g, /^default$/), [])
  t.deepEqual(strays(/\bconnection "(\w+)"/g, /^default$/), [])
  t.deepEqual(strays(/^ +(\w+): \{ ?adapter:/g, /^default$/), [])
  t.deepEqual(strays(/--connection[ =]'?"?(\w+)=/g, /^default$/), [])
})

test('every generated class of the manual is of the bookstore', (t) => {
  // The namespaces of applications in frameworks, of libraries, and of Orm.
  const others = /^(?:Bookstore|Orm|Propel|App|Acme|Illuminate|Symfony|Psr|PHPUnit|Model)$/
  t.deepEqual(strays(/^use (?:function )?(\w+)\\/g, others), [])
  t.deepEqual(strays(/<database [^>]*?\bnamespace="(\w+)/g, /^Bookstore$/), [])
})

test('the configuration file of the manual is orm.yaml', (t) => {
  // Only this page says that both names are read.
  t.deepEqual(strays(/\b(orm\.yml)\b/g, /^$/, ['docs/configuration.md']), [])
})

test('no page tells of a shop, a cinema or a library of films', (t) => {
  t.deepEqual(strays(/\b((?:[sS]hop|[cC]inema|[fF]ilm)s?)\b/g, /^$/, ['docs/benchmarks.md']), [])
})
