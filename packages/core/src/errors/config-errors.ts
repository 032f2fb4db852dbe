import { type Diagnostic, diagnostic, note, type SyntaxMistake, syntaxDiagnostic } from './diagnostic.js'
import { didYouMean, nearest, suggestions } from './nearest.js'
import type { Mark } from './source.js'

// No factory accepts the value of a key that may contain a secret, so that messages about a password do not show it.

const invalid = (detail: string): string => `invalid configuration: ${detail}`

export const noConfigFile = (places: readonly string[], above?: string): Diagnostic =>
  diagnostic('ORM-C001', undefined, `no configuration file orm.<ext> found in ${places.join(', ')}`, {
    hint: above
      ? `there is one in ${above}: run the command there`
      : 'run "orm init", or name its directory with --config-dir, in a build tool with configDir',
  })

/** Reports a file that the user has named. */
export const noNamedConfigFile = (path: string): Diagnostic =>
  diagnostic('ORM-C001', undefined, `no configuration file found: ${path} does not exist`)

/** `patterns` are the user's patterns for the file. */
export const noMatchingConfig = (patterns: readonly string[]): Diagnostic =>
  diagnostic(
    'ORM-C001',
    undefined,
    `no configuration file found: nothing matches ${patterns.map((pattern) => `"${pattern}"`).join(' or ')}`,
  )

export const severalConfigFiles = (files: readonly string[]): Diagnostic =>
  diagnostic('ORM-C002', undefined, `more than one configuration file: ${files.join(', ')}`, {
    hint: 'keep one, or name it with --config-dir, in a build tool with configDir or src',
  })

export const otherConfigFile = (file: string, configured: string): Diagnostic =>
  diagnostic('ORM-C002', undefined, `the file to convert is ${file}, but configDir names ${configured}`, {
    hint: 'name the same configuration, or omit configDir',
  })

export const configSyntax = (at: Mark, format: string, reason: string, hint?: string): Diagnostic =>
  configMistake({ ...at, reason, ...(hint && { hint }) }, format)

export const configMistake = (mistake: SyntaxMistake, format: string): Diagnostic =>
  syntaxDiagnostic('ORM-C003', mistake, `invalid ${format}: ${mistake.reason}`)

export const noRootKey = (at: Mark, found: readonly string[], key = 'orm'): Diagnostic =>
  diagnostic('ORM-C004', at, `root key "${key}" missing${found.length > 0 ? `; found "${found.join('", "')}"` : ''}`, {
    hint: found.map((name) => didYouMean(name, [key])).find(Boolean) ?? rootKeyHint(found, key),
  })

const rootKeyHint = (found: readonly string[], key: string): string | undefined => {
  if (key === 'orm' && found.includes('propel')) return 'name the file propel.<ext> and run "orm init --from-propel"'
  return found.length > 0 ? `move all keys below the key "${key}"` : undefined
}

export const unexpectedRootKey = (at: Mark, key: string): Diagnostic =>
  diagnostic('ORM-C005', at, `unexpected root key "${key}"`, { hint: 'move it below the key "orm"' })

export const notAMap = (at: Mark, actual: string): Diagnostic =>
  diagnostic('ORM-C006', at, `the configuration must be a map with the key "orm", got ${actual}`)

export const noPhpArray = (at: Mark): Diagnostic => diagnostic('ORM-C006', at, 'the file does not return an array')

export const dynamicPhp = (at: Mark, reason: string): Diagnostic =>
  diagnostic('ORM-C007', at, `this PHP is not static and cannot be evaluated: ${reason}`)

export const keyTwice = (at: Mark, path: string, first: Mark): Diagnostic =>
  diagnostic('ORM-C008', at, `"${path}" is given twice`, { notes: [note(first, 'first given here')] })

export const malformedKey = (at: Mark, key: string): Diagnostic => diagnostic('ORM-C009', at, `malformed key "${key}"`)

export const badInclude = (at: Mark, href: string, reason: string): Diagnostic =>
  diagnostic('ORM-C010', at, `cannot include "${href}": ${reason}`)

export const unreadableConfig = (path: string, reason: string): Diagnostic =>
  diagnostic('ORM-C011', undefined, `${path} cannot be read: ${reason}`)

export const missingKey = (at: Mark, path: string): Diagnostic =>
  diagnostic('ORM-C101', at, invalid(`"${path}" is missing`))

/** @param others names that are only suggested if they are similar */
export const unknownKey = (
  at: Mark,
  key: string,
  path: string,
  known: readonly string[],
  others: readonly string[] = [],
): Diagnostic =>
  diagnostic('ORM-C102', at, invalid(`unknown key "${key}" in "${path}"`), {
    hint: () =>
      (nearest(key, known) === undefined && didYouMean(key, others)) ||
      suggestions(key, [...known].sort(), 'known keys'),
  })

export const wrongType = (at: Mark, path: string, expected: string, actual: string): Diagnostic =>
  diagnostic('ORM-C103', at, invalid(`"${path}" must be ${expected}, got ${actual}`))

