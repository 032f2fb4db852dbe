import { execFile } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import type { Command } from '#cli/command.js'
import { commands } from '#cli/commands/index.js'
import { loaded } from '#cli/find-command.js'
import { flagOf } from '#cli/flags.js'
import { createProject, type Project } from '../support/project.js'
import { root } from '../support/root.mjs'
import { keys, Terminal } from '../support/terminal.js'

const all: readonly Command[] = await Promise.all(commands.map(loaded))

const schema = `<database name="shop">
  <table name="book"><column name="id" type="integer" primaryKey="true" autoIncrement="true"/></table>
</database>`

const script = join(root, 'test/dist/support/stubbed-commands.js')

/** What each command printed with the body, and its exit code. */
function perCommand(output: string): Map<string, { text: string; code: number }> {
  const parts = output.replaceAll('\r\n', '\n').split(/^== /m).slice(1)
  return new Map(
    parts.map((part) => {
      const [, name, text, code] = /^(\S+)\n(.*)\n-- (\d+)\n/s.exec(part) ?? []
      if (name === undefined) throw new Error(`no outcome in:\n${part}`)
      return [name, { text: text!, code: Number(code) }]
    }),
  )
}

const onTerminal = async (...args: string[]) => {
  const terminal = new Terminal([process.execPath, script, ...args], root)
  await terminal.ended
  return perCommand(terminal.shown)
}

const piped = (...args: string[]): Promise<{ outcomes: ReturnType<typeof perCommand>; stdout: string }> =>
  new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [script, ...args], { cwd: root }, (error, stdout, stderr) =>
      error ? reject(error) : resolve({ outcomes: perCommand(stderr), stdout }),
    )
    child.stdin!.end()
  })

const always = (command: Command): boolean => command.does.lasts === true

test('every command declares what it does, with options that it has', (t) => {
  for (const { name, does, options, flags = {} } of all) {
    t.deepEqual(Object.keys(does).sort(), ['asks', 'lasts', 'takesTerminal', 'writes'], name)
    for (const option of Array.isArray(does.lasts) ? does.lasts : [])
      t.true([...options, ...Object.keys(flags)].includes(option), `${name} --${option}`)
    // Somebody who is asked must be able to answer in advance.
    if (does.asks) t.true(does.writes, name)
  }
})

test('on a terminal, a command has a progress line and a summary unless the terminal is its own or it lasts', async (t) => {
  const outcomes = await onTerminal('look')
  for (const command of all) {
    const { name, does } = command
    const { text, code } = outcomes.get(name)!
    const isOurs = !does.takesTerminal && !always(command)
    const given = [
      ...(isOurs ? ['progress'] : []),
      ...(does.asks ? ['ask', 'prompts'] : []),
      ...(always(command) ? ['interruption'] : []),
    ]
    t.true(text.includes(`given: ${given.join(' ')}\n`), `${name}: ${text}`)
    t.is(text.includes('at work'), isOurs, name)
    t.is(text.includes(`${name}: created 1 file; `), isOurs, `${name}: ${text}`)
    t.is(code, always(command) ? 130 : 0, name)
  }
})

test('in a pipe, no command has a progress line, a summary or a question', async (t) => {
  const { outcomes, stdout } = await piped('look')
  for (const command of all) {
    const given = always(command) ? 'interruption' : ''
    t.is(outcomes.get(command.name)!.text, `given: ${given}\n`, command.name)
  }
  t.is(stdout, 'created x\n'.repeat(all.length))
})

for (const [body, code, message] of [
  ['bug', 1, /orm: unexpected error: a bug of ours \(at .*\); this is a bug in Orm: please report it/],
  ['unreachable', 4, /ORM-D001 connection "shop": no server listens/],
  ['misused', 2, /orm: not like this/],
] as const) {
  test(`an error of the kind "${body}" ends every command with ${code}, on a terminal and in a pipe`, async (t) => {
    const shown = await onTerminal(body)
    const { outcomes } = await piped(body)
    for (const { name } of all) {
      for (const outcome of [shown.get(name)!, outcomes.get(name)!]) {
        t.is(outcome.code, code, name)
        t.regex(outcome.text, message, name)
      }
    }
  })

  test(`--format=json: an error of the kind "${body}" leaves one document on standard output`, async (t) => {
    const { outcomes, stdout } = await piped(body, '--format=json')
    const documents = stdout.split(/(?<=^\})\n/m).filter(Boolean)
    t.is(documents.length, outcomes.size)
    for (const text of documents) {
      const { diagnostics } = JSON.parse(text)
      t.deepEqual(
        diagnostics.map((each: { code: string }) => each.code),
        body === 'unreachable' ? ['ORM-D001'] : [],
      )
    }
  })
}

