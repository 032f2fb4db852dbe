import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { ormScript } from '../support/project.js'
import { root } from '../support/root.mjs'

const execute = promisify(execFile)
const help = async (...args: string[]): Promise<string> =>
  (await execute(process.execPath, [ormScript, 'help', ...args], { env: { ...process.env, NO_COLOR: '1' } })).stdout

/** The lines below a title of the help, up to the next empty line. */
const below = (text: string, title: string): string[] =>
  (text.split(`\n${title}:\n`)[1] ?? '').split('\n\n')[0]!.split('\n').filter(Boolean)

const cell = (text: string): string => text.replace(/[|*]/g, '\\$&').replace(/<(\w+)>/g, '`<$1>`')

function optionTable(lines: readonly string[]): string {
  const rows = lines.map((line) => {
    const [, option, about, values, preset = ''] =
      /^ {2}(-.+?) {2,}(.*?)(?: \((?:([^()]*); )?default: (.*)\))?$/.exec(line) ?? []
    if (option === undefined || about === undefined) throw new Error(`"${line}" is not an option`)
    return `| \`${option}\` | ${cell(values ? `${about} (${values})` : about)} | ${cell(preset)} |`
  })
  return ['| Option | What it does | Default |', '| --- | --- | --- |', ...rows].join('\n')
}

async function section(name: string): Promise<string> {
  const text = await help(name)
  const [usage = '', about = '', ...more] = text.split('\n\n')
  const argument = more[0] && !/^[A-Z]\w+( \w+)*:\n/.test(more[0]) ? [more[0]] : []
  const options = below(text, 'Options')
  const examples = below(text, 'Examples').map((line) => line.trim())
  return [
    `### ${name}`,
    about,
    ...argument,
    ...(options.length > 0 ? [optionTable(options)] : []),
    `\`\`\`sh\n${examples.length > 0 ? examples.join('\n') : usage.replace(/^Usage: /, '')}\n\`\`\``,
  ].join('\n\n')
}

async function generated(): Promise<string> {
  const overview = await help()
  const groups = [...overview.matchAll(/^(\w+):\n/gm)].map(([, group]) => group!)
  const sections: string[] = []
  for (const group of groups.filter((name) => name !== 'Usage')) {
    const names = below(overview, group).map((line) => /^ {2}(\S+)/.exec(line)![1]!)
    sections.push(`## ${group}`, ...(await Promise.all(names.map(section))))
  }
  const codes = below(overview, 'Exit codes').map((line) => line.replace(/^ {2}(\d+) +(.*)$/, '| $1 | $2 |'))
  return [
    ['| exit code | meaning |', '| --- | --- |', ...codes].join('\n'),
    optionTable(below(overview, 'Options of every command')),
    ...sections,
  ].join('\n\n')
}

test('docs/commands.md has what the help of each command says', async (t) => {
  const file = join(root, 'docs/commands.md')
  const page = await readFile(file, 'utf8')
  const commands = await generated()
  const expected = page.replace(
    /(<!-- commands -->\n)[\s\S]*(\n<!-- end -->)/,
    (_, start, end) => `${start}\n${commands}\n${end}`,
  )
  if (process.env.UPDATE_GOLDEN && !process.env.CI) await writeFile(file, expected)
  else t.is(page, expected)
  t.true(commands.includes('### migration:diff'))
})
