import { BuildError, didYouMean } from '../../errors/index.js'
import type { TableContext } from '../define-behavior.js'
import { readRule } from '../validation-rules.js'
import { constraintClass, constraintNames, constraintOptions } from './constraints.js'

/**
 * Refuses rules that could not be checked.
 *
 * @param isLenient whether constraints and options that are not known are taken as Symfony's
 */
export const checkTable =
  (isLenient: boolean) =>
  (context: Pick<TableContext, 'table' | 'given'>): void => {
    const { table, given } = context
    if (given.size === 0) {
      throw new BuildError('it has no rules', {
        hint: 'a rule is <parameter name="rule1" value="{column: title, validator: NotBlank}"/>',
      })
    }
    for (const [name, text] of given) {
      const rule = readRule(name, text)
      if (!rule) throw new BuildError(`rule "${name}" is not a YAML map: ${String(text)}`)
      if (rule.column === undefined) throw new BuildError(`rule "${name}" names no column`)
      if (rule.validator === undefined) throw new BuildError(`rule "${name}" names no validator`)
      if (!table.findColumn(rule.column)) {
        throw new BuildError(
          `rule "${name}" is for column "${rule.column}", which table "${table.table.name}" does not have`,
        )
      }
      const constraint = constraintClass(rule.validator, isLenient)
      if (constraint === undefined) {
        throw new BuildError(`rule "${name}": there is no constraint "${rule.validator}"`, {
          hint:
            didYouMean(rule.validator, constraintNames) ??
            'a class of your own is given by its full name, with a backslash; --allow-unknown-constraints takes any name',
        })
      }
      const options = rule.options ?? {}
      if (typeof options !== 'object' || Array.isArray(options)) {
        throw new BuildError(`rule "${name}": the options are not a map`)
      }
      if (!isLenient) refuseUnknownOptions(name, rule.validator, constraint, Object.keys(options))
    }
  }

function refuseUnknownOptions(rule: string, validator: string, constraint: string, given: readonly string[]): void {
  const known = constraintOptions(constraint)
  if (!known) return
  const unknown = given.find((option) => !known.includes(option))
  if (unknown === undefined) return
  throw new BuildError(`rule "${rule}": constraint "${validator}" has no option "${unknown}"`, {
    hint: didYouMean(unknown, known) ?? `it has ${known.join(', ')}; --allow-unknown-constraints takes any option`,
  })
}
