import type { OptionName } from 'orm-core/internal/options'
import type { Command, ListedCommand } from './command.js'
import { flagRule } from './flag-rules.js'
import { flagOf, type GlobalFlag, globalFlags } from './flags.js'
import { exitCodes } from './io.js'

/** Returns the output of `orm` and `orm --help`. */
export function generalHelp(commands: readonly ListedCommand[]): string {
  const groups = [...new Set(commands.map(({ group }) => group))]
  const width = Math.max(...commands.map(({ name }) => name.length))
  const rowsOf = (group: string) => commands.filter((command) => command.group === group).map(summaryRow)
  return [
    'Usage: orm <command> [options]',
    '',
    'Compiles *schema.xml and orm.<ext> to SQL, PHP model classes and a PHP runtime configuration.',
    '',
    ...groups.flatMap((group) => [`${group}:`, ...table(rowsOf(group), width), '']),
    'Options of every command:',
    ...table(globalRows),
    '',
    'Exit codes:',
    ...table(Object.entries(exitCodes)),
    '',
    'You can shorten a command that changes nothing, as long as it is unambiguous: orm mig:st.',
    'Run "orm help <command>" for its options and examples.',
    '',
  ].join('\n')
}

/** Returns the output of `orm help <group>`. */
export const groupHelp = (members: readonly ListedCommand[]): string =>
  [
    'Commands:',
    ...table(members.map(summaryRow)),
    '',
    'Run "orm help <command>" for its options and examples.',
    '',
  ].join('\n')

const summaryRow = ({ name, aliases, summary }: ListedCommand): [string, string] => [
  name,
  aliases ? `${summary} (alias: ${aliases.join(', ')})` : summary,
]

/** Returns the output of `orm <command> --help`. */
export function commandHelp({ name, aliases, summary, argument, examples, ...command }: Command): string {
  const { options, defaults = {}, flags = {} } = command
  const rules = [...options.map((option) => [option, flagRule(option)] as const), ...Object.entries(flags)]
  const rows = rules.map(([option, rule]): [string, string] => {
    const without = defaults[option as OptionName] ?? rule.default
    const value = rule.type === 'boolean' ? '' : '=…'
    const times = rule.type === 'list' ? '; can be repeated' : ''
    const choice = rule.values ? `${rule.values.join(', ')}; ` : ''
    return [`--${flagOf(option)}${value}`, `${rule.help} (${choice}default: ${without}${times})`]
  })
  return [
    `Usage: orm ${name} [options]${argument ? ` [${argument.name}${argument.isList ? '…' : ''}]` : ''}`,
    '',
    `${summary[0]!.toUpperCase()}${summary.slice(1)}.${aliases ? ` ${aliases.map((alias) => `"orm ${alias}"`).join(' and ')} ${aliases.length > 1 ? 'do' : 'does'} the same.` : ''}`,
    '',
    ...(argument ? [`${argument.name}: ${argument.help}.`, ''] : []),
    ...(rows.length > 0 ? ['Options:', ...table(rows), ''] : []),
    'Options of every command:',
    ...table(globalRows),
    '',
    examples.length > 1 ? 'Examples:' : 'Example:',
    ...examples.map((example) => `  ${example}`),
    '',
  ].join('\n')
}

const globalRows = Object.entries<GlobalFlag>(globalFlags).map(([name, { short, help }]): [string, string] => [
  `${short ? `-${short}, ` : ''}--${name}`,
  help,
])

function table(rows: readonly [string, string][], width = Math.max(...rows.map(([left]) => left.length))): string[] {
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
