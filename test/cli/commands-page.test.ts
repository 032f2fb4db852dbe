import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { ormInProcess } from '../support/orm-in-process.js'
import { root } from '../support/root.mjs'

const help = async (...args: string[]): Promise<string> => (await ormInProcess(root, ['help', ...args])).stdout

/** The lines below a title of the help, up to the next empty line. */
const below = (text: string, title: string): string[] =>
  (text.split(`\n${title}:\n`)[1] ?? '').split('\n\n')[0]!.split('\n').filter(Boolean)

const cell = (text: string): string => text.replace(/[|*]/g, '\\$&').replace(/<(\w+)>/g, '`<$1>`')

function optionRow(line: string): string {
  const [, option, about, values, preset = ''] =
    /^ {2}(-.+?) {2,}(.*?)(?: \((?:([^()]*); )?default: (.*)\))?$/.exec(line) ?? []
  if (option === undefined || about === undefined) throw new Error(`"${line}" is not an option`)
  return `| \`${option}\` | ${cell(values ? `${about} (${values})` : about)} | ${cell(preset)} |`
}

const optionTable = (rows: readonly string[]): string =>
  ['| Option | What it does | Default |', '| --- | --- | --- |', ...rows].join('\n')

interface CommandHelp {
  readonly name: string
  readonly text: string
  readonly rows: readonly string[]
}

const commandHelp = async (name: string): Promise<CommandHelp> => {
  const text = await help(name)
  return { name, text, rows: below(text, 'Options').map(optionRow) }
}

function section({ name, text, rows }: CommandHelp, shared: ReadonlySet<string>): string {
  const [usage = '', about = '', ...more] = text.split('\n\n')
  const argument = more[0] && !/^[A-Z]\w+( \w+)*:\n/.test(more[0]) ? [more[0]] : []
  const own = rows.filter((row) => !shared.has(row))
  const others = rows.filter((row) => shared.has(row)).map((row) => /`(--[\w-]+)/.exec(row)![1])
  const examples = below(text, 'Examples').map((line) => line.trim())
  return [
    `### ${name}`,
    about,
    ...argument,
    ...(own.length > 0 ? [optionTable(own)] : []),
    ...(others.length > 0 ? [`[Shared options](#shared-options): \`${others.join('`, `')}\`.`] : []),
    `\`\`\`sh\n${examples.length > 0 ? examples.join('\n') : usage.replace(/^Usage: /, '')}\n\`\`\``,
  ].join('\n\n')
}

/** Options that mean the same in at least four commands; the page explains them once. */
function sharedRows(commands: readonly CommandHelp[]): string[] {
  const uses = new Map<string, number>()
  for (const row of commands.flatMap(({ rows }) => rows)) uses.set(row, (uses.get(row) ?? 0) + 1)
  return [...uses].filter(([, count]) => count >= 4).map(([row]) => row)
}

const exitCodeTable = (overview: string): string =>
  [
    '| exit code | meaning |',
    '| --- | --- |',
    ...below(overview, 'Exit codes').map((line) => line.replace(/^ {2}(\d+) +(.*)$/, '| $1 | $2 |')),
  ].join('\n')

async function generated(): Promise<string> {
  const overview = await help()
  const groups = [...overview.matchAll(/^(\w+):\n/gm)].map(([, group]) => group!).filter((name) => name !== 'Usage')
  const commands = new Map<string, CommandHelp[]>()
  for (const group of groups) {
    const names = below(overview, group).map((line) => /^ {2}(\S+)/.exec(line)![1]!)
    commands.set(group, await Promise.all(names.map(commandHelp)))
  }
  const shared = sharedRows([...commands.values()].flat())
  const isShared = new Set(shared)
  return [
    exitCodeTable(overview),
    'Every command has these options:',
    optionTable(below(overview, 'Options of every command').map(optionRow)),
    ...[...commands].flatMap(([group, helps]) => [
      `## ${group}`,
      ...helps.map((command) => section(command, isShared)),
    ]),
    '## Shared options',
    'These options mean the same in every command that lists them.',
    optionTable([...shared].sort()),
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

test('the README of orm-cli has the exit codes of the help', async (t) => {
  const readme = await readFile(join(root, 'packages/cli/README.md'), 'utf8')
  t.true(readme.includes(`${exitCodeTable(await help())}\n\n`))
})
