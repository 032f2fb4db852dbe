import { notOneExpression } from '../../errors/schema/vendor-errors.js'
import type { Check } from '../state.js'

/** The conditions of tables. */
export const checkConstraints: Check = ({ model, platform }, { report }) => {
  for (const table of model.tables) {
    for (const { name, expression, origin } of table.checks) {
      if (platform.sqlExpression(expression) !== undefined) continue
      report(notOneExpression(origin.at('expression'), `check "${name}"`, 'expression', expression, platform.name))
    }
  }
}
