import { asError, type Diagnostic, OrmError } from '../errors/index.js'
import { lintCodes, noLintCode } from '../errors/migration-errors.js'

/** What happens if a rule finds something, by its code without the prefix, as the configuration has it. */
export type LintSwitches = Readonly<Record<string, 'off' | 'warning' | 'error'>>

/** What the rules have found, as the project wants to hear of it. */
export const switched = (found: readonly Diagnostic[], switches: LintSwitches): Diagnostic[] =>
  found.flatMap((each) => {
    const wish = switches[each.code.slice('ORM-'.length)]
    return wish === 'off' ? [] : [wish === 'error' ? asError(each) : each]
  })

/** The codes in full; throws where one of them is none of the lint. */
export function allowedCodes(given: readonly string[]): ReadonlySet<string> {
  const codes = given.flatMap((text) => text.split(',')).map((code) => `ORM-${code.trim().replace(/^ORM-/, '')}`)
  const unknown = codes.filter((code) => !(lintCodes as readonly string[]).includes(code))
  if (unknown.length > 0) throw new OrmError(unknown.map((code) => noLintCode(undefined, code)))
  return new Set(codes)
}
