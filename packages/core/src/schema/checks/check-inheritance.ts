import {
  inheritanceClassTwice,
  inheritanceConstant,
  inheritanceCycle,
  inheritanceKeyTwice,
  inheritanceTooDeep,
  secondClassKey,
  unknownParent,
} from '../../errors/schema/inheritance-errors.js'
import { type Inheritance, type InheritanceChild, qualifiedName } from '../../model/index.js'
import type { Check, SchemaState } from '../state.js'

/** Checks single table inheritance. */
export const checkInheritance: Check = ({ model }, state) => {
  let phpNames: ReadonlySet<string> | undefined
  for (const table of model.tables) {
    const keys = table.columns.filter(({ inheritance }) => inheritance)
    const [first] = keys
    if (!first) continue
    for (const other of keys.slice(1)) {
      if (!state.broken.has(other)) state.report(secondClassKey(other.origin.at('inheritance'), qualifiedName(table)))
    }
    phpNames ??= new Set(model.tables.map(({ phpName }) => phpName))
    checkDuplicates(first.inheritance!, state)
    checkParents(first.inheritance!, phpNames, state)
  }
}

function checkDuplicates({ children }: Inheritance, { report }: SchemaState): void {
  const keys = new Set<string>()
  const classes = new Set<string>()
  const constants = new Set<string>()
  for (const { key, className, constantSuffix, origin } of children) {
    const isKeyTaken = keys.has(key)
    if (isKeyTaken) report(inheritanceKeyTwice(origin.at('key'), key))
    else if (constantSuffix === '' || constants.has(constantSuffix)) {
      report(inheritanceConstant(origin.at('key'), key, `CLASSKEY_${constantSuffix}`))
    }
    // An element that is written twice is one mistake.
    if (!isKeyTaken && classes.has(className.toLowerCase()))
      report(inheritanceClassTwice(origin.at('class'), className))
    keys.add(key)
    constants.add(constantSuffix)
    classes.add(className.toLowerCase())
  }
}

function checkParents({ children }: Inheritance, phpNames: ReadonlySet<string>, state: SchemaState): void {
  const byClass = new Map(children.map((child) => [child.className, child]))
  for (const child of children) {
    const { className, extends: parent, origin } = child
    if (parent !== undefined && !byClass.has(parent) && !phpNames.has(parent) && !parent.includes('\\')) {
      state.report(unknownParent(origin.at('extends'), className, parent, [...byClass.keys(), ...phpNames]))
    }
  }
  if (!reportCycles(children, byClass, state)) reportDepth(children, byClass, state)
}

/** The maximum number of ancestors of a class. The query of every ancestor lists the class. */
const deepest = 100

/** Reports the first class of a table that is too deep. */
function reportDepth(
  children: readonly InheritanceChild[],
  byClass: ReadonlyMap<string, InheritanceChild>,
  { report }: SchemaState,
): void {
  for (const child of children) {
    let ancestor: InheritanceChild | undefined = child
    let depth = 0
    while (ancestor?.extends !== undefined && depth <= deepest) {
      ancestor = byClass.get(ancestor.extends)
      depth++
    }
    if (depth > deepest) {
      report(inheritanceTooDeep(child.origin.at('extends'), child.className, deepest))
      return
    }
  }
}

/** Reports each cycle once, at the first of its classes. Returns whether there is one. */
function reportCycles(
  children: readonly InheritanceChild[],
  byClass: ReadonlyMap<string, InheritanceChild>,
  { report }: SchemaState,
): boolean {
  let isCyclic = false
  const done = new Set<InheritanceChild>()
  for (const start of children) {
    const chain: InheritanceChild[] = []
    let child: InheritanceChild | undefined = start
    while (child && !done.has(child)) {
      done.add(child)
      chain.push(child)
      child = child.extends === undefined ? undefined : byClass.get(child.extends)
    }
    const from = child ? chain.indexOf(child) : -1
    if (from < 0) continue
    isCyclic = true
    const names = chain.slice(from).map(({ className }) => className)
    report(inheritanceCycle(child!.origin.at('extends'), child!.className, [...names, child!.className]))
  }
  return isCyclic
}
