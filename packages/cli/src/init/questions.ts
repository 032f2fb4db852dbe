import { type ConfigFormat, configFormats, isInShellHome, type Vendor, vendorOfWord } from 'orm-core/internal'
import { flagOf } from '../flags.js'
import { type AnswerName, type Answers, drivers, dsnOfDriver, utf8Of } from './answers.js'

/** Facts that a question may depend on besides earlier answers. */
export interface Surroundings {
  readonly hasPackageJson: boolean
  /** Whether there are schema files that nobody has asked to replace. */
  readonly keepsSchema: boolean
  /** Undefined if the database has not been checked. */
  readonly hasTables?: boolean
  /** A suitable directory for models. */
  readonly modelDir: string
  /** The format of the configuration that exists. */
  readonly configFormat?: ConfigFormat
}

type Kind = Vendor['dsn']['kind']

export interface Question<Name extends AnswerName = AnswerName> {
  readonly name: Name
  readonly message: string
  /** Label in the summary. */
  readonly label: string
  readonly kind: 'select' | 'text' | 'password' | 'confirm'
  readonly choices?: readonly string[]
  /** Maps an alternative word to a choice. */
  readonly meaning?: (word: string) => string | undefined
  /** Whether the answer is a connection setting. If it changes, the connection is tested again. */
  readonly connects?: true
  /** Kinds of DSN that the answer is part of; all by default. */
  readonly isFor?: readonly Kind[]
  isAsked(answers: Partial<Answers>, around: Surroundings): boolean
  /** Returns the default, or undefined if there is none and an answer is required. */
  default(answers: Partial<Answers>, around: Surroundings): Answers[Name] | undefined
  /** Returns a sentence if the answer is invalid. */
  problem?(answer: string): string | undefined
}

const always = (): boolean => true
const filled = (answer: string): string | undefined => (answer.trim() === '' ? 'it cannot be empty' : undefined)
/** Rejects a semicolon, which would end a part of a DSN. */
const isPart = (answer: string): string | undefined =>
  filled(answer) ?? (answer.includes(';') ? 'it cannot contain a semicolon' : undefined)
const isPath = (answer: string): string | undefined =>
  filled(answer) ?? (isInShellHome(answer) ? 'only shells expand "~": write the whole path' : undefined)
const isPort = (answer: string): string | undefined =>
  /^\d+$/.test(answer) && Number(answer) > 0 && Number(answer) < 65536 ? undefined : 'a port is a number below 65536'
const isNamespace = (answer: string): string | undefined =>
  answer === '' || /^\\?[A-Za-z_]\w*(?:\\[A-Za-z_]\w*)*$/.test(answer) ? undefined : 'write it like App\\Model'

/** Returns whether an answer applies to the chosen database. */
export const fits = ({ isFor }: Pick<Question, 'isFor'>, { driver }: Partial<Answers>): boolean => {
  const kind = dsnOfDriver(driver)?.kind
  return isFor === undefined || (kind !== undefined && isFor.includes(kind))
}

const examplesOf = (driver: string | undefined): Readonly<Record<string, string>> => {
  const dsn = dsnOfDriver(driver)
  return dsn?.kind === 'text' ? dsn.examples : {}
}

const serverOf = (driver: string | undefined) => {
  const dsn = dsnOfDriver(driver)
  return dsn?.kind === 'server' ? dsn : undefined
}

const question = <Name extends AnswerName>(rule: Question<Name>): Question<Name> => ({
  ...rule,
  isAsked: (answers, around) => fits(rule, answers) && rule.isAsked(answers, around),
})

