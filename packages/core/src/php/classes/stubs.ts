import { type Column, type InheritanceChild, valueConstant } from '../../model/index.js'
import type { ClassName } from '../class-names.js'
import { type ClassDraft, Members, type PhpClass } from '../code/members.js'
import { type ClassContribution, contribute } from '../contributions.js'
import { phpString } from '../literal.js'
import type { Scope } from '../scope.js'
import * as templates from '../templates/compiled.js'
import { childModelView } from '../views/child-model.js'
import type { InheritanceView } from '../views/inheritance.js'
import { classDoc } from './doc.js'

const empty = ({ own }: Scope): Omit<ClassDraft, 'kind'> => ({
  name: own.short,
  namespace: own.namespace,
  doc: '',
  interfaces: [],
  traits: [],
  cases: [],
  members: new Members(),
})

/** An empty class for the user's own code. */
export function stub(
  scope: Scope,
  base: ClassName,
  isAbstract: boolean,
  contribution?: ClassContribution,
): ClassDraft | PhpClass {
  const parent = scope.imports.use(base.fqcn, `Base${base.short}`)
  return contribute({ ...empty(scope), kind: isAbstract ? 'abstract class' : 'class', parent }, contribution)
}

/** A class of single table inheritance, for the user's own code. */
export function childStub(child: InheritanceChild, inheritance: InheritanceView, scope: Scope): ClassDraft {
  const draft = empty(scope)
  templates.childModel(childModelView(child, inheritance, scope), draft.members)
  return { ...draft, kind: 'class', parent: parentOf(child, inheritance.children, scope) }
}

function parentOf({ extends: mother }: InheritanceChild, children: readonly InheritanceChild[], scope: Scope): string {
  const { classes, table, imports } = scope
  if (mother?.includes('\\')) return imports.use(mother.replace(/^\\/, ''))
  const child = children.find(({ className }) => className === mother)
  return imports.use((child ? classes.ofChild(table, child) : classes.of(table)).model.fqcn)
}

/** The interface that a table's `interface` attribute names, for the user to fill. */
export const interfaceStub = (scope: Scope): ClassDraft => ({ ...empty(scope), kind: 'interface' })

/** The values of an ENUM column. */
export function backedEnum(column: Column, scope: Scope): ClassDraft {
  return {
    ...empty(scope),
    kind: 'enum',
    backing: 'string',
    doc: classDoc(scope, `Values of the column \`${scope.table.name}.${column.name}\`.`),
    cases: column.valueSet.map((value) => `${caseName(value)} = ${phpString(value)}`),
  }
}

/** As the constants of the table map, whose names are checked; what cannot be a case name gets a line in front. */
function caseName(value: string): string {
  const name = valueConstant('', value).slice(1)
  return /^(?:\d|class$|$)/i.test(name) ? `_${name}` : name
}
