import { type Command, type CommandWork, type FlagRule, type ListedCommand, UsageError } from '../command.js'
import { type Completed, type CompletedFlag, scripts } from '../completion-scripts.js'
import { loaded, namesOf } from '../find-command.js'
import { flagRule } from '../flag-rules.js'
import { flagOf, type GlobalFlag, globalFlags } from '../flags.js'

/** @param commands all commands, including this one */
export const completionOf = (commands: readonly ListedCommand[]): CommandWork => ({
  does: { writes: false, asks: false, takesTerminal: false, lasts: false },
  options: [],
  argument: { name: 'shell', help: `one of ${Object.keys(scripts).join(', ')}` },
  examples: [
    'orm completion bash > ~/.local/share/bash-completion/completions/orm',
    'orm completion zsh > ~/.zfunc/_orm   # with fpath+=~/.zfunc before compinit',
    'orm completion fish > ~/.config/fish/completions/orm.fish',
  ],
  async run(_, io, __, { argument }) {
    const script = argument === undefined || !Object.hasOwn(scripts, argument) ? undefined : scripts[argument]
    if (!script) throw new UsageError(`completion needs the name of a shell: ${Object.keys(scripts).join(', ')}`)
    io.stdout.write(script((await Promise.all(commands.map(loaded))).map(completed)))
  },
})

function completed(command: Command): Completed {
  const { name, summary, options, flags = {} } = command
  const rules: [string, Pick<FlagRule, 'type' | 'help' | 'values'>][] = [
    ...options.map((option): [string, FlagRule] => [option, flagRule(option)]),
    ...Object.entries(flags),
  ]
  return {
    names: namesOf(command),
    summary,
    flags: [
      ...rules.map(
        ([flag, { type, help, values = [] }]): CompletedFlag => ({
          name: flagOf(flag),
          help,
          values,
          takesValue: type !== 'boolean',
        }),
      ),
      ...Object.entries<GlobalFlag>(globalFlags).map(
        ([flag, { help }]): CompletedFlag => ({ name: flag, help, values: [], takesValue: false }),
      ),
    ],
    words: name === 'completion' ? Object.keys(scripts) : [],
  }
}
