import { didYouMean } from 'orm-core/internal/errors'
import type { ListedCommand } from './command.js'
import { UsageError } from './command.js'

/** The command of that name or alias, or the only one that the name is short for, as `mod:b` for `model:build`. */
export function findCommand(name: string, commands: readonly ListedCommand[]): ListedCommand {
  const exact = commands.find((command) => command.name === name || command.alias === name)
  if (exact) return exact
  const meant = commands.filter((command) => isShortFor(name, command.name))
  const [only] = meant
  if (only && meant.length === 1) return only
  const known = commands.flatMap((command) => [command.name, ...(command.alias ? [command.alias] : [])])
  if (meant.length > 1)
    throw new UsageError(`"${name}" is ambiguous: ${meant.map((command) => command.name).join(', ')}`)
  throw new UsageError(`there is no command "${name}" (${didYouMean(name, known) ?? 'run "orm" for the list'})`)
}

/** Each part between colons may be shortened, and parts at the end left out. */
function isShortFor(name: string, full: string): boolean {
  const parts = full.split(':')
  return name.split(':').every((part, index) => part !== '' && parts[index]?.startsWith(part))
}
