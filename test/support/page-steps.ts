/** A page that tells people what to do, as what a machine can do. */
export type PageStep =
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'command'; readonly line: string; readonly output?: string }

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
