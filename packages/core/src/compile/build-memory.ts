import { SqlStatements } from '../outputs/sql-statements.js'
import { TableFiles } from '../outputs/table-files.js'
import { SchemaMemory } from '../schema/index.js'

/** What one build of a project leaves to the next. */
export class BuildMemory {
  readonly schema = new SchemaMemory()
  readonly statements = new SqlStatements()
  readonly tableFiles = new TableFiles()
}
