import { checkKeys, type Mark } from '../errors/index.js'
import { behaviorConflict, behaviorDoubts } from '../errors/schema/behavior-errors.js'
import {
  asciiLower,
  type BehaviorUse,
  type Column,
  copiedOrigin,
  generatedName,
  isColumnReference,
  originAt,
  type ParameterValue,
  type Table,
} from '../model/index.js'
import type { XmlElement } from '../xml/index.js'
import { checkElement } from './check-element.js'
import type { ElementName } from './language/index.js'
import { columnsToEdit } from './mutable.js'
import { completeAddedUse } from './read/read-behavior-use.js'
import { checkName } from './read/read-check.js'
import { foreignKeyAbout } from './read/read-foreign-key.js'
import { addBehavior, addColumn, addForeignKey, addIndex, placeColumn, readTable } from './read/read-table.js'
import { indexName } from './read/read-table-index.js'
import { markBroken, namedElsewhere, type Reading } from './read/reading.js'
import type { DatabaseEditor, GivenParameters, TableEditor } from './schema-behavior.js'
import type { DatabaseDraft } from './state.js'

/** Events for the step that runs the behaviors. */
export interface EditorEvents {
  tableAdded(table: Table): void
  behaviorAdded(table: Table, use: BehaviorUse): void
}

/** Returns an editor for the changes that one use of a behavior makes. */
export function editDatabase(draft: DatabaseDraft, use: BehaviorUse, events: EditorEvents): DatabaseEditor {
  const { model, platform, reading } = draft
  const written = new Written(use, reading)
  const editor: DatabaseEditor = {
    name: model.name,
    platform,
    tables: model.tables,
    findTable: (name, schema) =>
      byName(
        model.tables.filter((table) => schema === undefined || table.schema === schema),
        ({ name, commonName }) => [name, commonName],
        name,
      ),
    edit: (table) => editTable(table, editor, written, events),
    addTable(attributes, like) {
      const { file } = reading.inherited.get(like)!
      const table = readTable(written.element('table', attributes), file, reading)
      // The problems of the attributes were already reported.
      if (!table) throw new Error('this table cannot be added')
      model.tables.push(table)
      for (const scope of draft.scopes) if (scope !== model.tables && scope.includes(like)) scope.push(table)
      events.tableAdded(table)
      return editor.edit(table)
    },
    ensureTable(attributes, like) {
      const schema = attributes.schema === undefined ? like.schema : String(attributes.schema)
      const found = editor.findTable(String(attributes.name), schema)
      return found ? editor.edit(found) : editor.addTable(attributes, like)
    },
    omitTable(name, like) {
      const { schema } = like
      const prefix = reading.inherited.get(like)?.file.tablePrefix ?? ''
      if (editor.findTable(name, schema)) return
      model.omittedTables.push({ name: prefix + name, ...(schema !== undefined && { schema }) })
    },
  }
  return editor
}

