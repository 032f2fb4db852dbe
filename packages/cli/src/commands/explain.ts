import { didYouMean, installedPageOf } from 'orm-core/internal/errors'
import { catalogue, codeNamed, type ExplainedCode, explain as explained } from 'orm-core/internal/explain'
import { type CommandWork, UsageError } from '../command.js'

export const explain: CommandWork = {
  does: { writes: false, asks: false, takesTerminal: false, lasts: false },
  options: ['format'],
  argument: {
    name: 'code',
    help: 'code of an error or a warning, such as ORM-S302; without it, all codes',
    isList: true,
  },
  examples: ['orm explain ORM-S302', 'orm explain s302 w406', 'orm explain --format=json ORM-S302'],
  async run(_, __, report, { args }) {
    if (args.length === 0) {
      const all = Object.entries(catalogue).map(([code, title]) => ({ code, title }))
      report.result(
        'codes',
        all,
        all.map(({ code, title }) => `${code}  ${title}`),
      )
      return
    }
    const found = args.map((text) => codeNamed(text) ?? unknown(text)).map(explained)
    for (const [at, each] of found.entries())
      report.result('explanations', [each], [...(at > 0 ? [''] : []), ...linesOf(each)])
  },
}

function unknown(text: string): never {
  const hint = didYouMean(text.toUpperCase(), Object.keys(catalogue)) ?? 'run "orm explain" for the list'
  throw new UsageError(`there is no code "${text}" (${hint})`)
}

function linesOf({ code, title, cause, example, fix }: ExplainedCode): string[] {
  return [
    `${code}: ${title}`,
    ...section('Cause', wrapped(cause)),
    ...section('Example', example.split('\n')),
    ...section('Fix', wrapped(fix)),
    '',
    `This text is also in ${installedPageOf(code)}`,
  ]
}

const section = (heading: string, lines: readonly string[]): string[] => [
  '',
  heading,
  ...lines.map((line) => (line === '' ? '' : `  ${line}`)),
]

const width = 96

/** Wraps Markdown paragraphs for a terminal. Links are shown as pages of the manual. */
function wrapped(markdown: string): string[] {
  const text = markdown.replace(/\[([^\]]+)\]\(([^)]+)\)/g, (_, label, target) =>
    target.startsWith('#') ? label : `${label} (manual: ${target.replace('.md', '')})`,
  )
  return text.split('\n\n').flatMap((paragraph, at) => [...(at > 0 ? [''] : []), ...linesOfWords(paragraph)])
}

function linesOfWords(paragraph: string): string[] {
  const lines: string[] = []
  for (const word of paragraph.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
