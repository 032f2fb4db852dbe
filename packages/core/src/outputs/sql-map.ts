import { type Mark, Source } from '../errors/index.js'
import type { Database } from '../model/index.js'
import type { OutputFile } from './define-output.js'

/** A line of `sqldb.map`: an SQL file, and the connection to run it on. */
export interface MapLine {
  /** The line without surrounding whitespace. */
  readonly text: string
  readonly mark: Mark
  /** The file. Absent, like the connection, if the line is not of the form `file=connection`. */
  readonly file?: string
  readonly connection?: string
}

/** Returns the lines of a map that are neither empty nor comments. */
export function readMapLines(source: Source): MapLine[] {
  const lines: MapLine[] = []
  for (const { 0: line, index } of source.text.matchAll(/[^\r\n]+/g)) {
    const text = line.trim()
    if (text === '' || text.startsWith('#') || text.startsWith(';')) continue
    const mark = { source, offset: index + line.indexOf(text) }
    const [, file, connection] = /^(.+?)\s*=\s*(.+)$/.exec(text) ?? []
    lines.push({ text, mark, ...(file && connection && { file, connection }) })
  }
  return lines
}

const title = '# Sqlfile -> Database map'

/** The map to write, and the lines removed from it because their database no longer exists. */
interface MapChange {
  readonly file: OutputFile
  readonly gone: readonly MapLine[]
}

/**
 * Returns a new map, or the existing one with a line for each missing database, and without the generated lines of databases
 * that no longer exist. Other lines are kept, as the user may have added files.
 */
export async function mapFile(
  databases: readonly Database[],
  existing: string | undefined,
  isGone: (connection: string) => Promise<boolean>,
): Promise<MapChange> {
  const own = databases.map(({ name }) => `${name}.sql=${name}`)
  const fresh = [title, ...own, ''].join('\n')
  const file = { path: 'sqldb.map', kind: 'map' } as const
  if (existing === undefined || existing === fresh) return { file: { ...file, contents: fresh }, gone: [] }
  const names = new Set(databases.map(({ name }) => name))
  const known = readMapLines(new Source(file.path, existing))
  const gone: MapLine[] = []
  for (const line of known) {
    const { connection = '' } = line
    if (line.file === `${connection}.sql` && !names.has(connection) && (await isGone(connection))) gone.push(line)
  }
  const kept = withoutLines(existing, gone)
  const missing = own.filter((_, index) => {
    const { name } = databases[index]!
    return !known.some((line) => line.file === `${name}.sql` && line.connection === name)
  })
  const separator = kept === '' || kept.endsWith('\n') ? '' : '\n'
  const contents = missing.length === 0 ? kept : `${kept}${separator}${missing.join('\n')}\n`
  const notice = 'sqldb.map has lines of your own, which were kept; --overwrite replaces them'
  return { file: { ...file, contents, ...(contents !== fresh && { notice }) }, gone }
}

/** Removes whole lines from a text, including their line breaks. */
function withoutLines(text: string, lines: readonly MapLine[]): string {
  const isLeftOut = (from: number, to: number): boolean =>
    lines.some(({ mark: { offset } }) => offset >= from && offset < to)
  return Array.from(text.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g), ({ 0: line, index }) =>
    isLeftOut(index, index + line.length) ? '' : line,
  ).join('')
}
