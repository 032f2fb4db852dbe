import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Environment } from 'orm-core/internal'
import type { Code } from 'orm-core/internal/errors'
import { pageOf } from 'orm-core/internal/errors'
import type { Output } from './io.js'

/** Terminals that support OSC 8 links, by the variables that they set. Others may print the address or garbage. */
const programs: ReadonlySet<string> = new Set(['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Tabby', 'rio', 'zed'])
const terms = /^(?:xterm-kitty|xterm-ghostty|alacritty|foot|wezterm|contour)/

/** First version of VTE that does not print the address. */
const oldestVte = 5000

/** Returns whether a terminal supports links. `FORCE_HYPERLINK` overrides the list, as in other tools. */
export function showsLinks({ isTTY = false }: Output, env: Environment): boolean {
  const { FORCE_HYPERLINK: forced, CI, TERM = '', TERM_PROGRAM = '', VTE_VERSION, WT_SESSION, KONSOLE_VERSION } = env
  if (forced !== undefined) return forced !== '0' && forced.toLowerCase() !== 'false'
  if (!isTTY || CI || TERM === 'dumb' || /^(?:screen|tmux)/.test(TERM)) return false
  return (
    programs.has(TERM_PROGRAM) ||
    terms.test(TERM) ||
    Number(VTE_VERSION ?? 0) >= oldestVte ||
    WT_SESSION !== undefined ||
    KONSOLE_VERSION !== undefined
  )
}

let errorsPage: string | undefined

/**
 * Returns a link to the explanation of a code in the page that is installed with the compiler, so it works offline and matches
 * the version.
 */
export function linkTo(code: Code): string {
  errorsPage ??= pathToFileURL(createRequire(import.meta.url).resolve('orm-core/errors.html')).href
  return `${errorsPage}#${pageOf(code).split('#')[1]}`
}
