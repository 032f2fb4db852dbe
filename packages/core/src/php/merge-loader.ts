/**
 * Merges the loader of a build with what builds of other schemas have registered in the existing loader. `isOurs` returns
 * whether a schema file belongs to this build: for these, only the tables built now are registered.
 */
export function mergeLoader(built: string, found: string, isOurs: (source: string) => boolean): string {
  const databases = read(built)
  let hasOthers = false
  for (const [heading, { byName, byPhpName }] of read(found)) {
    const known = databases.get(heading) ?? { byName: new Map(), byPhpName: new Map() }
    const others = [...byName].filter(([key, { source }]) => source && !isOurs(source) && !known.byName.has(key))
    const maps = new Set(others.map(([, { map }]) => map))
    for (const [key, entry] of others) known.byName.set(key, entry)
    for (const [key, entry] of byPhpName) {
      if (maps.has(entry.map) && !known.byPhpName.has(key)) known.byPhpName.set(key, entry)
    }
    if (others.length === 0) continue
    hasOthers = true
    databases.set(heading, known)
  }
  if (!hasOthers) return built
  const lines = [...databases]
    .sort(byKey)
    .flatMap(([heading, { byName, byPhpName }]) => [
      heading,
      ...section('tablesByName', byName),
      ...section('tablesByPhpName', byPhpName),
      '    ],',
    ])
  const [start, end] = [built.indexOf(opening) + opening.length, built.lastIndexOf(closing)]
  return `${built.slice(0, start)}${lines.map((line) => `${line}\n`).join('')}${built.slice(end)}`
}

interface Registered {
  readonly line: string
  readonly map: string
  /** The schema file, as named in notices. */
  readonly source: string | undefined
}

interface Registry {
  readonly byName: Map<string, Registered>
  readonly byPhpName: Map<string, Registered>
}

const opening = 'initDatabaseMapFromDumps([\n'
const closing = ']);\n'
const word = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"`
const headingLine = new RegExp(String.raw`^ {4}(?:${word}) => \[$`)
const sectionLine = /^ {8}'(tablesByName|tablesByPhpName)' => \[$/
const entryLine = new RegExp(`^ {12}(${word}) => (${word}),(?: // (.+))?$`)

/** Parses the registrations of a loader, by the heading line of each database. */
function read(loader: string): Map<string, Registry> {
  const databases = new Map<string, Registry>()
  let registry: Registry | undefined
  let entries: Map<string, Registered> | undefined
  for (const line of loader.split('\n')) {
    if (headingLine.test(line)) {
      registry = { byName: new Map(), byPhpName: new Map() }
      databases.set(line, registry)
    }
    const title = sectionLine.exec(line)?.[1]
    if (title !== undefined) entries = title === 'tablesByName' ? registry?.byName : registry?.byPhpName
    const [, key = '', map = '', source] = entryLine.exec(line) ?? []
    if (map) entries?.set(key, { line, map, source })
  }
  return databases
}

const section = (title: string, entries: ReadonlyMap<string, Registered>): string[] => [
  `        '${title}' => [`,
  ...[...entries].sort(byKey).map(([, { line }]) => line),
  '        ],',
]

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : a > b ? 1 : 0)
