import { BuildError } from '../../errors/index.js'
import type { PhpClass } from '../../php/code/php-class.js'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Methods of traits: a method of the class would silently replace them. */
const queryMethods = words(`
  descendantsOf branchOf childrenOf siblingsOf ancestorsOf rootsOf orderByBranch orderByLevel findRoot findTree treeRoots
  inTree findRoots retrieveRoot retrieveRoots retrieveTree deleteTree fixLevels checkTree repairTree`)

export function refuseTakenQueryNames(php: PhpClass): void {
  const taken = queryMethods.find((name) => php.findMethod(name))
  if (taken !== undefined) {
    throw new BuildError(`the method ${taken}() of a column or relation is also a method of nested_set`, {
      hint: 'set another phpName for the column or the foreign key',
    })
  }
}
