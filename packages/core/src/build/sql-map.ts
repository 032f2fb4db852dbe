import { type Mark, Source } from '../errors/index.js'
import type { Database } from '../model/index.js'
import type { BuiltFile } from './built-file.js'

/** A line of `sqldb.map`: an SQL file, and the connection to execute it on. */
export interface MapLine {
  /** Without the white space around it. */
  readonly text: string
  readonly mark: Mark
  /** Absent, as the connection, where the line does not say `file=connection`. */
  readonly file?: string
  readonly connection?: string
}

/** The lines of a map that are neither empty nor comments. */
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

/** A new map, or the existing one with a line for each database that it lacks: the user may have added files to it. */
export function mapFile(databases: readonly Database[], existing: string | undefined): BuiltFile {
  const own = databases.map(({ name }) => `${name}.sql=${name}`)
  const fresh = [title, ...own, ''].join('\n')
  const file = { path: 'sqldb.map', kind: 'map', keepExisting: false } as const
  if (existing === undefined || existing === fresh) return { ...file, contents: fresh }
  const known = readMapLines(new Source(file.path, existing))
  const missing = own.filter((_, index) => {
    const { name } = databases[index]!
    return !known.some((line) => line.file === `${name}.sql` && line.connection === name)
  })
  const separator = existing === '' || existing.endsWith('\n') ? '' : '\n'
  const contents = missing.length === 0 ? existing : `${existing}${separator}${missing.join('\n')}\n`
  return { ...file, contents, notice: 'sqldb.map has lines of your own, which were kept; --overwrite replaces them' }
}
