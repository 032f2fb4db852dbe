/** Folders whose code writes PHP, SQL, JavaScript and paths. */
export const generators = ['php', 'dialects', 'compile', 'outputs', 'behaviors'] as const

type Folder = (typeof generators)[number]

/** Properties and variables that hold text from a schema, a configuration, a catalogue or the name of a file. */
const raw = ['name', 'description', 'file', 'path', 'schema', 'tableName', 'columnName', 'sqlType', 'comment']

/** `TableScope` gives only names to templates and behaviors that `phpIdentifier()` has seen; elsewhere they are text. */
const rawOutsidePhp = [...raw, 'phpName', 'className', 'pluralName']

const patternFor = (words: readonly string[]): string => `(?:[\\w$]+[!?]?\\.)*(?:${words.join('|')})!?`

/** What may go as it is, and why. An entry is as narrow as its file. */
export const allowed: Readonly<Record<string, readonly string[]>> = {
  // Members that a behavior of the project or a template writes: code, with names that the printer compares.
  'php/code/print.ts': ['name'],
  // Keys of maps in memory and words of messages.
  'behaviors/aggregate-column/attach.ts': ['elsewhere.schema', 'owner.name'],
  'behaviors/behavior-parameters.ts': ['name'],
  'behaviors/behavior-parts.ts': ['name'],
  // It is parsed or compared, and written nowhere.
  'behaviors/check-php.ts': ['name'],
  'behaviors/concrete-inheritance/prepare-table.ts': ['child.name', 'name', 'parent.name', 'schema'],
  'behaviors/concrete-inheritance/refuse-conflicts.ts': [
    'column.name',
    'inherited.table.name',
    'parent.name',
    'relation.table.name',
    'table.name',
  ],
  'behaviors/merge-contributions.ts': ['column.name', 'name', 'node.name'],
  'behaviors/delegate/prepare-table.ts': ['delegate.name', 'found.name', 'main.name', 'table.name'],
  'behaviors/output-group/prepare-table.ts': ['column.name', 'key.name'],
  'behaviors/registry.ts': ['name'],
  'behaviors/synced-table/prepare-table.ts': ['other.name'],
  'behaviors/validate/check-table.ts': ['name', 'table.table.name'],
  'dialects/mssql/alter.ts': ['after.name', 'column.name'],
  'outputs/config.ts': ['name', 'path'],
  // Labels, which are escaped where they are written.
  'outputs/drawings/dictionary.ts': ['domain.schema', 'domain.name'],
  'outputs/drawings/dot.ts': ['name', 'object.name'],
  'outputs/drawings/drawing.ts': ['schema', 'name', 'column.name', 'check.name'],
  'outputs/drawings/mermaid.ts': ['name'],
  'outputs/run-output.ts': ['name', 'path'],
  'outputs/templates.ts': ['model.name', 'path', 'problem.place?.file', 'table.name'],
  'compile/find-schemas.ts': ['name'],
  'compile/migration.ts': ['file', 'name'],
  'outputs/table-files.ts': ['origin.source.file'],
  'php/config-file.ts': ['name', 'path'],
  // Parts of a value that `phpString()` or `quote()` makes a literal or a name of.
  'behaviors/nested-set/model.ts': ['column.name', 'name'],
  'behaviors/sortable/constants.ts': ['name'],
  'behaviors/sortable/prepare-table.ts': ['table.table.name'],
  'behaviors/versionable/prepare-table.ts': ['other.name'],
  'dialects/mssql/ddl.ts': ['column.name', 'table.name'],
  'dialects/pgsql/alter.ts': ['column.name', 'name', 'table.name', 'typed.after.name'],
  'dialects/pgsql/ddl.ts': ['table.name'],
  'dialects/sqlite/alter.ts': ['after.name', 'name'],
  'php/views/table-map.ts': ['column.name', 'name', 'other.name', 'own.name'],
  // Names of relations and methods, which `phpIdentifier()` has seen, and of classes that were imported.
  'behaviors/aggregate-column/owner.ts': ['name'],
  'behaviors/archivable/code.ts': ['name'],
  'behaviors/concrete-inheritance/model.ts': ['name'],
  'behaviors/concrete-inheritance/save-referrers.ts': ['name'],
  'behaviors/delegate/model.ts': ['delegate.relation.name', 'method.name', 'name'],
  'behaviors/i18n/model.ts': ['method.name', 'name'],
  'behaviors/i18n/query.ts': ['name'],
  'behaviors/sortable/query.ts': ['name'],
  'behaviors/synced-table/index.ts': ['name'],
  'php/classes/query-shortcuts.ts': ['name'],
  // Texts for `classDoc()`, which makes a comment of them.
  'php/classes/collection.ts': ['name', 'scope.table.name', 'table.name'],
  'php/classes/factory.ts': ['scope.table.name', 'table.name'],
  'php/classes/model.ts': ['table.name'],
  'php/classes/query.ts': ['name', 'table.name'],
  'php/classes/stubs.ts': ['column.name', 'name', 'scope.table.name'],
  'php/classes/table-map.ts': ['table.name'],
  // Names that were quoted or checked a few lines above, or that are ours.
  'compile/run-php.ts': ['name'],
  'php/templates/table-map.php.tpl': ['constant.name'],
  'compile/schema-module.ts': ['name', 'table.phpName'],
  'dialects/clauses.ts': ['name'],
  'dialects/dialect.ts': ['name'],
  'dialects/oracle/platform.ts': ['name'],
  // Names to compare, not to write.
  'dialects/mysql/platform.ts': ['name'],
  'dialects/sql-outline.ts': ['name'],
  'php/class-names.ts': ['name'],
  'php/imports.ts': ['name'],
  'php/member-names.ts': ['name'],
  'php/views/column-view.ts': ['name'],
  'php/views/model-many-to-one.ts': ['name'],
  'php/views/model-one-to-one.ts': ['name'],
  'php/views/model-rows.ts': ['name'],
  // `isConnectionName()` has let the name of the database through.
  'outputs/diagram.ts': ['database.name'],
  'outputs/sql-map.ts': ['name'],
  'outputs/gone-databases.ts': ['name'],
  'outputs/sql.ts': ['database.name'],
}

/** What goes through no function on its way into a template literal, or out of the model into a view. */
export function rawTexts(path: string, source: string): string[] {
  const folder = path.split('/')[0] as Folder
  const words = patternFor(folder === 'php' || folder === 'behaviors' ? raw : rawOutsidePhp)
  if (path.endsWith('.tpl')) return found(source, new RegExp(`<%= *(${patternFor(raw)}) *%>`, 'g'))
  // Messages are for people; the terminal has a function of its own.
  const code = source.replace(/^.*(?:Error\(|\.warn\(|\breport\().*$/gm, '').replace(/^\s*(?:\/?\*|\/\/).*$/gm, '')
  return [
    ...found(code, new RegExp(`\\$\\{(${words})\\}`, 'g')),
    ...found(code, new RegExp(`['"\`] \\+ (${words})(?![\\w(.])|(?<![\\w$.(])(${words}) \\+ ['"\`]`, 'g')),
    ...(path.startsWith('php/views/')
      ? found(code, /^\s*\w+: ((?:[\w$]+[!?]?\.)*(?:table|column|database|index)[!?]?\.(?:name|description))\b(?!\()/gm)
      : []),
  ]
}

/** Names of relations are PHP names that are checked, whichever view holds them. */
const relationName = /^(?:relation|cross|part|partner|filter)\.name$/

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => (match[1] ?? match[2])!).filter((each) => !relationName.test(each))
