import type { Code } from './catalogue.js'
import type { Diagnostic } from './diagnostic.js'
import { codeFrame, formatDiagnostic, remainder, shownDiagnostics } from './format.js'
import { installedPageOf } from './page.js'
import { terminalLine } from './terminal-text.js'

/** How diagnostics are shown to users. */
export interface Rendering {
  readonly colour: boolean
  /** Whether to show the source line below each diagnostic. */
  readonly frames: boolean
  /** Whether to also show the stack of an error that project code threw. @default false */
  readonly stacks?: boolean
  /** Returns the URL that a code links to, on terminals that support links. */
  readonly linkTo?: (code: Code) => string
  /** Returns the last line, which says where to read about the codes. @default the section or page of the manual */
  readonly help?: (codes: readonly Code[]) => string
}

/** Detects what a terminal or log supports. `FORCE_COLOR` and `NO_COLOR` override the detection (no-color.org). */
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

/** Formats a diagnostic like `formatDiagnostic()`, with its code highlighted: red for an error, yellow for a warning. */
function rendered(diagnostic: Diagnostic, { colour, frames, linkTo, stacks = false }: Rendering): string {
  const { code, severity, cause } = diagnostic
  const text = formatDiagnostic(diagnostic)
  const frame = frames ? codeFrame(diagnostic) : ''
  const linked = linkTo ? hyperlink(code, linkTo(code)) : code
  const shown = text.replace(code, colour ? `\u001b[${colours[severity]}m${linked}\u001b[39m` : linked)
  const stack = stacks && cause?.stack ? `\n${cause.stack.split('\n').map(terminalLine).join('\n')}\n` : ''
  return frame === '' ? `${shown}${stack}` : `${shown}\n${frame}\n${stack}`
}

/** Returns a terminal link (OSC 8). */
const hyperlink = (text: string, address: string): string => `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\`

/** Formats up to a hundred diagnostics, the number of remaining ones, and one line that says where the codes are explained. */
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
