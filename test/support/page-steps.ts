/** A page that tells people what to do, as what a machine can do. */
export type PageStep =
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'command'; readonly line: string; readonly output?: string }

/**
 * Returns a function that gives the command lines of pages as a shell runs them here: by `npx`, as pages say, the first time,
 * and afterwards without it. `npx` takes longer than the programs that it starts, a second of processor time.
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

/** What a command line of a page tells our script, if that depends on the database and not on how it was installed. */
export function databaseCommand(line: string): string[] | undefined {
  const [, command] = /^npx orm ((?:build|sql:insert|migration:diff|migrate)\b[^#'"]*)(?:#.*)?$/.exec(line) ?? []
  return command?.trim().split(/ +/)
}

/**
 * The steps of a page, in its order: a block below a line that is only a name in backticks is a file, each line of a block
 * `sh` a command, and a block `text` behind it what the last command prints.
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