for (const [body, expected] of [
  ['question', 'Aborted: nothing was changed.'],
  ['question after work', 'Aborted: what is reported above was done.'],
] as const) {
  test(`Ctrl-C at a ${body} ends every command that asks with 130`, async (t) => {
    const asking = all.filter(({ does }) => does.asks)
    const terminal = new Terminal([process.execPath, script, body], root)
    for (const { name } of asking) {
      await terminal.expect(`== ${name}`)
      await terminal.expect('Really? [y/N]')
      terminal.type(keys.interrupt)
      await terminal.expect('-- ')
    }
    await terminal.ended
    const outcomes = perCommand(terminal.shown)
    t.deepEqual(
      [...outcomes.keys()],
      asking.map(({ name }) => name),
    )
    for (const [name, { text, code }] of outcomes) {
      t.is(code, 130, name)
      t.true(text.includes(expected), `${name}: ${text}`)
    }
  })
}

test('no command asks with --no-interaction or --format=json', async (t) => {
  for (const option of ['--no-interaction', '--format=json'])
    for (const [name, { text }] of await onTerminal('look', option)) t.notRegex(text, /given:.*(ask|prompts)/, name)
})

test('only commands that write nothing can be shortened, and a group lists its commands', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const names = all.map(({ name }) => name)
  const groups = new Set(names.flatMap((name) => (name.includes(':') ? [name.split(':')[0]!] : [])))
  for (const { name, does } of all) {
    for (let length = 1; length < name.length; length++) {
      const short = name.slice(0, length)
      const meant = all.filter((each) => isShort(short, each.name))
      if (meant.length !== 1 || all.some(({ aliases = [] }) => aliases.includes(short)) || groups.has(short)) continue
      const { code, stdout, stderr } = await project.orm(short, '--help')
      t.is(code, does.writes ? 2 : 0, `${short}: ${stderr}`)
      if (does.writes) t.regex(stderr, new RegExp(`^orm: there is no command "${short}" \\(did you mean "${name}"\\?`))
      else t.true(stdout.startsWith(`Usage: orm ${name} `), short)
    }
  }
  for (const group of groups) {
    // These are commands, too.
    if (['seed', 'list', 'graphviz', 'datadictionary'].includes(group)) continue
    const members = names.filter((name) => name.startsWith(`${group}:`))
    const { code, stderr } = await project.orm(group)
    t.deepEqual([code, stderr], [2, `orm: "${group}" is a group of commands: ${members.join(', ')}\n`])
    const help = await project.orm('help', group)
    t.is(help.code, 0)
    for (const name of members) t.regex(help.stdout, new RegExp(`^  ${name} +\\S`, 'm'))
    t.is((await project.orm(group, '--help')).stdout, help.stdout)
  }
})

/** Whether each part of a name is the start of the same part of the other. */
const isShort = (short: string, name: string): boolean =>
  short.split(':').every((part, at) => part !== '' && name.split(':')[at]?.startsWith(part))

test('a command that declares to write nothing changes no file', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  await project.build()
  const args: Readonly<Record<string, string[]>> = { completion: ['bash'] }
  const before = await contents(project)
  for (const { name, does } of all.filter((command) => !command.does.writes)) {
    const { code, stderr } = await project.orm(name, ...(args[name] ?? []))
    t.false(does.asks, name)
    t.true([0, 1].includes(code), `${name}: ${stderr}`)
    t.deepEqual(await contents(project), before, name)
  }
})

/** The files of a project with their time and contents. */
async function contents({ folder }: Project): Promise<unknown[]> {
  const names = (await readdir(folder, { recursive: true })).sort()
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const found = await stat(path)
      return [name, found.isFile() && [found.mtimeMs, (await readFile(path)).toString('latin1')]]
    }),
  )
}

test('--format=json: every command that has it prints one document, whatever the outcome', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  const empty = await createProject(t, { schema, database: 'sqlite', config: '  nonsense: 1\n' })
  for (const { name } of all.filter(({ options }) => options.includes('format'))) {
    for (const each of [project, empty]) {
      const { code, stdout } = await each.orm(name, '--format=json')
      const document = parsed(stdout)
      for (const key of ['diagnostics', 'more', 'files', 'notices'])
        t.true(key in document, `${name} ended with ${code} and: ${stdout}`)
      // The option is for the report only: nothing that the command calls knows it.
      t.notRegex(stdout, /unknown option/, name)
    }
  }
})

test('options of a command are those that it declares, in the order of its help', async (t) => {
  const project = await createProject(t, { schema, database: 'sqlite' })
  for (const { name, options, flags = {} } of all) {
    const { stdout } = await project.orm('help', name)
    const [, rows = ''] = /^Options:\n(.*?)\n\n/ms.exec(stdout) ?? []
    t.deepEqual(
      [...rows.matchAll(/^ {2}--([\w-]+)/gm)].map(([, option]) => option),
      [...options, ...Object.keys(flags)].map(flagOf),
      name,
    )
  }
})

/** An empty document if the text is not a single one. */
function parsed(text: string): object {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
