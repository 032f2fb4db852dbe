import type { Mark } from '../../errors/index.js'
import {
  accessorSkipped,
  builtInClass,
  builtInInterface,
  classOfExtension,
  classTwice,
  constantTwice,
  invalidConstant,
  notOnWindows,
  notPhpName,
  phpNameTwice,
  reservedClassName,
} from '../../errors/schema/php-name-errors.js'
import {
  isBuiltInClass,
  isClassOfExtension,
  isImplementable,
  isPhpIdentifier,
  isReservedClassName,
  isWindowsDevice,
} from '../../escape/index.js'
import { booleanTypes, type Column, isWritten, qualifiedName, type Table, valueConstant } from '../../model/index.js'
import { SchemaElement } from '../element.js'
import { booleanMethods } from '../runtime-methods.js'
import type { Check, SchemaState } from '../state.js'

/** Checks names that are used in PHP: they must be valid and unique, and must not override the runtime. */
export const checkPhpNames: Check = ({ model }, state) => {
  const classes = new Map<string, Table>()
  const directories = new Set<string>()
  if (isWindowsDevice(model.name)) {
    state.report(notOnWindows(model.origin.at('name'), `${model.name}.sql`, 'give the connection another name'))
  }
  for (const table of model.tables) {
    // An attribute that could not be read may be the naming method.
    if (!(table.origin instanceof SchemaElement && table.origin.damaged)) checkMembers(table, state)
    for (const { phpName, refPhpName, origin } of table.foreignKeys) {
      for (const name of [phpName, refPhpName]) {
        if (name === undefined || isPhpIdentifier(name)) continue
        const attribute = name === phpName ? 'phpName' : 'refPhpName'
        state.report(notPhpName(origin.at(attribute), name, 'use letters, digits and _'))
      }
    }
    if (state.broken.has(table)) continue
    checkClassNames(table, classes, state)
    checkDirectory(table, directories, state)
    for (const attribute of ['interface', 'baseClass'] as const) {
      const short = table[attribute]?.split('\\').at(-1) ?? ''
      if (isReservedClassName(short)) state.report(reservedClassName(table.origin.at(attribute), short))
    }
    const global = globalName(table, table.interface)
    if (global !== undefined && !isImplementable(global)) {
      state.report(builtInInterface(table.origin.at('interface'), global))
    }
  }
}

/** Returns the class name if a mentioned name is in the global namespace, otherwise undefined. */
function globalName({ namespace }: Table, mentioned = ''): string | undefined {
  const name = mentioned.replace(/^\\/, '')
  return name !== '' && !name.includes('\\') && (namespace === '' || name !== mentioned) ? name : undefined
}

const nameIt = 'set phpName, or phpNamingMethod="clean"'

function checkClassNames(table: Table, classes: Map<string, Table>, { report }: SchemaState): void {
  const own: [string, Mark][] = [[table.phpName, at(table, 'phpName')]]
  for (const { inheritance } of table.columns) {
    for (const { className, origin } of inheritance?.children ?? []) {
      if (className !== table.phpName) own.push([className, origin.at('class')])
    }
  }
  for (const [name, mark] of own) {
    if (!isPhpIdentifier(name)) report(notPhpName(mark, name, nameIt))
    else if (isReservedClassName(name)) report(reservedClassName(mark, name))
    else if (table.namespace === '' && isBuiltInClass(name)) report(builtInClass(mark, name))
    else {
      if (table.namespace === '' && isClassOfExtension(name)) report(classOfExtension(mark, name))
      if (isWindowsDevice(name)) report(notOnWindows(mark, `${name}.php`, 'set another phpName'))
      for (const made of [name, `${name}Query`]) {
        const full = table.namespace === '' ? made : `${table.namespace}\\${made}`
        const other = classes.get(full.toLowerCase())
        if (other && other !== table) {
          report(classTwice(mark, qualifiedName(table), full, qualifiedName(other)))
          break
        }
        classes.set(full.toLowerCase(), table)
      }
    }
  }
}

function checkDirectory({ directory, origin }: Table, known: Set<string>, { report }: SchemaState): void {
  if (known.has(directory)) return
  known.add(directory)
  for (const part of directory.split('/')) {
    if (isWindowsDevice(part)) report(notOnWindows(origin.at('name'), part, 'set another package or namespace'))
  }
}

/** Returns the location of a PHP name, or that of the SQL name if the PHP name is generated. */
const at = ({ origin }: Table | Column, attribute: string): Mark =>
  isWritten(origin, attribute) ? origin.at(attribute) : origin.at('name')

function checkMembers(table: Table, { report, broken }: SchemaState): void {
  const phpNames = new Map<string, Column>()
  const constants = new Set<string>()
  for (const column of table.columns) {
    if (broken.has(column)) continue
    const { name, phpName, phpSingularName, constantName } = column
    const lower = phpName.toLowerCase()
    const first = phpNames.get(lower)
    if (!isPhpIdentifier(phpName)) report(notPhpName(at(column, 'phpName'), phpName, nameIt))
    else if (first) report(phpNameTwice(at(column, 'phpName'), qualifiedName(table), first.name, name, phpName))
    else checkMethods(column, report)
    phpNames.set(lower, column)
    if (column.hasSingular && !isPhpIdentifier(phpSingularName)) {
      report(notPhpName(at(column, 'phpSingularName'), phpSingularName, 'set another phpSingularName'))
    }
    // What makes a wrong PHP name of a column also makes a wrong constant.
    const isConstantNew = isPhpIdentifier(phpName) || isWritten(column.origin, 'tableMapName')
    if (!isPhpIdentifier(constantName)) {
      if (isConstantNew) report(invalidConstant(at(column, 'tableMapName'), name, constantName))
    } else if (constants.has(constantName)) report(constantTwice(at(column, 'tableMapName'), name, constantName))
    constants.add(constantName)
  }
  for (const column of table.columns) {
    if (broken.has(column)) continue
    for (const value of column.valueSet) {
      const constant = valueConstant(column.constantName, value)
      if (constants.has(constant)) report(constantTwice(at(column, 'tableMapName'), column.name, constant))
    }
  }
}

function checkMethods(column: Column, report: SchemaState['report']): void {
  const { name, phpName, type } = column
  if (!booleanTypes.has(type)) return
  const method = /^([iI]s|[hH]as)[A-Z]/.test(phpName)
    ? phpName.charAt(0).toLowerCase() + phpName.slice(1)
    : `is${phpName}`
  if (booleanMethods.has(method.toLowerCase())) report(accessorSkipped(at(column, 'phpName'), name, method, phpName))
}