function editTable(table: Table, database: DatabaseEditor, written: Written, events: EditorEvents): TableEditor {
  const { reading, mark } = written
  const find = (name: string): Column | undefined =>
    byName(table.columns, ({ name, writtenName = name }) => [name, writtenName], name)
  const editor: TableEditor = {
    table,
    database,
    findColumn: find,
    addColumn: (attributes) => addColumn(table, written.element('column', attributes), reading),
    ensureColumn(attributes) {
      const name = String(attributes.name)
      if (!find(name)) editor.addColumn(attributes)
      return find(name)
    },
    copyColumn(column, changes = {}) {
      const { identity, ...copy } = { ...column, ...changes }
      // Only the database that makes a number knows where to start.
      const numbering = identity && copy.autoIncrement ? { identity } : {}
      const made = { ...copy, ...numbering, origin: originAt({ ...mark, copyOf: column.origin }) }
      placeColumn(table, made, reading)
      if (reading.broken.has(column.origin)) markBroken(made, reading)
    },
    removeColumn(name) {
      const position = table.columns.findIndex((column) => column.name === name)
      if (position >= 0) columnsToEdit(table).splice(position, 1)
    },
    copyIndex(index, changes = {}) {
      const copy = { ...index, ...changes }
      const { unique } = copy
      const name = indexName(table.name, unique, copy, reading.platform.maxIdentifierLength)
      const list = unique ? table.uniques : table.indexes
      // Only a unique key can be deferrable or treat nulls as equal.
      const { deferrable, nullsNotDistinct, ...plain } = copy
      const own = unique ? { ...(deferrable && { deferrable }), ...(nullsNotDistinct && { nullsNotDistinct }) } : {}
      list.push({ ...plain, ...own, name, explicitName: false, origin: originAt({ ...mark, copyOf: index.origin }) })
    },
    copyCheck(check, changes = {}) {
      const name = changes.name ?? checkName(table.name, check.expression, reading.platform.maxIdentifierLength)
      table.checks.push({
        ...check,
        name,
        explicitName: changes.name !== undefined,
        origin: copiedOrigin(check.origin),
      })
    },
    copyForeignKey(key, changes = {}) {
      const copy = { ...key, ...changes }
      const { maxIdentifierLength } = reading.platform
      const name = changes.name ?? generatedName(table.name, 'fk', foreignKeyAbout(copy), maxIdentifierLength)
      const made = {
        ...copy,
        name,
        explicitName: changes.name !== undefined,
        references: copy.references.map((reference) => ({
          ...reference,
          localOrigin: { ...reference.localOrigin, copyOf: key.origin },
          ...(isColumnReference(reference) && {
            foreignOrigin: { ...reference.foreignOrigin, copyOf: key.origin },
          }),
        })),
        origin: copiedOrigin(key.origin),
      }
      table.foreignKeys.push(made)
      if (reading.broken.has(key.origin)) markBroken(made, reading)
    },
    addIndex(columns, attributes = {}) {
      const parts = columns.map((name) => written.xml('index-column', { name }))
      addIndex(table, written.element('index', attributes, parts), reading)
    },
    addUnique(columns, attributes = {}) {
      const parts = columns.map((name) => written.xml('unique-column', { name }))
      addIndex(table, written.element('unique', attributes, parts), reading)
    },
    addForeignKey(attributes, references) {
      const parts = references.map((reference) => written.xml('reference', reference))
      addForeignKey(table, written.element('foreign-key', attributes, parts), reading)
    },
    ensureForeignKey(attributes, references) {
      const columns = references.map(({ local }) => String(local)).join()
      const prefix = reading.inherited.get(table)?.file.tablePrefix ?? ''
      const foreignTable = namedElsewhere(prefix + String(attributes.foreignTable), reading)
      const same = () =>
        table.foreignKeys.find(
          (key) => key.foreignTable === foreignTable && key.references.map(({ local }) => local).join() === columns,
        )
      if (!same()) editor.addForeignKey(attributes, references)
      return same()
    },
    warn: (message) => reading.report(behaviorDoubts(mark, table.name, mark.addedBy ?? '', message)),
    conflict: (message, hint) => reading.report(behaviorConflict(mark, table.name, mark.addedBy ?? '', message, hint)),
    addBehavior(use) {
      checkKeys('addBehavior()', use, useKeys)
      const origin = originAt({ ...mark, ...(use.origin && { copyOf: use.origin }) })
      const given = { id: use.name, ...use, parameters: parametersOf(use.parameters ?? {}), origin }
      const added = completeAddedUse(given, table.name, reading)
      if (!added) return
      addBehavior(table, added, reading)
      if (table.behaviors.includes(added)) events.behaviorAdded(table, added)
    },
    changeBehavior(id, parameters) {
      const position = table.behaviors.findIndex((use) => use.id === id)
      if (position < 0) return
      // Replaces the use instead of changing it, as the tables of a database share its uses.
      const given = { ...table.behaviors[position]!, parameters: parametersOf(parameters) }
      const changed = completeAddedUse(given, table.name, reading)
      if (changed) table.behaviors[position] = changed
    },
    removeBehavior(id) {
      const position = table.behaviors.findIndex((use) => use.id === id)
      if (position >= 0) table.behaviors.splice(position, 1)
    },
    hasBehavior: (name) => table.behaviors.some((use) => use.name === name),
  }
  return editor
}

/** Returns parameters with the values as a schema writes them. */
const parametersOf = (given: GivenParameters): ReadonlyMap<string, ParameterValue> =>
  new Map(
    [...(given instanceof Map ? given : Object.entries(given))].map(([name, value]) => [
      name,
      typeof value === 'object' ? value : String(value),
    ]),
  )

const useKeys = ['name', 'id', 'parameters', 'origin', 'furtherAttributes'] satisfies (keyof BehaviorUse)[]

/** Finds an item by name, by exact name first. SQL ignores case, so names that differ only in case never both exist. */
function byName<T>(all: readonly T[], namesOf: (one: T) => readonly string[], name: string): T | undefined {
  const lower = asciiLower(name)
  return (
    all.find((one) => namesOf(one).includes(name)) ??
    all.find((one) => namesOf(one).some((each) => asciiLower(each) === lower))
  )
}

/** Makes elements whose location is that of a `<behavior>`. */
class Written {
  readonly reading: Reading
  readonly mark: Mark

  constructor(use: BehaviorUse, reading: Reading) {
    const { source, offset } = use.origin
    this.reading = reading
    this.mark = { source, offset, addedBy: use.id }
  }

  element(name: ElementName, attributes: object, children: readonly XmlElement[] = []) {
    return checkElement(this.xml(name, attributes, children), name, this.reading.report)
  }

  xml(name: ElementName, attributes: object, children: readonly XmlElement[] = []): XmlElement {
    const given = Object.entries(attributes).filter(([, value]) => value !== undefined)
    return {
      ...this.mark,
      name,
      attributes: given.map(([attribute, value]) => ({ ...this.mark, name: attribute, value: String(value) })),
      children,
    }
  }
}
