import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { root } from '../support/root.mjs'
import { allowed, generators, rawTexts } from './raw-text.js'

function repositoryTexts(): Map<string, readonly string[]> {
  const texts = new Map<string, readonly string[]>()
  const start = join(root, 'packages/core/src')
  for (const folder of generators) {
    for (const entry of readdirSync(join(start, folder), { recursive: true, encoding: 'utf8' })) {
      const path = `${folder}/${entry}`
      if (!/\.(?:ts|tpl)$/.test(path) || path.endsWith('/compiled.ts')) continue
      texts.set(path, rawTexts(path, readFileSync(join(start, path), 'utf8')))
    }
  }
  return texts
}

test('text from outside goes through a function for its destination', (t) => {
  const unlisted = [...repositoryTexts()].flatMap(([path, texts]) =>
    texts.filter((text) => !allowed[path]?.includes(text)).map((text) => `${path}: ${text}`),
  )
  t.deepEqual(unlisted, [], 'use a function of escape/, phpString() or quote(), or say in raw-text.ts why not')
})

test('what is allowed is there', (t) => {
  const texts = repositoryTexts()
  const gone = Object.entries(allowed).flatMap(([path, each]) =>
    each.filter((text) => !texts.get(path)?.includes(text)).map((text) => `${path}: ${text}`),
  )
  t.deepEqual(gone, [])
})

/** Each source inserts text into a context that it could break out of. */
const planted: Readonly<Record<string, readonly [path: string, source: string, found: string]>> = {
  'a name in a PHP comment': ['php/classes/x.ts', 'const doc = `/** ${table.name} */`', 'table.name'],
  'a name taken apart before': ['php/views/x.ts', 'const { name } = column\nreturn `$this->${name}`', 'name'],
  'a description': ['php/classes/x.ts', 'lines.push(` * ${table.description}`)', 'table.description'],
  'a name in SQL': ['dialects/mysql/ddl.ts', 'return `DROP TABLE ${table.name};`', 'table.name'],
  'a class in SQL': ['dialects/pgsql/ddl.ts', 'return `-- ${table.phpName}`', 'table.phpName'],
  'a class as a path': ['compile/model.ts', 'const path = `${table.phpName}.php`', 'table.phpName'],
  'the name of a file': [
    'compile/x.ts',
    'const head = `// from ${table.origin.source.file}`',
    'table.origin.source.file',
  ],
  'a sum of texts': ['behaviors/x/model.ts', "const code = '$this->' + column.name", 'column.name'],
  'a sum the other way': ['behaviors/x/model.ts', "const code = column.name + '()'", 'column.name'],
  'a value of a view': [
    'php/views/x.ts',
    'return {\n  comment: scope.table.description,\n}',
    'scope.table.description',
  ],
  'a hole of a template': ['php/templates/x.php.tpl', '// <%= view.description %>', 'view.description'],
  'a name in a hole': ['php/templates/x.php.tpl', '$this-><%= column.name %>', 'column.name'],
}

for (const [what, [path, source, text]] of Object.entries(planted)) {
  test(`reported: ${what}`, (t) => {
    t.deepEqual(rawTexts(path, source), [text])
  })
}

test('allowed: what a function has seen, and messages', (t) => {
  t.deepEqual(rawTexts('dialects/mysql/ddl.ts', 'return `DROP TABLE ${quote(table.name)};`'), [])
  t.deepEqual(rawTexts('php/classes/x.ts', 'const doc = `/** ${phpComment(table.name)} */`'), [])
  t.deepEqual(rawTexts('behaviors/x/model.ts', 'throw new BuildError(`no column "${column.name}"`)'), [])
  t.deepEqual(rawTexts('php/templates/x.php.tpl', 'f(<%- view.description %>)'), [])
})
