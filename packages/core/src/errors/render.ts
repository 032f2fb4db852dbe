import type { Code } from './catalogue.js'
import type { Diagnostic } from './diagnostic.js'
import { codeFrame, formatDiagnostic, remainder, shownDiagnostics } from './format.js'
import { installedPageOf } from './page.js'
import { terminalLine } from './terminal-text.js'

/** How people get to see diagnostics. */
export interface Rendering {
  readonly colour: boolean
  /** Whether the line of the file is shown below each. */
  readonly frames: boolean
  /** Whether the stack of an error that code of the project threw is shown too. @default false */
  readonly stacks?: boolean
  /** The address that a code links to, on terminals that show links. */
  readonly linkTo?: (code: Code) => string
  /** Where people read more about the codes; the last line. @default the section or page of the manual */
  readonly help?: (codes: readonly Code[]) => string
}

/** What a screen, or a log, can show. `FORCE_COLOR` and `NO_COLOR` go before what the output is (no-color.org). */
export function renderingFor(
  { isTTY = false }: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Rendering {
  const { FORCE_COLOR: forced, NO_COLOR: unwanted, TERM: terminal } = env
  const colour =
    forced === undefined
      ? isTTY && !unwanted && terminal !== 'dumb'
      : forced !== '0' && forced.toLowerCase() !== 'false'
  return { colour, frames: isTTY || colour }
}

const colours = { error: 31, warning: 33 } as const

/** A diagnostic as `formatDiagnostic()` has it; its code stands out: red for an error, yellow for a warning. */
function rendered(diagnostic: Diagnostic, { colour, frames, linkTo, stacks = false }: Rendering): string {
  const { code, severity, cause } = diagnostic
  const text = formatDiagnostic(diagnostic)
  const frame = frames ? codeFrame(diagnostic) : ''
  const linked = linkTo ? hyperlink(code, linkTo(code)) : code
  const shown = text.replace(code, colour ? `\u001b[${colours[severity]}m${linked}\u001b[39m` : linked)
  const stack = stacks && cause?.stack ? `\n${cause.stack.split('\n').map(terminalLine).join('\n')}\n` : ''
  return frame === '' ? `${shown}${stack}` : `${shown}\n${frame}\n${stack}`
}

/** A link as terminals read it (OSC 8). */
const hyperlink = (text: string, address: string): string => `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`

/** Up to a hundred diagnostics, how many more there are, and one line that says where their codes are explained. */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], rendering: Rendering): string {
  const first = diagnostics.slice(0, shownDiagnostics)
  const rest = remainder(diagnostics)
  const codes = [...new Set(first.map(({ code }) => code))]
  const { help = onInstalledPage } = rendering
  const lines = [...first.map((each) => rendered(each, rendering)), rest, codes.length > 0 ? help(codes) : '']
  return lines.filter((line) => line !== '').join('\n')
}

const onInstalledPage = (codes: readonly Code[]): string =>
  `explained in ${installedPageOf(codes.length === 1 ? codes[0] : undefined)}`
