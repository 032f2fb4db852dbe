import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { root } from '../support/root.mjs'
import { checkImports } from './check-imports.js'
import { packageRules } from './import-rules.js'
import { scanSource } from './scan-source.js'

const core = 'packages/core/src'

const problemsOf = (sources: Record<string, string>) => checkImports(new Map(Object.entries(sources)))

function repositorySources(): Map<string, string> {
  const sources = new Map<string, string>()
  for (const name of Object.keys(packageRules)) {
    const folder = `packages/${name}/src`
    for (const entry of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (entry.endsWith('.ts')) sources.set(`${folder}/${entry}`, readFileSync(join(root, folder, entry), 'utf8'))
    }
  }
  return sources
}

test('every package imports only what its place allows', (t) => {
  t.deepEqual(checkImports(repositorySources()), [])
})

test('the rules name every package written in TypeScript', (t) => {
  const packages = readdirSync(join(root, 'packages')).filter(
    (name) => !existsSync(join(root, 'packages', name, 'composer.json')),
  )
  t.deepEqual(packages.sort(), Object.keys(packageRules).sort())
})

const forbidden: Record<string, { sources: Record<string, string>; problem: RegExp }> = {
  'core importing a wrapper': {
    sources: { [`${core}/compile/sql.ts`]: "import orm from 'gulp-orm'" },
    problem: /compile\/sql\.ts imports gulp-orm: core may import none of ours/,
  },
  'database importing the script': {
    sources: { 'packages/database/src/index.ts': "export { run } from 'orm-cli'" },
    problem: /imports orm-cli: database may import core/,
  },
  'one wrapper importing another': {
    sources: { 'packages/grunt/src/index.ts': "import orm from 'gulp-orm'" },
    problem: /imports gulp-orm: grunt may import core, project, database/,
  },
  'a path into another package': {
    sources: { 'packages/cli/src/run.ts': "import { x } from '../../core/src/compile/sql.js'" },
    problem: /by its name, never by a path/,
  },
  'a layer importing one below it in the table': {
    sources: { [`${core}/model/names.ts`]: "import type { State } from '../schema/state.js'" },
    problem: /model\/names\.ts imports .*schema\/state\.ts: model is below schema/,
  },
  'a layer importing what it knows nothing of': {
    sources: { [`${core}/model/names.ts`]: "import { decode } from '../xml/decode.js'" },
    problem: /model knows nothing of xml/,
  },
  'a dynamic import of a layer below': {
    sources: { [`${core}/errors/format.ts`]: "const model = await import('../model/index.js')" },
    problem: /errors is below model/,
  },
  'a layer of the database importing one below it': {
    sources: { 'packages/database/src/session/session.ts': "import { connect } from '../connect/connect.js'" },
    problem: /session is below connect/,
  },
  'a vendor importing another vendor': {
    sources: { [`${core}/dialects/mysql/ddl.ts`]: "import { types } from '../pgsql/types.js'" },
    problem: /know nothing of each other/,
  },
  'a driver in core': {
    sources: { [`${core}/compile/sql.ts`]: "import pg from 'pg'" },
    problem: /imports pg: the table of layers does not allow it here/,
  },
  'the disk in a build function': {
    sources: { [`${core}/compile/sql.ts`]: "import { readFileSync } from 'node:fs'" },
    problem: /imports node:fs:/,
  },
  'a folder without a place in the table': {
    sources: { [`${core}/compile/sql.ts`]: "import { x } from '../utils/x.js'" },
    problem: /does not name this folder/,
  },
  'the process in core': {
    sources: { [`${core}/config/load.ts`]: 'const home = process.env.HOME' },
    problem: /uses process/,
  },
  'the console in core': {
    sources: { [`${core}/compile/sql.ts`]: "console.log('done')" },
    problem: /uses console/,
  },
  'a circular import': {
    sources: {
      [`${core}/model/a.ts`]: "import { b } from './b.js'",
      [`${core}/model/b.ts`]: "import { c } from './c.js'",
      [`${core}/model/c.ts`]: "import { a } from './a.js'",
    },
    problem: /^circular import: .*a\.ts -> .*b\.ts -> .*c\.ts -> .*a\.ts$/,
  },
}

for (const [name, { sources, problem }] of Object.entries(forbidden)) {
  test(`reported: ${name}`, (t) => {
    const problems = problemsOf(sources)
    t.is(problems.length, 1, problems.join('\n'))
    t.regex(problems[0] ?? '', problem)
  })
}

test('allowed: the layers above, the own folder, the shared files of all vendors', (t) => {
  t.deepEqual(
    problemsOf({
      [`${core}/compile/sql.ts`]: "import { dialects } from '../dialects/index.js'\nimport { a } from './a.js'",
      [`${core}/dialects/index.ts`]: "import { mysql } from './mysql/index.js'",
      [`${core}/dialects/mysql/index.ts`]: "import type { Dialect } from '../dialect.js'\nimport './ddl.js'",
      'packages/project/src/files.ts': "import { rename } from 'node:fs/promises'\nimport { join } from 'node:path'",
      'packages/cli/src/run.ts':
        "import { build } from 'orm-core/internal'\nimport { insert } from 'orm-database'\nprocess.exit()",
    }),
    [],
  )
})

test('imports are told from comments, texts, templates and regular expressions', (t) => {
  const source = `
    // import a from 'comment'
    /* import b from 'block' */
    import c, { type D } from "real-1"
    export * from 'real-2'
    import 'real-3'
    const text = "import e from 'text'"
    const template = \`import f from 'template' \${await import('real-4') && \`\${{ g: 1 }} from 'inner'\`} from 'tail'\`
    const quote = /['"\`]/.test(text) ? 1 / 2 : 3 / 4
    const h = require('real-5')
    type I = import('real-6').I
    settings.process.env = { console: 1 }
  `
  const { imports, roots } = scanSource(source)
  t.deepEqual(imports, ['real-1', 'real-2', 'real-3', 'real-4', 'real-5', 'real-6'])
  t.false(roots.has('process'))
  t.false(roots.has('console'))
})

test('an import of types only is part of a circle, too, and has a direction', (t) => {
  t.deepEqual(
    problemsOf({
      [`${core}/model/table.ts`]: "import type { Relation } from './relation.js'",
      [`${core}/model/relation.ts`]: "import { type Table } from './table.js'",
    }),
    [`circular import: ${core}/model/relation.ts -> ${core}/model/table.ts -> ${core}/model/relation.ts`],
  )
  t.is(problemsOf({ [`${core}/xml/a.ts`]: "export type { Table } from '../model/table.js'" }).length, 1)
})

test('the name of a vendor is in its folders only', (t) => {
  const code = "const isMysql = name === 'sqlite' || /oracle/.test(`for pgsql`) // but mssql may be in a comment"
  t.deepEqual(problemsOf({ [`${core}/dialects/mysql/ddl.ts`]: code, 'packages/database/src/dialects/x.ts': code }), [])
  for (const file of [`${core}/php/scope.ts`, 'packages/cli/src/run.ts', 'packages/database/src/run.ts']) {
    t.deepEqual(
      problemsOf({ [file]: code }),
      ['isMysql', "'sqlite'", '/oracle/', 'for pgsql'].map(
        (word) => `${file} names a vendor in ${word}: ask for a capability of its dialect`,
      ),
    )
  }
})
