import { phpProperty } from '../escape/index.js'
import { asciiLower, type Column, type Database, qualifiedName, type Table } from '../model/index.js'
import type { ClassNames, TableClasses } from '../php/class-names.js'

/** Names of a column in generated code. */
export interface ColumnNames {
  readonly column: Column
  readonly name: string
  readonly phpName: string
  /** Property of the model that contains the value. */
  readonly property: string
  readonly getter: string
  readonly setter: string
  /** Constant of the table map: `COL_TITLE`. */
  readonly constant: string
}

/** The table for hooks: the resolved model, which they must not change, and names in generated code. */
export class TableView {
  readonly name: string
  readonly phpName: string
  readonly classes: TableClasses
  readonly #names: ClassNames

  constructor(
    readonly model: Table,
    readonly database: Database,
    names: ClassNames,
  ) {
    this.name = model.name
    this.phpName = model.phpName
    this.classes = names.ofTable(model)
    this.#names = names
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined
  }

  col(name: string): ColumnNames {
    const column = this.#find(name)
    if (!column) throw new Error(`table "${this.name}" has no column "${name}"`)
    const { phpName, constantName } = column
    return {
      column,
      name: column.name,
      phpName,
      property: phpProperty(column.name),
      getter: `get${phpName}`,
      setter: `set${phpName}`,
      constant: constantName,
    }
  }

  #find(name: string): Column | undefined {
    const { columns } = this.model
    const lower = asciiLower(name)
    const namesOf = ({ name, writtenName = name }: Column): string[] => [name, writtenName]
    return (
      columns.find((column) => namesOf(column).includes(name)) ??
      columns.find((column) => namesOf(column).some((known) => asciiLower(known) === lower))
    )
  }

  /**
   * Finds another table of the database by its name in the schema, its full name or its name with the SQL schema. Tables of
   * the given SQL schema, by default that of this table, come first.
   */
  other(name: string, schema = this.model.schema): TableView | undefined {
    const lower = asciiLower(name)
    const near = this.database.tables.filter((table) => table.schema === schema)
    const tables = [...near, ...this.database.tables]
    const namesOf = (table: Table): string[] => [table.commonName, table.name, qualifiedName(table)]
    const found =
      tables.find((table) => namesOf(table).includes(name)) ??
      tables.find((table) => namesOf(table).some((known) => asciiLower(known) === lower))
    return found && this.viewOf(found)
  }

  /** Returns the view of another table of the database. */
  viewOf(table: Table): TableView {
    return new TableView(table, this.database, this.#names)
  }

  /** Returns the table whose model or query a class is. */
  tableOf(fqcn: string): Table | undefined {
    return this.database.tables.find((table) => {
      const { model, query } = this.#names.ofTable(table)
      return model.fqcn === fqcn || query.fqcn === fqcn
    })
  }
}
