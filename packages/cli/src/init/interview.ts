import { OrmError } from 'orm-core/internal'
import type { Io } from '../io.js'
import type { AnswerName, Answers } from './answers.js'
import type { Prompts } from './prompts.js'
import { fits, messageOf, type Question, questions, type Surroundings } from './questions.js'

/** Maximum number of connection attempts. */
const attempts = 10

/** Opens the database, returns what it found, and closes it again. Rejects with an OrmError. */
export type Connect = (
  answers: Answers,
  create: (database: string) => Promise<boolean>,
) => Promise<Pick<Surroundings, 'hasTables'>>

type Partially = { -readonly [Name in AnswerName]?: Answers[Name] }

/** Asks everything that the flags do not answer. The database is tested as soon as enough is known. */
export class Interview {
  readonly answers: Partially
  readonly #prompts: Prompts
  #around: Surroundings
  readonly #io: Io
  readonly #connect: Connect

  constructor(given: Partially, prompts: Prompts, around: Surroundings, io: Io, connect: Connect) {
    this.answers = { ...given }
    this.#prompts = prompts
    this.#around = around
    this.#io = io
    this.#connect = connect
  }

  async run(): Promise<Answers | undefined> {
    const first = questions.findIndex(({ name }) => name === 'existing')
    for (const question of questions.slice(0, first)) await this.#askUnlessKnown(question)
    if (!(await this.#reach())) return undefined
    for (const question of questions.slice(first)) await this.#askUnlessKnown(question)
    return this.#complete()
  }

  /** Changes one answer, and asks the questions that depend on it. */
  async change(name: AnswerName): Promise<boolean> {
    const question = questions.find((candidate) => candidate.name === name)!
    await this.#ask(question)
    if (name === 'driver') {
      // The connection settings of one database do not apply to another.
      const others = questions.filter((other) => other.connects && other !== question)
      for (const other of others) delete this.answers[other.name]
      for (const other of others) await this.#askUnlessKnown(other)
    }
    return question.connects ? this.#reach() : true
  }

  /** Asks for the connection settings until the database can be reached. */
  async #reach(): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        const found = await this.#connect(this.#complete(), (database) =>
          this.#prompts.confirm(`The server has no database "${database}". Create it?`, true),
        )
        this.#around = { ...this.#around, ...found }
        this.#io.stdout.write('Connected to the database.\n')
        return true
      } catch (error) {
        if (!(error instanceof OrmError)) throw error
        for (const { code, message, hint } of error.diagnostics) {
          this.#io.stderr.write(`${message.replace(/^connection "default": /, '')}${hint ? ` (${hint})` : ''}\n`)
          // Without the driver package, the connection cannot be tested. The rest of init does not need it.
          if (code === 'ORM-D007') return true
        }
      }
      if (attempt === attempts) {
        this.#io.stderr.write(`No connection after ${attempts} attempts; nothing was written.\n`)
        return false
      }
      for (const question of questions) if (question.connects && question.name !== 'driver') await this.#ask(question)
    }
  }

  async #askUnlessKnown(question: Question): Promise<void> {
    if (this.answers[question.name] === undefined) await this.#ask(question)
  }

  async #ask(question: Question): Promise<void> {
    const { name, kind, choices = [], problem } = question
    if (!question.isAsked(this.answers, this.#around)) return
    const message = messageOf(question, this.answers)
    const known = this.answers[name] ?? question.default(this.answers, this.#around)
    const answer =
      kind === 'confirm'
        ? await this.#prompts.confirm(message, known === true)
        : kind === 'password'
          ? await this.#prompts.password(message)
          : kind === 'select'
            ? await this.#prompts.select(
                message,
                choices.map((value) => ({ value, name: value })),
                known === undefined ? undefined : String(known),
              )
            : await this.#prompts.text(message, String(known ?? ''), problem)
    Object.assign(this.answers, { [name]: answer })
  }

  /** What is known so far. */
  get around(): Surroundings {
    return this.#around
  }

  #complete(): Answers {
    return completed(this.answers, this.#around)
  }
}

/** Returns the answers with defaults for all other questions. Answers that do not apply to the chosen database are discarded. */
export function completed(given: Partially, around: Surroundings): Answers {
  const answers: Partially = { ...given }
  for (const question of questions) {
    if (answers[question.name] !== undefined && fits(question, answers)) continue
    const isUsed = question.isAsked(answers, around)
    const value = isUsed ? question.default(answers, around) : question.kind === 'confirm' ? false : ''
    Object.assign(answers, { [question.name]: value ?? '' })
  }
  return answers as Answers
}
