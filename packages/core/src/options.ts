import { unknownOption, wrongOptionType } from './errors/config-errors.js'
import { type Diagnostic, OrmError } from './errors/index.js'

interface OptionRule {
  readonly type: 'string'
  /** What a command does without it. */
  readonly default: string
  readonly help: string
}

/** Options that every host offers under the same name; the CLI derives its flags and help from this table. */
export const optionTable = {
  configDir: {
    type: 'string',
    default: '.',
    help: 'directory of orm.<ext> (its conf/ and config/ are searched too), or the file itself',
  },
  schemaDir: { type: 'string', default: 'paths.schemaDir', help: 'directory of the *schema.xml files' },
  sqlDir: { type: 'string', default: 'paths.sqlDir', help: 'directory of sqldb.map and the SQL files' },
  outputDir: { type: 'string', default: 'the path of the configuration', help: 'directory to write to' },
} as const satisfies Record<string, OptionRule>

export type OptionName = keyof typeof optionTable

export type OrmOptions = { readonly [Name in OptionName]?: string }

/** Throws an OrmError that names every unknown or mistyped option. */
export function checkOptions(given: object, allowed: readonly string[]): void {
  const problems: Diagnostic[] = []
  for (const [name, value] of Object.entries(given)) {
    if (!allowed.includes(name)) problems.push(unknownOption(name, allowed))
    else if (Object.hasOwn(optionTable, name) && value !== undefined && typeof value !== 'string') {
      problems.push(wrongOptionType(name, 'string', typeof value))
    }
  }
  if (problems.length > 0) throw new OrmError(problems)
}