/** The questions in the order in which they are asked. */
export const questions = [
  question({
    name: 'driver',
    message: 'Which database system do you use?',
    label: 'database system',
    kind: 'select',
    choices: drivers,
    meaning: vendorOfWord,
    connects: true,
    isAsked: always,
    default: () => undefined,
  }),
  question({
    name: 'host',
    message: 'Host of the server',
    label: 'host',
    kind: 'text',
    connects: true,
    isFor: ['server'],
    isAsked: always,
    default: () => 'localhost',
    problem: isPart,
  }),
  question({
    name: 'port',
    message: 'Port of the server',
    label: 'port',
    kind: 'text',
    connects: true,
    isFor: ['server'],
    isAsked: always,
    default: ({ driver }) => serverOf(driver)?.port.toString(),
    problem: isPort,
  }),
  question({
    name: 'database',
    message: 'Name of the database',
    label: 'database',
    kind: 'text',
    connects: true,
    isFor: ['server'],
    isAsked: always,
    default: () => undefined,
    problem: isPart,
  }),
  question({
    name: 'file',
    message: 'Path of the database file',
    label: 'database file',
    kind: 'text',
    connects: true,
    isFor: ['file'],
    isAsked: always,
    default: () => 'my.app.sq3',
    problem: isPath,
  }),
  question({
    name: 'dsn',
    message: 'Data source name',
    label: 'DSN',
    kind: 'text',
    connects: true,
    isFor: ['text'],
    isAsked: always,
    default: () => undefined,
    problem: (answer) =>
      answer.includes(':')
        ? undefined
        : `write it like ${drivers.flatMap((driver) => examplesOf(driver)[driver] ?? []).join(', ')}`,
  }),
  question({
    name: 'user',
    message: 'User name',
    label: 'user',
    kind: 'text',
    connects: true,
    isFor: ['server', 'text'],
    isAsked: always,
    default: ({ driver }) => serverOf(driver)?.user ?? '',
  }),
  question({
    name: 'password',
    message: 'Password',
    label: 'password',
    kind: 'password',
    connects: true,
    isFor: ['server', 'text'],
    isAsked: always,
    default: () => '',
  }),
  question({
    name: 'passwordEnv',
    message: 'Environment variable that holds the password (empty: keep it in the file)',
    label: 'environment variable for the password',
    kind: 'text',
    isFor: ['server', 'text'],
    isAsked: ({ password }) => Boolean(password),
    default: () => '',
    problem: (answer) => (/^(?:[A-Za-z_]\w*)?$/.test(answer) ? undefined : 'letters, digits and _'),
  }),
  question({
    name: 'charset',
    message: 'Character set',
    label: 'character set',
    kind: 'text',
    connects: true,
    isAsked: ({ driver }) => utf8Of(driver) !== undefined,
    default: ({ driver }) => utf8Of(driver)?.charset,
    problem: filled,
  }),
  question({
    name: 'existing',
    message: 'Write the schema from the existing tables of the database?',
    label: 'import of existing tables',
    kind: 'confirm',
    isAsked: (_, { hasTables }) => hasTables !== false,
    default: (_, { hasTables, keepsSchema }) => hasTables === true && !keepsSchema,
  }),
  question({
    name: 'schemaDir',
    message: 'Directory of schema.xml',
    label: 'directory of schema.xml',
    kind: 'text',
    isAsked: always,
    default: () => '.',
    problem: isPath,
  }),
  question({
    name: 'phpDir',
    message: 'Directory of the PHP classes',
    label: 'directory of the classes',
    kind: 'text',
    isAsked: always,
    default: (_, { modelDir }) => modelDir,
    problem: isPath,
  }),
  question({
    name: 'namespace',
    message: 'Namespace of the PHP classes (empty: none)',
    label: 'namespace',
    kind: 'text',
    isAsked: always,
    default: () => '',
    problem: isNamespace,
  }),
  question({
    name: 'configFormat',
    message: 'Format of the configuration file',
    label: 'configuration format',
    kind: 'select',
    choices: configFormats,
    meaning: (word) => (word === 'yml' ? 'yaml' : undefined),
    isAsked: always,
    default: (_, { configFormat = 'yaml' }) => configFormat,
  }),
  question({
    name: 'scripts',
    message: 'Add scripts to package.json?',
    label: 'scripts in package.json',
    kind: 'confirm',
    isAsked: (_, { hasPackageJson }) => hasPackageJson,
    default: () => true,
  }),
  question({
    name: 'composer',
    message: 'Add the PHP runtime and the classes to composer.json?',
    label: 'runtime and classes in composer.json',
    kind: 'confirm',
    isAsked: always,
    default: () => true,
  }),
  question({
    name: 'gulpfile',
    message: 'Write a gulpfile.mjs?',
    label: 'gulpfile.mjs',
    kind: 'confirm',
    isAsked: always,
    default: () => false,
  }),
] as readonly Question[]

/** Returns problems of answers that were given as flags. One that does not apply to the database would be ignored. */
export function problemsOf(given: Partial<Answers>): [AnswerName, string][] {
  const others = questions.filter((question) => question.isFor && fits(question, given))
  return questions.flatMap((question): [AnswerName, string][] => {
    const { name, problem } = question
    const answer = given[name]
    if (answer === undefined) return []
    if (given.driver !== undefined && !fits(question, given)) {
      return [
        [
          name,
          `it is not for ${given.driver}, which has ${others.map((other) => `--${flagOf(other.name)}`).join(', ')}`,
        ],
      ]
    }
    const text = problem?.(String(answer))
    return text === undefined ? [] : [[name, text]]
  })
}

/** Returns the message of a question, with an example if needed. */
export const messageOf = ({ name, message }: Question, { driver }: Partial<Answers>): string =>
  name === 'dsn' ? `${message}, such as ${examplesOf(driver)[driver ?? ''] ?? ''}` : message
