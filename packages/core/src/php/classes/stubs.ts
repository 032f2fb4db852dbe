import { phpString } from '../../escape/php-literal.js'
import { type Column, type InheritanceChild, valueConstant } from '../../model/index.js'
import type { ClassName } from '../class-names.js'
import { PhpClass } from '../code/php-class.js'
import type { Scope } from '../scope.js'
import * as templates from '../templates/compiled.js'
import { childModelView } from '../views/child-model.js'
import type { InheritanceView } from '../views/inheritance.js'
import { classDoc } from './doc.js'

/** Builds an empty stub class. */
export function stub(scope: Scope, base: ClassName, isAbstract = false): PhpClass {
  const php = new PhpClass(isAbstract ? 'abstract class' : 'class', scope.own)
  php.parent = scope.imports.use(base.fqcn, `Base${base.short}`)
  return php
}

/** Builds the stub for a class of single table inheritance. */
export function childStub(child: InheritanceChild, inheritance: InheritanceView, scope: Scope): PhpClass {
  const php = new PhpClass('class', scope.own)
  templates.childModel(childModelView(child, inheritance, scope), php)
  php.parent = parentOf(child, inheritance.children, scope)
  return php
}

function parentOf({ extends: mother }: InheritanceChild, children: readonly InheritanceChild[], scope: Scope): string {
  const { classes, table, imports } = scope
  if (mother?.includes('\\')) return imports.use(mother.replace(/^\\/, ''))
  const child = children.find(({ className }) => className === mother)
  return imports.use((child ? classes.ofChild(table, child) : classes.ofTable(table)).model.fqcn)
}

/** Builds an empty interface for the table's `interface` attribute. */
export const interfaceStub = (scope: Scope): PhpClass => new PhpClass('interface', scope.own)

/** Builds the enum with the values of an ENUM column. */
export function backedEnum(column: Column, scope: Scope): PhpClass {
  const php = new PhpClass('enum', scope.own)
  php.doc = classDoc(scope, `Values of the column \`${scope.table.name}.${column.name}\`.`)
  php.cases = [...new Set(column.valueSet)].map((value) => `${caseName(value)} = ${phpString(value)}`)
  return php
}

/** Returns the case name for a value, like the constant in the table map. What cannot be a case name gets a leading `_`. */
function caseName(value: string): string {
  const name = valueConstant('', value).slice(1)
  return /^(?:\d|class$|$)/i.test(name) ? `_${name}` : name
}
