import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { run } from 'orm-cli'

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs `orm` on one schema in a folder of its own. */
async function orm(t: ExecutionContext, schema: string, args: readonly string[], isTTY = false): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'orm-cli-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const config = 'orm:\n  database:\n    connections:\n      shop:\n        adapter: sqlite\n        dsn: "sqlite:x"\n'
  await writeFile(join(folder, 'orm.yaml'), config)
  await writeFile(join(folder, 'schema.xml'), schema)
  let [stdout, stderr] = ['', '']
  const io = {
    env: {},
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text), isTTY },
  }
  const folders = [`--config-dir=${folder}`, `--schema-dir=${folder}`, `--output-dir=${join(folder, 'out')}`]
  // loadDatabase.php goes beside config.php, which would be in the working directory.
  const loader = args[0] === 'model:build' ? [`--loader-script-dir=${folder}`] : []
  const code = await run([args[0]!, ...folders, ...loader, ...args.slice(1)], io)
  return { code, stdout: stdout.replaceAll(folder, '.'), stderr: stderr.replaceAll(folder, '.') }
}

const log =
  '<database name="shop">\n\t<table name="log">\n\t\t<column name="text" type="varchar"/>\n\t</table>\n</database>\n'
const wrong =
  '<database name="shop">\n  <table name="log">\n    <column name="text" typ="varchar"/>\n  </table>\n</database>\n'

test('a warning is told, and the build goes on', async (t) => {
  const { code, stdout, stderr } = await orm(t, log, ['sql:build'])
  t.is(code, 0)
  t.regex(stderr, /^\.\/schema\.xml:2:2 ORM-W406 table "log" has no primary key: .*\nrun "orm explain ORM-W406" .*\n$/)
  t.regex(stdout, /created .*shop\.sql/)
})

test('--strict fails on a warning and writes nothing', async (t) => {
  const { code, stdout, stderr } = await orm(t, log, ['sql:build', '--strict'])
  t.is(code, 1)
  t.regex(stderr, /ORM-W406/)
  t.is(stdout, '')
})

test('a terminal gets the line with a caret below the place', async (t) => {
  const { stderr } = await orm(t, log, ['model:build'], true)
  t.true(stderr.includes('\n1 | <database name="shop">\n2 | \t<table name="log">\n  | \t^\n\n'), stderr)
})

test('without a terminal an error is one line with file, line, column, code, message and hint', async (t) => {
  const { code, stderr } = await orm(t, wrong, ['model:build', '--quiet'])
  t.is(code, 1)
  t.is(stderr, './schema.xml:3:25 ORM-S102 <column> has no attribute "typ" (did you mean "type"?)\n')
})

test('--format=json gives one document for tools, on success and on failure', async (t) => {
  const good = await orm(t, log, ['sql:build', '--format=json'])
  t.is(good.stderr, '')
  t.like(JSON.parse(good.stdout), {
    diagnostics: [{ code: 'ORM-W406', severity: 'warning', file: './schema.xml', line: 2, column: 2 }],
    more: 0,
    files: [{ path: './out/shop.sql', outcome: 'created' }, { outcome: 'created' }],
  })
  const bad = await orm(t, wrong, ['sql:build', '--format=json'])
  t.is(bad.code, 1)
  t.is(bad.stderr, '')
  t.deepEqual(JSON.parse(bad.stdout), {
    diagnostics: [
      {
        code: 'ORM-S102',
        severity: 'error',
        message: '<column> has no attribute "typ"',
        file: './schema.xml',
        line: 3,
        column: 25,
        hint: 'did you mean "type"?',
        page: 'errors.md#orm-s102-unknown-attribute',
      },
    ],
    more: 0,
    files: [],
    notices: [],
  })
})

test('an unknown format is wrong usage', async (t) => {
  const { code, stderr } = await orm(t, log, ['sql:build', '--format=xml'])
  t.is(code, 2)
  t.is(stderr, 'orm: --format must be one of text, json, got "xml"\n')
})

test('a hundred problems are shown, and the number of the others', async (t) => {
  const tables = Array.from({ length: 120 }, (_, number) => `<table name="t${number}"/>`).join('\n')
  const { stderr } = await orm(t, `<database name="shop">\n${tables}\n</database>`, ['sql:build'])
  const lines = stderr.trimEnd().split('\n')
  t.is(lines.length, 102)
  t.is(lines[100], '… and 20 more')
  const json = await orm(t, `<database name="shop">\n${tables}\n</database>`, ['sql:build', '--format=json'])
  t.is(JSON.parse(json.stdout).more, 20)
})

test('errors come first, and many warnings of one kind are one', async (t) => {
  const columns = Array.from({ length: 200 }, (_, number) => `<column name="c${number}" type="integer" width="1"/>`)
  const text = `<database name="shop">\n<table name="t">\n${columns.join('\n')}\n</table>\n<table name="u"/>\n</database>`
  const { stderr } = await orm(t, text, ['sql:build'])
  const lines = stderr.trimEnd().split('\n')
  t.is(lines.length, 4)
  t.regex(lines[0]!, /^\.\/schema\.xml:204:1 ORM-S205 /)
  t.true(
    lines.includes('./schema.xml:3:34 ORM-W105 <column> has no attribute "width"; 200 times, this is the first'),
    stderr,
  )
  const json = JSON.parse((await orm(t, text, ['sql:build', '--format=json'])).stdout)
  t.is(json.diagnostics[0].code, 'ORM-S205')
  t.like(
    json.diagnostics.find(({ code }: { code: string }) => code === 'ORM-W105'),
    { times: 200, line: 3 },
  )
})

test('--strict makes an error of an attribute without effect', async (t) => {
  const text = log.replace('<table ', '<table noXsd="1" ')
  t.is((await orm(t, text, ['sql:build'])).code, 0)
  const { code, stderr } = await orm(t, text, ['sql:build', '--strict'])
  t.is(code, 1)
  t.regex(stderr, /ORM-W105/)
})
