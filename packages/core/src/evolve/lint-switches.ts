import { asError, type Diagnostic, OrmError } from '../errors/index.js'
import { lintCodes, noLintCode } from '../errors/migration-errors.js'

/** The severity of each rule in the configuration, by its code without the prefix. */
export type LintSwitches = Readonly<Record<string, 'off' | 'warning' | 'error'>>

/** Applies the project's severities to the diagnostics. */
export const switched = (found: readonly Diagnostic[], switches: LintSwitches): Diagnostic[] =>
  found.flatMap((each) => {
    const wish = switches[each.code.slice('ORM-'.length)]
    return wish === 'off' ? [] : [wish === 'error' ? asError(each) : each]
  })

/** Returns the complete codes; throws if a code is not a lint code. */
export function allowedCodes(given: readonly string[]): ReadonlySet<string> {
  const codes = given.flatMap((text) => text.split(',')).map((code) => `ORM-${code.trim().replace(/^ORM-/, '')}`)
  const unknown = codes.filter((code) => !(lintCodes as readonly string[]).includes(code))
  if (unknown.length > 0) throw new OrmError(unknown.map((code) => noLintCode(undefined, code)))
  return new Set(codes)
}
