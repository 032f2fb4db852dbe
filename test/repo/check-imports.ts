import { dirname, join, normalize } from 'node:path/posix'
import {
  forbiddenGlobals,
  foreignNames,
  type Layer,
  layers,
  packageRules,
  pureModules,
  vendorFolders,
  vendorNames,
} from './import-rules.js'
import { scanSource } from './scan-source.js'

/** Source code by path from the root of the repository, with forward slashes. */
export type Sources = ReadonlyMap<string, string>

/** Orm's packages by import name. */
const packageNames: Readonly<Record<string, string>> = {
  'orm-core': 'core',
  'orm-project': 'project',
  'orm-database': 'database',
  'orm-cli': 'cli',
  'gulp-orm': 'gulp',
  'grunt-orm': 'grunt',
  'rollup-plugin-orm': 'rollup',
}

const coreFolder = 'packages/core/src/'

/** Returns every import that breaks a rule, one per line: the file, what it imports, and why that is not allowed. */
export function checkImports(sources: Sources): string[] {
  const problems: string[] = []
  const graph = new Map<string, string[]>()
  for (const [file, source] of sources) {
    const { imports, roots, words } = scanSource(source)
    const local: string[] = []
    for (const imported of imports) {
      const target = imported.startsWith('.') ? sourceOf(file, imported) : undefined
      if (target !== undefined) local.push(target)
      const reason = target === undefined ? externalProblem(file, imported) : localProblem(file, target)
      if (reason !== undefined) problems.push(`${file} imports ${target ?? imported}: ${reason}`)
    }
    graph.set(file, local)
    problems.push(...vendorProblems(file, words))
    if (file.startsWith(coreFolder)) {
      const used = forbiddenGlobals.filter((name) => roots.has(name))
      problems.push(...used.map((name) => `${file} uses ${name}: core has no process and no terminal`))
    }
  }
  return [...problems, ...cycles(graph).map((files) => `circular import: ${files.join(' -> ')}`)]
}

function vendorProblems(file: string, words: readonly string[]): string[] {
  if (vendorFolders.some((folder) => file.startsWith(folder))) return []
  const named = words.filter(
    (word) => vendorNames.test(word) && !foreignNames[file]?.includes(word.replace(/^['"]|['"]$/g, '')),
  )
  return [...new Set(named)].map((word) => `${file} names a vendor in ${word}: ask for a capability of its dialect`)
}

/** Returns the source of a relative import, which names the compiled file. */
function sourceOf(file: string, imported: string): string {
  return normalize(join(dirname(file), imported)).replace(/\.js$/, '.ts')
}

function localProblem(file: string, target: string): string | undefined {
  if (packageOf(file) !== packageOf(target)) return 'a package is imported by its name, never by a path'
  const table = layers[packageOf(file)]
  if (table === undefined) return undefined
  const [from, to] = [file, target].map(pathInPackage) as [string, string]
  const [layer, wanted] = [layerOf(table, from), layerOf(table, to)]
  if (layer === undefined || wanted === undefined) return 'the table of layers does not name this folder'
  if (layer === wanted)
    return layer.apart === true && !mayMeet(from, to) ? 'these folders know nothing of each other' : undefined
  if (table.indexOf(wanted) > table.indexOf(layer)) return `${layer.path} is below ${wanted.path}`
  return layer.not?.includes(wanted.path) ? `${layer.path} knows nothing of ${wanted.path}` : undefined
}

/**
 * Returns whether two files in a layer of independent folders may import each other: one is outside all of these folders, or
 * both are in the same one.
 */
function mayMeet(from: string, to: string): boolean {
  const [own, other] = [from, to].map((path) => path.split('/').slice(1, -1)[0])
  return own === undefined || other === undefined || own === other
}

function externalProblem(file: string, imported: string): string | undefined {
  // A package may have other entries besides its main one, such as orm-core/errors.
  const name = packageNames[imported.split('/')[0] ?? '']
  const own = packageOf(file)
  if (name !== undefined) {
    return packageRules[own]?.includes(name)
      ? undefined
      : `${own} may import ${packageRules[own]?.join(', ') || 'none of ours'}`
  }
  if (!file.startsWith(coreFolder) || pureModules.includes(imported)) return undefined
  const layer = layerOf(layers.core ?? [], pathInPackage(file))
  return layer?.external?.includes(imported) ? undefined : 'the table of layers does not allow it here'
}

const packageOf = (file: string): string => file.split('/')[1] ?? ''

const pathInPackage = (file: string): string => file.split('/').slice(3).join('/')

const layerOf = (table: readonly Layer[], path: string): Layer | undefined =>
  table.find((layer) => patternOf(layer).test(path))

const patternOf = ({ path }: Layer): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace('*', '[^/]+')}(?:/|$)`)

/** Returns each group of files that import one another in a cycle, including type imports, starting with its first name. */
function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found = new Map<string, string[]>()
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file)
    if (start >= 0) {
      const circle = path.slice(start)
      const first = circle.indexOf([...circle].sort()[0] ?? '')
      const ordered = [...circle.slice(first), ...circle.slice(0, first)]
      found.set(ordered.join(), [...ordered, ordered[0] ?? ''])
      return
    }
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return [...found.values()]
}
