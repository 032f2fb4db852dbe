import { yaml } from '../config/yaml.js'
import { asciiLower, type Column, type ParameterValue } from '../model/index.js'

/** A rule of the behavior validate: a parameter with any name, whose value is YAML. */
export interface ValidationRule {
  readonly name: string
  readonly column: string | undefined
  readonly validator: string | undefined
  readonly options: unknown
  /** Keys that rules do not support. */
  readonly unknown: readonly string[]
}

export const ruleKeys: readonly string[] = ['column', 'validator', 'options']

type Rules = ReadonlyMap<string, ParameterValue>

/** Parses a rule. Returns undefined if its text is not YAML or no map. */
export function readRule(name: string, text: ParameterValue): ValidationRule | undefined {
  if (typeof text !== 'string') return undefined
  const document = yaml().parseDocument(text)
  // Regular expressions in double quotes contain escapes that YAML does not define. These stay unchanged.
  if (document.errors.some(({ code }) => code !== 'BAD_DQ_ESCAPE')) return undefined
  const value: unknown = document.toJS()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { column, validator, options } = value as Record<string, unknown>
  const word = (given: unknown): string | undefined => (typeof given === 'string' && given !== '' ? given : undefined)
  const unknown = Object.keys(value).filter((key) => !ruleKeys.includes(key))
  return { name, column: word(column), validator: word(validator), options, unknown }
}

/** Merges the rules of a child and its parent, whose names may be equal, as `rule1` to `ruleN`. */
export function mergeRules(own: Rules, inherited: Rules): Rules {
  const texts = [...new Set([...own.values(), ...inherited.values()])]
  return new Map(texts.map((text, index) => [`rule${index + 1}`, text]))
}

/** Separates the rules for these columns from all others. */
export function splitRules(rules: Rules, columns: readonly Column[]): { moved: Rules; kept: Rules } {
  const entries = [...rules]
  const names = new Set(columns.flatMap(({ name, writtenName = name }) => [asciiLower(name), asciiLower(writtenName)]))
  const isMoved = ([name, text]: [string, ParameterValue]): boolean =>
    names.has(asciiLower(readRule(name, text)?.column ?? ''))
  return {
    moved: new Map(entries.filter(isMoved)),
    kept: new Map(entries.filter((entry) => !isMoved(entry))),
  }
}
