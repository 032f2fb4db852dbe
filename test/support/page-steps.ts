/** A step of a page's instructions, in a form that a test can run. */
export type PageStep =
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'command'; readonly line: string; readonly output?: string }

/**
 * Returns a function that converts command lines of pages for the local shell. It keeps `npx`, which the pages use, the first
 * time that it is used with a program and omits it afterwards. `npx` takes longer than the programs that it starts, a second of
 * processor time.
 */
export function npxOnce(): (line: string) => string {
  const started = new Set<string>()
  return (line) => {
    const [, program] = /^npx (orm|gulp|grunt)\b/.exec(line) ?? []
    if (program === undefined) return line
    if (started.has(program)) return line.replace(/^npx /, 'node_modules/.bin/')
    started.add(program)
    return line
  }
}

/**
 * Returns the arguments that a command line passes to the `orm` script, if the command depends on the database and not on the
 * installation.
 */
export function databaseCommand(line: string): string[] | undefined {
  const [, command] = /^npx orm ((?:build|sql:insert|migration:diff|migrate)\b[^#'"]*)(?:#.*)?$/.exec(line) ?? []
  return command?.trim().split(/ +/)
}

/**
 * Returns the steps of a page in order. A block below a line that is only a name in backticks is a file. Each line of an `sh`
 * block is a command, and a `text` block after it is the output of the last command.
 */
export function stepsOf(page: string): PageStep[] {
  const steps: PageStep[] = []
  for (const [, name, language, text = ''] of page.matchAll(/(?:^`([^`\n]+)`\n\n)?^```(\w+)\n(.*?)^```$/gms)) {
    const last = steps.at(-1)
    if (name !== undefined) steps.push({ kind: 'file', name, text })
    else if (language === 'sh')
      steps.push(
        ...text
          .trim()
          .split('\n')
          .map((line) => ({ kind: 'command' as const, line })),
      )
    else if (language === 'text' && last?.kind === 'command') steps[steps.length - 1] = { ...last, output: text }
  }
  return steps
}
