import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { formatDiagnostic, loadConfig, OrmError } from 'orm-core'
import { memoryFiles } from '../../support/memory-files.js'
import { root } from '../../support/root.mjs'

/**
 * Wrong configurations: data files with cases of the form
 *
 *   what is wrong
 *   ----- orm.yaml
 *   the file; more files may follow
 *   ----- expected
 *   what is reported
 *   =====
 *
 * UPDATE_GOLDEN=1 rewrites what is expected.
 */
const folder = join(root, 'test', 'core', 'config', 'mistakes')

interface Case {
  readonly title: string
  readonly files: ReadonlyMap<string, string>
  readonly expected: string
}

const isUpdate = Boolean(process.env.UPDATE_GOLDEN && !process.env.CI)
const secret = 'S3cr3t-Pa55'
let count = 0
const formats = new Set<string>()

for (const name of readdirSync(folder)) {
  const path = join(folder, name)
  const cases = readFileSync(path, 'utf8').split('=====\n').filter(Boolean).map(parseCase)
  for (const { title, files, expected } of cases) {
    count++
    for (const file of files.keys()) formats.add(file.replace(/^.*orm\.|\.dist$/g, ''))
    test(`${name.replace('.txt', '')}: ${title}`, async (t) => {
      const actual = await diagnose(files)
      if (!isUpdate) t.is(actual, expected)
      t.notRegex(actual, new RegExp(secret), 'no secret is shown')
    })
  }
  if (!isUpdate) continue
  test.after(async () => {
    const rewritten = cases.map(async (one) => printCase({ ...one, expected: await diagnose(one.files) }))
    writeFileSync(path, (await Promise.all(rewritten)).join('=====\n'))
  })
}

test('there are at least 40 wrong configurations, in all five formats', (t) => {
  t.true(count >= 40, `${count} cases`)
  for (const format of ['yaml', 'json', 'ini', 'xml', 'php']) t.true(formats.has(format), format)
})

async function diagnose(files: ReadonlyMap<string, string>): Promise<string> {
  const php = () => Promise.reject(new Error('there is no "php" on the PATH'))
  try {
    await loadConfig({ files: memoryFiles(Object.fromEntries(files)), env: { SET: 'value' }, php })
    return 'nothing\n'
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    return error.diagnostics.map((diagnostic) => `${formatDiagnostic(diagnostic)}\n`).join('')
  }
}

function parseCase(text: string): Case {
  const [title = '', ...blocks] = text.split(/^----- /m)
  const parts = blocks.map((block): [string, string] => {
    const end = block.indexOf('\n')
    return [block.slice(0, end), block.slice(end + 1)]
  })
  const expected = parts.find(([name]) => name === 'expected')?.[1] ?? ''
  return { title: title.trim(), files: new Map(parts.filter(([name]) => name !== 'expected')), expected }
}

function printCase({ title, files, expected }: Case): string {
  const blocks = [...files, ['expected', expected]].map(([name, text]) => `----- ${name}\n${text}`)
  return [`${title}\n`, ...blocks].join('')
}
