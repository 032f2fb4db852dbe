/** Prompts on a terminal. Each one throws Interrupted when the user cancels. */
export interface Prompts {
  select(message: string, choices: readonly Choice[], initial?: string): Promise<string>
  text(message: string, initial: string, problem?: (answer: string) => string | undefined): Promise<string>
  /** Asks for a password without showing it. */
  password(message: string): Promise<string>
  confirm(message: string, initial: boolean): Promise<boolean>
}

export interface Choice {
  readonly value: string
  readonly name: string
}

/** Thrown when the user cancels a prompt, by Ctrl-C or with an answer (`byUser`). */
export class Interrupted extends Error {
  readonly byUser: boolean

  constructor(byUser = false) {
    super()
    this.byUser = byUser
  }
}

/** Returns prompts on the terminal of this process. */
export async function terminalPrompts(): Promise<Prompts> {
  // Imported here, because only init has prompts.
  const [{ default: confirm }, { default: input }, { default: password }, { default: select }] = await Promise.all([
    import('@inquirer/confirm'),
    import('@inquirer/input'),
    import('@inquirer/password'),
    import('@inquirer/select'),
  ])
  const unlessInterrupted = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    answer.catch((error: Error) => {
      throw error.name === 'ExitPromptError' ? new Interrupted() : error
    })
  return {
    select: (message, choices, initial) =>
      unlessInterrupted(
        select({ message, choices: [...choices], pageSize: 20, ...(initial !== undefined && { default: initial }) }),
      ),
    text: (message, initial, problem) =>
      unlessInterrupted(
        input({
          message,
          ...(initial !== '' && { default: initial }),
          validate: (answer) => problem?.(answer) ?? true,
        }),
      ),
    password: (message) => unlessInterrupted(password({ message, mask: false })),
    confirm: (message, initial) => unlessInterrupted(confirm({ message, default: initial })),
  }
}