/** Other words that users write for a value, and their meaning. */
interface OtherWords {
  readonly words?: readonly string[]
  readonly meaning?: (word: string) => string | undefined
  /** The hint if no value is similar. */
  readonly instead?: string
}

export const notAllowed = (
  at: Mark,
  path: string,
  value: string,
  allowed: readonly string[],
  { words = allowed, meaning = (word) => word, instead }: OtherWords = {},
): Diagnostic =>
  diagnostic('ORM-C104', at, invalid(`"${path}": "${value}" is not one of ${allowed.join(', ')}`), {
    hint: () => {
      const word = Number.isNaN(Number(value)) ? nearest(value, words) : undefined
      return word === undefined ? instead : `did you mean "${meaning(word)}"?`
    },
  })

export const undefinedConnection = (at: Mark, path: string, name: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-C105', at, invalid(`"${path}" names the undefined connection "${name}"`), {
    hint: didYouMean(name, known) ?? `defined: ${known.join(', ')}`,
  })

export const unsetVariable = (at: Mark, name: string): Diagnostic =>
  diagnostic('ORM-C106', at, `environment variable ${name} is not set`)

export const emptyValue = (at: Mark, path: string): Diagnostic =>
  diagnostic('ORM-C107', at, invalid(`"${path}" is empty`))

/** `missing` is the file beside a `.dist` file that was read alone: it holds the connections of the machine. */
export const noConnections = (at: Mark, missing?: string): Diagnostic =>
  diagnostic('ORM-C108', at, invalid('"orm.database.connections" is empty'), {
    hint: missing
      ? `${missing} does not exist: write the connections of this machine there, or let "orm init" write it`
      : undefined,
  })

export const wrongForm = (at: Mark, path: string, value: string, form: string): Diagnostic =>
  diagnostic('ORM-C115', at, invalid(`"${path}": "${value}" is not a ${form}`), {
    hint:
      form === 'path' && value.startsWith('~')
        ? `only shells expand "~": write "%env.HOME%${value.slice(1)}"`
        : undefined,
  })

export const dsnOfOther = (
  at: Mark,
  path: string,
  meant: string,
  adapter: string,
  drivers: readonly string[],
): Diagnostic =>
  diagnostic('ORM-C116', at, invalid(`"${path}" is for ${meant}, but the adapter is ${adapter}`), {
    hint: `a DSN for ${adapter} starts with ${drivers.map((driver) => `"${driver}:"`).join(' or ')}`,
  })

export const unknownDriver = (at: Mark, path: string, driver: string, drivers: readonly string[]): Diagnostic =>
  diagnostic('ORM-C116', at, invalid(`"${path}" starts with the unknown driver "${driver}:"`), {
    hint: didYouMean(
      `${driver}:`,
      drivers.map((known) => `${known}:`),
    ),
  })

export const badConnectionName = (at: Mark, name: string): Diagnostic =>
  diagnostic('ORM-C115', at, invalid(`"${name}" is not a valid connection name: it is also used as a file name`))

export const dotInName = (at: Mark, name: string): Diagnostic =>
  diagnostic('ORM-C109', at, invalid(`connection name "${name}" contains a dot`))

export const tooSmall = (at: Mark, path: string, value: string, minimum: number): Diagnostic =>
  diagnostic('ORM-C110', at, invalid(`"${path}" must be at least ${minimum}, got ${value}`))

export const twoSpellings = (at: Mark, path: string, alias: string, name: string): Diagnostic =>
  diagnostic('ORM-C111', at, invalid(`"${path}" has both "${name}" and its other spelling "${alias}"`), {
    hint: `keep "${name}"`,
  })

export const unknownParameter = (at: Mark, name: string, known: () => Iterable<string>): Diagnostic =>
  diagnostic('ORM-C112', at, `unknown parameter %${name}%`, {
    hint: () => didYouMean(name, known()) ?? 'write a literal % as %%',
  })

export const tooManyParameters = (at: Mark, most: number): Diagnostic =>
  diagnostic(
    'ORM-C113',
    at,
    `parameters refer to more than ${most} others, or produce more text than a configuration may have`,
  )

export const parameterCycle = (at: Mark, name: string): Diagnostic =>
  diagnostic('ORM-C113', at, `parameter %${name}% refers to itself`)

export const parameterInText = (at: Mark, name: string, actual: string): Diagnostic =>
  diagnostic('ORM-C114', at, `parameter %${name}% inside a string must be a string or a number, got ${actual}`)

export const unknownOption = (name: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-C201', undefined, `unknown option "${name}"`, {
    hint: suggestions(name, [...known].sort(), 'known options'),
  })

export const wrongOptionType = (name: string, expected: string, actual: string): Diagnostic =>
  diagnostic('ORM-C202', undefined, `option "${name}" must be ${withArticle(expected)}, got ${withArticle(actual)}`)

