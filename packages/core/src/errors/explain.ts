import { type Code, catalogue } from './catalogue.js'
import { type Explanation, explanations } from './explanations.js'
import { pageOf } from './page.js'

/** A code with its text from the manual. */
export interface ExplainedCode extends Explanation {
  readonly code: Code
  readonly title: string
  /** The section of the manual with the same text. */
  readonly page: string
}

export const explain = (code: Code): ExplainedCode => ({
  code,
  title: catalogue[code],
  page: pageOf(code),
  ...explanations[code],
})

/** Returns the code that a user means by `ORM-S302`, `s302` or `orm-s302`. */
export function codeNamed(text: string): Code | undefined {
  const code = `ORM-${text.toUpperCase().replace(/^ORM-?/, '')}`
  return Object.hasOwn(catalogue, code) ? (code as Code) : undefined
}

export { catalogue } from './catalogue.js'
