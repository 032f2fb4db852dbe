import { type CompiledSchema, compileSchema, didYouMean, orderedTables } from 'orm-core/internal'
import type { RepairReport } from 'orm-database'
import { type CommandWork, UsageError } from '../command.js'
import { readSchemas, schemaOptions } from '../read-schemas.js'
import { count } from '../report.js'

export const listRepair: CommandWork = {
  does: { writes: true, asks: false, takesTerminal: false, lasts: false },
  options: [...schemaOptions.filter((option) => option !== 'platform'), 'dryRun'],
  argument: { name: 'table', help: 'repair only these tables (default: all tables with lists or trees)', isList: true },
  examples: [
    'orm list:repair',
    'orm list:repair chapter --dry-run',
    'orm list:repair --connection=default --format=json',
  ],
  async run(options, io, report, { args }) {
    const { dryRun = false } = options
    const { config, inputs, warnings, compiling } = await readSchemas(options, io, { keepEnv: false })
    const { databases } = await compileSchema(inputs, compiling)
    report.diagnostics(warnings)
    refuseOthers(args, databases)
    // Loaded here, so that commands without a database never load one.
    const { repairLists } = await import('orm-database')
    const isChosen = (table: string): boolean => args.length === 0 || args.includes(table)
    const reports = await repairLists({ config, databases, isChosen, dryRun })
    for (const each of reports) report.result('repaired', [each], [lineOf(each, dryRun)])
    if (reports.length === 0) report.notice('the schema has no lists or trees')
  },
}

function refuseOthers(names: readonly string[], databases: CompiledSchema['databases']): void {
  const known = databases.flatMap(orderedTables).map(({ name }) => name)
  const other = names.find((name) => !known.includes(name))
  if (other === undefined) return
  const hint = didYouMean(other, known) ?? (known.length > 0 ? `tables with lists or trees: ${known.join(', ')}` : '')
  throw new UsageError(`no table "${other}" has lists or trees${hint && ` (${hint})`}`)
}

function lineOf(
  { connection, table, kind, lists, broken, rows, duplicates, gaps }: RepairReport,
  dryRun: boolean,
): string {
  const what = `${table} on connection "${connection}"`
  if (broken === 0) return `${what}: ${count(lists, kind)} in order`
  const changed = `${count(rows, 'row')} ${dryRun ? 'would change' : 'changed'}`
  const faults = `${count(duplicates, 'duplicate')}, ${count(gaps, 'gap')}`
  return `${what}: ${broken} of ${count(lists, kind)} ${dryRun ? 'broken' : 'repaired'}: ${changed} (${faults})`
}
