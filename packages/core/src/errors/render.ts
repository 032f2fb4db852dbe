import type { Diagnostic } from './diagnostic.js'
import { codeFrame, formatDiagnostic, remainder, shownDiagnostics } from './format.js'

/** How people get to see diagnostics. */
export interface Rendering {
  readonly colour: boolean
  /** Whether the line of the file is shown below each. */
  readonly frames: boolean
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
function rendered(diagnostic: Diagnostic, { colour, frames }: Rendering): string {
  const { code, severity } = diagnostic
  const text = formatDiagnostic(diagnostic)
  const frame = frames ? codeFrame(diagnostic) : ''
  const shown = colour ? text.replace(code, `\u001b[${colours[severity]}m${code}\u001b[39m`) : text
  return frame === '' ? shown : `${shown}\n${frame}\n`
}

/** Up to a hundred diagnostics, then how many more there are. */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], rendering: Rendering): string {
  const shown = diagnostics.slice(0, shownDiagnostics).map((diagnostic) => rendered(diagnostic, rendering))
  const rest = remainder(diagnostics)
  return [...shown, ...(rest ? [rest] : [])].join('\n')
}
