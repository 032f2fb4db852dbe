import { didYouMean, nearness } from 'orm-core/internal/errors'
import type { Command, ListedCommand } from './command.js'
import { UsageError } from './command.js'

/**
 * Finds a command by name, alias or unique abbreviation, such as `mig:st` for `migration:status`. A command that writes is never
 * abbreviated, because a name that is missing a part must not change anything.
 */
export async function findCommand(name: string, commands: readonly ListedCommand[]): Promise<Command> {
  const exact = commands.find((command) => namesOf(command).includes(name))
  if (exact) return loaded(exact)
  const meant = commands.filter((command) => isShortFor(name, command.name))
  const [only] = meant
  if (only && meant.length === 1) {
    const command = await loaded(only)
    if (!command.does.writes) return command
    throw new UsageError(
      `there is no command "${name}" (did you mean "${only.name}"? Only commands that change nothing can be shortened)`,
    )
  }
  if (meant.length > 1)
    throw new UsageError(`"${name}" is ambiguous: ${meant.map((command) => command.name).join(', ')}`)
  const known = commands.flatMap(namesOf)
  const other = otherNames[name.replace(/^doctrine:/, '')]
  const hint = other
    ? `did you mean "${other}"?`
    : (didYouMean(name, known) ?? similarNames(name, known) ?? 'run "orm" for the list')
  throw new UsageError(`there is no command "${name}" (${hint})`)
}

/** Commands of Laravel, Symfony, Doctrine and Prisma, with those that do the same. */
const otherNames: Readonly<Record<string, string>> = {
  'make:migration': 'migration:diff',
  'migrate:dev': 'migration:diff',
  'migrations:diff': 'migration:diff',
  'migrate:deploy': 'migration:migrate',
  'db:migrate': 'migration:migrate',
  'migrate:rollback': 'migration:down',
  'db:rollback': 'migration:down',
  'schema:update': 'db:push',
  'db:seed': 'seed',
  'db:pull': 'database:reverse',
  tinker: 'console',
}

/** Returns the command that is meant by words that are written apart, such as `migrate status`. */
export function meantBy(words: readonly string[], commands: readonly ListedCommand[]): string | undefined {
  const known = commands.flatMap(namesOf)
  const name = words.slice(0, 2).join(':')
  return words.length < 2 ? undefined : known.includes(name) ? name : (otherNames[name] ?? nearestName(name, known))
}

/** Adds the implementation of a command, which is loaded on demand. */
export const loaded = async (listed: ListedCommand): Promise<Command> => ({ ...listed, ...(await listed.load()) })

/** Returns the commands of a group, such as `db:push` of `db`; none if the name is a command. */
export const membersOf = (name: string, commands: readonly ListedCommand[]): readonly ListedCommand[] =>
  commands.some((command) => namesOf(command).includes(name))
    ? []
    : commands.filter((command) => command.name.startsWith(`${name}:`))

/** Returns the name and aliases of a command. */
export const namesOf = ({ name, aliases = [] }: Pick<ListedCommand, 'name' | 'aliases'>): readonly string[] => [
  name,
  ...aliases,
]

/** Returns whether a name is an abbreviation: each part between colons may be shortened, and trailing parts omitted. */
function isShortFor(name: string, full: string): boolean {
  const parts = full.split(':')
  return name.split(':').every((part, index) => part !== '' && parts[index]?.startsWith(part))
}

const partsOf = (name: string): string[] => name.split(/[:._\s-]+/)

/**
 * Suggests names that consist of similar words in any order, misspelled or in another form, such as `migrate:diff` for
 * `migration:diff`.
 */
function similarNames(name: string, known: readonly string[]): string | undefined {
  const nearest = nearestName(name, known)
  if (nearest !== undefined) return `did you mean "${nearest}"?`
  const [first] = partsOf(name)
  const family = known.filter((full) => partsOf(full).some((part) => wordDistance(first!, part) <= 1))
  return family.length > 0 ? `similar: ${family.join(', ')}` : undefined
}

function nearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = partsOf(name)
  const distances = new Map(
    known.map((full) => {
      const parts = partsOf(full)
      const orders = [parts, parts.toReversed()].filter(({ length }) => length === wanted.length)
      return [full, Math.min(...orders.map((order) => sum(wanted.map((part, at) => wordDistance(part, order[at]!)))))]
    }),
  )
  const least = Math.min(...distances.values())
  return least < Number.POSITIVE_INFINITY ? known.find((full) => distances.get(full) === least) : undefined
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Number of initial letters that two forms of a word share. */
const stem = 4

function wordDistance(wanted: string, word: string): number {
  if (wanted === word) return 0
  if (wanted.length >= stem && wanted.slice(0, stem) === word.slice(0, stem)) return 1
  const errors = nearness(wanted, word) ?? Number.POSITIVE_INFINITY
  // For short words, any two would be similar.
  return errors * 2 < wanted.length ? errors : Number.POSITIVE_INFINITY
}