export const withArticle = (noun: string): string =>
  /^(?:null|undefined)$/.test(noun) ? noun : `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

export const wrongConfig = (): Diagnostic =>
  diagnostic('ORM-C202', undefined, 'the configuration must be one that loadConfig() returned', {
    hint: 'to change keys of a configuration file, pass them as overrides',
  })

export const wrongOptions = (actual: string): Diagnostic =>
  diagnostic('ORM-C202', undefined, `options must be an object, got ${withArticle(actual)}`)

export const badOption = (name: string, value: string, form: string): Diagnostic =>
  diagnostic('ORM-C202', undefined, `option "${name}": "${value}" is not a ${form}`, {
    hint:
      form === 'path' && value.startsWith('~') ? 'only shells expand "~": join os.homedir() with the rest' : undefined,
  })

export const streamContents = (path: string): Diagnostic =>
  diagnostic('ORM-C203', undefined, `${path}: streams are not supported; read files with buffers`, {
    hint: 'remove "buffer: false" from src()',
  })

export const wrongInputs = (given: string): Diagnostic =>
  diagnostic('ORM-C203', undefined, `inputs must be a list of { path, contents }, got ${given}`, {
    hint: 'a path is a string, and contents are a string or bytes; findSchemas() reads schema files',
  })

/** Reports an object that is not a vinyl file, or one without a path. */
export const notAFile = (stream: string, given: string): Diagnostic =>
  diagnostic('ORM-C203', undefined, `${stream}() accepts vinyl files with a path and contents, got ${given}`, {
    hint: 'src() of gulp makes them; in a program, new Vinyl({ path, contents }) of the package vinyl',
  })

export const withoutContents = (path: string): Diagnostic =>
  diagnostic('ORM-C203', undefined, `${path} has no contents`, { hint: 'remove "read: false" from src()' })

export const usedStream = (stream: string): Diagnostic =>
  diagnostic('ORM-C210', undefined, `this stream of ${stream}() has ended and makes no more files`, {
    hint: `call ${stream}() in each task, not once outside of them`,
  })

export const twoForOnePath = (path: string, first: string, second: string): Diagnostic =>
  diagnostic('ORM-C211', undefined, `${first} and ${second} would both be written to ${path}`)

export const cannotWrite = (path: string, reason: string): Diagnostic =>
  diagnostic('ORM-C204', undefined, `${path} cannot be written: ${reason}`)

/** Reports files that exist and must not be replaced: up to three one by one, more of them together. */
export function filesNotOurs(paths: readonly string[], isEdited: boolean): Diagnostic[] {
  const problem = (what: string, hint: string): Diagnostic =>
    diagnostic('ORM-C207', undefined, `${what}; nothing was written`, {
      hint: `--overwrite, or overwrite: true in build tools, replaces ${hint}`,
    })
  if (paths.length <= 3)
    return paths.map((path) =>
      problem(
        isEdited ? `${path} was edited since Orm generated it` : `${path} exists, and Orm did not generate it`,
        'it',
      ),
    )
  const first = `${paths.slice(0, 3).join(', ')} and ${paths.length - 3} more`
  const state = isEdited ? 'were edited since Orm generated them' : 'exist, and Orm did not generate them'
  return [problem(`${paths.length} files ${state}: ${first}`, 'them')]
}

export const newerManifest = (path: string): Diagnostic =>
  diagnostic('ORM-C208', undefined, `${path} was written by a newer version of Orm`, {
    hint: 'update Orm; --overwrite replaces the manifest and the files',
  })

export const interruptedBuild = (directory: string): Diagnostic =>
  diagnostic('ORM-C209', undefined, `a build was interrupted while it moved files to ${directory}`, {
    hint: 'the next build restores them',
  })

export const buildRunning = (directory: string): Diagnostic =>
  diagnostic('ORM-C209', undefined, `another build is moving files to ${directory}, or was interrupted a moment ago`, {
    hint: 'try again in a minute',
  })

export const cannotRestore = (path: string, reason: string, backups: string): Diagnostic =>
  diagnostic('ORM-C209', undefined, `${path} could not be restored: ${reason}; its old contents are in ${backups}`, {
    hint: 'the next build restores it',
  })

export const lostCharacters = (path: string, encoding: string): Diagnostic =>
  diagnostic('ORM-C205', undefined, `${path} is in ${encoding}, but was read as UTF-8, which lost characters`, {
    hint: 'read it with src(…, { encoding: false })',
  })

export const noInput = (stream: string): Diagnostic =>
  diagnostic('ORM-S001', undefined, `no file reached ${stream}(): the pattern of src() matched no file`, {
    hint: 'remove since from src(): schemas are built together, with those that have not changed',
  })

export const noConfigInput = (stream: string): Diagnostic =>
  diagnostic('ORM-C001', undefined, `no file reached ${stream}(): the pattern of src() matched no file`, {
    hint: 'name the file in src(), such as src("orm.yaml"), and remove since',
  })

export const schemasLeftOut = (paths: readonly string[], databases: readonly string[]): Diagnostic =>
  diagnostic(
    'ORM-C206',
    undefined,
    `${paths.join(', ')} ${paths.length === 1 ? 'has' : 'have'} tables of database ${databases.map((name) => `"${name}"`).join(', ')}, but ${paths.length === 1 ? 'is' : 'are'} left out of the build`,
    {
      hint: 'pass all schema files of a database: since of gulp, filter and newer of grunt and schema of rollup leave some out',
    },
  )
