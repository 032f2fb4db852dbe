import { cannotConnect, OrmError } from 'orm-core/internal'
import type { Command, CommandWork } from '#cli/command.js'
import { UsageError } from '#cli/command.js'
import { commands } from '#cli/commands/index.js'
import { loaded } from '#cli/find-command.js'
import { readFlags } from '#cli/flags.js'
import { Interrupted } from '#cli/init/prompts.js'
import { ask } from '#cli/io.js'
import { runCommand } from '#cli/run.js'

/**
 * Runs every command with another body on the terminal or the pipe of this process, so that a test sees what follows from the
 * declaration of the command alone. Each one prints `== name` before, and `-- exit code` after.
 */
const [body = '', ...args] = process.argv.slice(2)

const bodies: Readonly<Record<string, CommandWork['run']>> = {
  /** Says which parts of the process it was given. */
  async look(_, io, report) {
    io.progress?.show('at work')
    const given = { progress: io.progress, ask: io.ask, prompts: io.prompts, interruption: io.interruption }
    const names = Object.entries(given).flatMap(([name, part]) => (part ? [name] : []))
    io.stderr.write(`given: ${names.join(' ')}\n`)
    // A summary shows the duration only if that is a second or more, or if files were written.
    report.files([{ path: 'x', outcome: 'created' }])
    return undefined
  },
  async bug() {
    throw new TypeError('a bug of ours')
  },
  async unreachable() {
    throw new OrmError([cannotConnect('shop', 'no server listens')])
  },
  async misused() {
    throw new UsageError('not like this')
  },
  async question(_, io) {
    await io.ask?.('Really? [y/N] ')
    return undefined
  },
  async 'question after work'(_, io, report) {
    report.result('done', [1], ['did something'])
    await io.ask?.('Really? [y/N] ')
    return undefined
  },
}

for (const listed of commands) {
  const command: Command = { ...(await loaded(listed)), run: bodies[body]! }
  if (args.includes('--format=json') && !command.options.includes('format')) continue
  if (body.startsWith('question') && !command.does.asks) continue
  process.stderr.write(`== ${command.name}\n`)
  const ending = new AbortController()
  // Ends a command that lasts, as Ctrl-C does.
  ending.abort(new Interrupted())
  const code = await runCommand(command, readFlags(command, args), {
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    interruption: () => ending.signal,
    ...(process.stdin.isTTY && { ask, prompts: async () => ({}) as never }),
  })
  process.stderr.write(`\n-- ${code}\n`)
}
