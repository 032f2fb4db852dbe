import { BuildError, didYouMean } from '../../errors/index.js'
import type { ParameterValue } from '../../model/index.js'
import type { TableEditor } from '../../schema/index.js'
import { nearColumn } from '../companion-table.js'
import type { TableContext } from '../define-behavior.js'
import { readRule, ruleKeys } from '../validation-rules.js'
import { constraintClass, constraintNames, constraintOptions } from './constraints.js'

const example = 'a rule is <parameter name="rule1" value="{column: title, validator: NotBlank}"/>'

/**
 * Rejects rules that could not be checked.
 *
 * @param isLenient whether unknown constraints and options are treated as Symfony constraints and options
 */
export const checkTable =
  (isLenient: boolean) =>
  (context: Pick<TableContext, 'table' | 'given'>): void => {
    const { table, given } = context
    // i18n may have moved all of them to the translations.
    if (given.size === 0 && !table.hasBehavior('i18n')) {
      throw new BuildError('it has no rules', { hint: example })
    }
    const problems = [...given].flatMap(([name, text]) => problemOf(table, name, text, isLenient) ?? [])
    if (problems.length > 0) throw new AggregateError(problems)
  }

function problemOf(table: TableEditor, name: string, text: ParameterValue, isLenient: boolean): BuildError | undefined {
  const problem = (message: string, hint?: string) => new BuildError(message, { parameter: name, hint })
  const rule = readRule(name, text)
  if (!rule) return problem(`rule "${name}" is not a YAML map: ${String(text)}`, example)
  const [unknown] = rule.unknown
  if (unknown !== undefined && !isLenient)
    return problem(`rule "${name}" has the unknown key "${unknown}"`, didYouMean(unknown, ruleKeys) ?? example)
  if (rule.column === undefined) return problem(`rule "${name}" names no column`, example)
  if (rule.validator === undefined) return problem(`rule "${name}" names no validator`, example)
  if (!table.findColumn(rule.column)) {
    return problem(
      `rule "${name}" is for column "${rule.column}", which table "${table.table.name}" does not have`,
      nearColumn(table, rule.column),
    )
  }
  const constraint = constraintClass(rule.validator, isLenient)
  if (constraint === undefined) {
    return problem(
      `rule "${name}": there is no constraint "${rule.validator}"`,
      didYouMean(rule.validator, constraintNames) ??
        'a class of your own is given by its full name, with a backslash; --allow-unknown-constraints takes any name',
    )
  }
  const options = rule.options ?? {}
  if (typeof options !== 'object' || Array.isArray(options)) {
    return problem(`rule "${name}": the options are not a map`, 'options: {min: 3}')
  }
  const known = isLenient ? undefined : constraintOptions(constraint)
  const wrong = known && Object.keys(options).find((option) => !known.includes(option))
  if (!known || wrong === undefined) return undefined
  return problem(
    `rule "${name}": constraint "${rule.validator}" has no option "${wrong}"`,
    didYouMean(wrong, known) ?? `it has: ${known.join(', ')}; --allow-unknown-constraints accepts any option`,
  )
}
