import { BuildError, type Diagnostic } from '../errors/index.js'
import { badItem, badParameter, missingParameter } from '../errors/schema/behavior-errors.js'
import type { BehaviorUse, ParameterValue, Table } from '../model/index.js'
import type { BehaviorParameter, SchemaBehavior, TableEditor } from '../schema/index.js'
import type { Parameter, Values } from './behavior-parameters.js'
import type { Behavior } from './define-behavior.js'
import { refuseSharedColumns } from './kept-columns.js'

type AnyValues = Values<Readonly<Record<string, Parameter>>>

/** Adapts a behavior for the schema pipeline. */
export function schemaBehavior(behavior: Behavior): SchemaBehavior {
  const { name, order, multiple, freeParameters, modifyDatabase, modifyTable } = behavior
  const parameters = behavior.parameters ?? {}
  return {
    name,
    ...(order !== undefined && { order }),
    ...(multiple !== undefined && { multiple }),
    ...(freeParameters !== undefined && { freeParameters }),
    parameters: Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, schemaParameter(value)])),
    checkParameters: (use, table) => checkParameters(behavior, use, table),
    isComplete: (use) =>
      Object.entries(parameters).every(
        ([key, one]) => !one.required || typedValue(one, use.parameters.get(key)) !== undefined,
      ),
    ...(modifyDatabase && {
      modifyDatabase: (db, use) =>
        modifyDatabase({
          db,
          params: valuesOf(behavior, use),
          applyTo: (table, changes = {}) => {
            // A table that has the behavior keeps its own parameters.
            if (table.behaviors.some(({ id }) => id === use.id)) return
            const parameters = new Map([...use.parameters, ...Object.entries(changes)])
            db.edit(table).addBehavior({ name: use.name, id: use.id, parameters })
          },
        }),
    }),
    ...(modifyTable && {
      modifyTable: (table, given) => {
        const use = withColumnNames(behavior, given, table)
        refuseSharedColumns(table, use)
        modifyTable({
          table,
          params: valuesOf(behavior, use),
          given: use.parameters,
          attributes: attributesOf(use),
          id: use.id,
        })
      },
    }),
  }
}

/** Returns the use with column names as written in the table: SQL ignores their case. */
function withColumnNames({ parameters = {} }: Behavior, use: BehaviorUse, table: TableEditor): BehaviorUse {
  const asDeclared = (name: string): string => {
    const column = table.findColumn(name)
    return !column || column.name === name ? name : (column.writtenName ?? column.name)
  }
  const changed = new Map(use.parameters)
  for (const [name, value] of use.parameters) {
    if (!parameters[name]?.ofColumns || typeof value !== 'string') continue
    changed.set(name, value.split(',').map(asDeclared).join(','))
  }
  if ([...changed].every(([name, value]) => use.parameters.get(name) === value)) return use
  table.changeBehavior(use.id, changed)
  return { ...use, parameters: changed }
}

function schemaParameter(parameter: Parameter): BehaviorParameter {
  const { repeatable, default: value } = parameter
  return {
    ...(repeatable && { repeatable }),
    ...(value !== undefined && { default: parameter.print(value) }),
    canonical: (text) => {
      const parsed = parameter.parse(text)
      return parsed === undefined || isItems(text) ? text : parameter.print(parsed)
    },
  }
}

const isItems = (value: ParameterValue): boolean => typeof value !== 'string' && typeof value[0] === 'object'

function checkParameters(behavior: Behavior, use: BehaviorUse, table: string | undefined): Diagnostic[] {
  const owner = { table, behavior: behavior.name }
  const problems: Diagnostic[] = []
  for (const [name, parameter] of Object.entries(behavior.parameters ?? {})) {
    const value = use.parameters.get(name)
    const at = use.origin.parameter?.(name) ?? use.origin
    if (value === undefined || (parameter.required && isEmpty(value))) {
      if (parameter.required) problems.push(missingParameter(at, owner, name, parameter.doc))
    } else if (typedValue(parameter, value) === undefined) {
      const wrongItems = (isItems(value) && parameter.wrongItems?.(value)) || []
      if (wrongItems.length > 0) problems.push(...wrongItems.map((reason) => badItem(at, owner, name, reason)))
      else problems.push(badParameter(at, owner, name, parameter.expects, isItems(value) ? 'a list' : String(value)))
    }
  }
  return problems
}

const isEmpty = (value: ParameterValue): boolean => (typeof value === 'string' ? value.trim() : value).length === 0

/** Returns the typed value, or undefined if it is wrong, or empty although the parameter is required. */
function typedValue(parameter: Parameter, value: ParameterValue | undefined): unknown {
  if (value === undefined || (parameter.required && isEmpty(value))) return undefined
  const parsed = parameter.parse(value)
  return parameter.required && Array.isArray(parsed) && parsed.length === 0 ? undefined : parsed
}

const noAttributes: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map()

export const attributesOf = ({ furtherAttributes = noAttributes }: BehaviorUse) => furtherAttributes

/** Returns the typed parameters of a use. */
export function valuesOf(behavior: Behavior, use: BehaviorUse): AnyValues {
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(behavior.parameters ?? {})) {
    const value = use.parameters.get(name)
    // A wrong value was reported when it was read, and the model is not used then.
    values[name] = typedValue(parameter, value) ?? parameter.default
    if (values[name] === undefined && parameter.required) throw new BuildError(`parameter "${name}" is missing`)
  }
  return values as AnyValues
}

/** Returns the typed parameters of a table's behavior, or undefined if the table does not have it. */
export function parametersOf(behavior: Behavior, { behaviors }: Table): AnyValues | undefined {
  const use = behaviors.find(({ name }) => name === behavior.name)
  return use && valuesOf(behavior, use)
}
