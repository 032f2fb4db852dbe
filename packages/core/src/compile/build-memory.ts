import { SchemaMemory } from '../schema/index.js'
import { SqlStatements } from './sql-statements.js'
import { TableFiles } from './table-files.js'

/** What one build of a project leaves to the next. */
export class BuildMemory {
  readonly schema = new SchemaMemory()
  readonly statements = new SqlStatements()
  readonly tableFiles = new TableFiles()
}
