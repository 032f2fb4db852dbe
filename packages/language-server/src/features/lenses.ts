import type { CodeLens, Command } from 'vscode-languageserver'
import type { RowCount } from '../commands/row-counts.js'
import type { MarkupElement } from '../markup/parse-markup.js'
import type { Project } from '../project.js'
import type { SchemaFile, TableName } from '../schema-file.js'
import { tableNamed } from './completion.js'

/** Lens titles by command. */
const titles = {
  'orm.buildNow': 'Build',
  'orm.previewMigration': 'Preview migration',
  'orm.openDiagram': 'Diagram',
  'orm.openStudio': 'Studio',
} as const

export type CommandName = keyof typeof titles

export const commandNames = Object.keys(titles) as CommandName[]

/** The table whose rows a lens counts. */
export interface RowsLens {
  readonly uri: string
  readonly table: TableName
}

/** Returns commands above each database, and above each table its row count, which is requested when the lens becomes visible. */
export function lenses(
  project: Project,
  file: SchemaFile,
  { commands, hasRows }: { readonly commands: ReadonlySet<CommandName>; readonly hasRows: boolean },
): CodeLens[] {
  const { uri } = file.document
  const rangeOf = ({ start, name }: MarkupElement) => file.range(start, start + 1 + name.length)
  return file.databases.flatMap((element) => {
    const database = file.databaseAround(element)
    const above = commandNames
      .filter((command) => commands.has(command))
      .map((command) => ({
        range: rangeOf(element),
        command: { title: titles[command], command, arguments: [uri, ...(database ? [database] : [])] },
      }))
    if (!hasRows || project.connection(database)?.dsn === undefined) return above
    const counted = element.children.flatMap((child) => {
      const table = child.name === 'table' ? file.tableAround(child) : undefined
      return table?.name ? [{ range: rangeOf(child), data: { uri, table } satisfies RowsLens }] : []
    })
    return [...above, ...counted]
  })
}

/** Returns the table of a lens, and the connection for counting its rows. */
export function countedTable(project: Project, { table: name }: RowsLens) {
  const connection = project.connection(name.database)
  const table = tableNamed(project, name)
  return (
    connection && table && { connection, table: { name: table.name, ...(table.schema && { schema: table.schema }) } }
  )
}

/** Returns the text of a row count. It is not clickable. */
export function rowsTitle(count: RowCount): Command {
  if ('problem' in count) {
    return { title: count.problem, command: '', ...(count.reason && { tooltip: count.reason }) }
  }
  const rows = `${count.rows.toLocaleString('en-US')} row${count.rows === 1 ? '' : 's'}`
  return { title: count.isEstimate ? `about ${rows}` : rows, command: '' }
}
