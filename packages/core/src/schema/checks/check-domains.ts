import { badDomain } from '../../errors/schema/column-errors.js'
import { qualifiedName } from '../../model/index.js'
import type { Check } from '../state.js'
import { reportName } from './check-sql-names.js'

/** Checks domains that are types of the database: no table and no native type may have the same name. */
export const checkDomains: Check = ({ model, platform }, { report, broken }) => {
  if (!platform.domains) return
  const inSchema = (schema: string | undefined, name: string): string =>
    qualifiedName({ name, schema: schema ?? platform.defaultSchema ?? '' })
  const columns = model.tables.flatMap((table) => table.columns)
  const tables = new Set(model.tables.map((table) => inSchema(table.schema, table.name)))
  const types = new Set(columns.flatMap(({ enumType }) => (enumType ? inSchema(enumType.schema, enumType.name) : [])))
  const seen = new Set<string>()
  for (const column of columns) {
    const { domain, origin } = column
    if (!domain || broken.has(column)) continue
    const id = inSchema(domain.schema, domain.name)
    if (seen.has(id)) continue
    seen.add(id)
    if (tables.has(id)) report(badDomain(origin.at('domain'), domain.name, 'a table has the same name'))
    if (domain.schema === undefined) reportName('type', domain.name, origin.at('domain'), platform, report)
    if (types.has(id)) report(badDomain(origin.at('domain'), domain.name, 'a native type has the same name'))
  }
}
