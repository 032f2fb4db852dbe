import { BuildError } from '../../errors/index.js'
import type { PhpClass } from '../../php/code/php-class.js'
import type { CodeContext } from '../define-behavior.js'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Methods of traits: a method of the class would silently replace them. */
const modelMethods = words(`
  makeRoot isInTree isRoot isLeaf hasParent hasChildren isDescendantOf isAncestorOf hasPrevSibling hasNextSibling
  hasSiblings getPrevSibling getNextSibling getParent setParent getChildren countChildren getFirstChild getLastChild
  getSiblings getDescendants getBranch getAncestors countDescendants addChild insertAsFirstChildOf insertAsLastChildOf
  insertAsPrevSiblingOf insertAsNextSiblingOf moveToFirstChildOf moveToLastChildOf moveToPrevSiblingOf
  moveToNextSiblingOf deleteDescendants getIterator initNestedSetChildren clearNestedSetChildren addNestedSetChild`)

const proxies = words(`
  createRoot retrieveParent retrievePrevSibling retrieveNextSibling retrieveFirstChild retrieveLastChild getPath`)

const queryMethods = words(`
  descendantsOf branchOf childrenOf siblingsOf ancestorsOf rootsOf orderByBranch orderByLevel findRoot findTree treeRoots
  inTree findRoots retrieveRoot retrieveRoots retrieveTree deleteTree fixLevels checkTree repairTree`)

export function refuseTakenModelNames(php: PhpClass, { params }: CodeContext): void {
  refuse(php, params.method_proxies ? [...modelMethods, ...proxies] : modelMethods)
}

export function refuseTakenQueryNames(php: PhpClass): void {
  refuse(php, queryMethods)
}

function refuse(php: PhpClass, names: readonly string[]): void {
  const taken = names.find((name) => php.findMethod(name))
  if (taken !== undefined) {
    throw new BuildError(`the method ${taken}() of a column or relation is also a method of nested_set`, {
      hint: 'set another phpName for the column or the foreign key',
    })
  }
}
