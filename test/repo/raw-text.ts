/** Folders whose code generates PHP, SQL, JavaScript, and paths. */
export const generators = ['php', 'dialects', 'compile', 'outputs', 'behaviors'] as const

type Folder = (typeof generators)[number]

/** Properties and variables with text from a schema, a configuration, a database catalog, or a file name. */
const raw = ['name', 'description', 'file', 'path', 'schema', 'tableName', 'columnName', 'sqlType', 'comment']

/**
 * `TableScope` only passes names to templates and behaviors that `phpIdentifier()` has checked; elsewhere they are unchecked
 * text.
 */
const rawOutsidePhp = [...raw, 'phpName', 'className', 'pluralName']

const patternFor = (words: readonly string[]): string => `(?:[\\w$]+[!?]?\\.)*(?:${words.join('|')})!?`

/** The exceptions that may be inserted unchanged, and why. Each entry applies to one file. */
export const allowed: Readonly<Record<string, readonly string[]>> = {
  // Members written by a project behavior or a template: code with names that the printer compares.
  'php/code/print.ts': ['name'],
  // Keys of in-memory maps, names of columns that are added, and words in messages.
  'behaviors/aggregate-column/attach.ts': ['elsewhere.schema', 'owner.name'],
  'behaviors/versionable/prepare-table.ts': ['name', 'other.name'],
  'behaviors/behavior-parameters.ts': ['name'],
  'behaviors/behavior-parts.ts': ['name'],
  // The text is parsed or compared, but not written.
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
  // Labels, which are escaped when they are written.
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
  // Parts of a value that `phpString()` or `quote()` turns into a literal or a name.
  'behaviors/nested-set/model.ts': ['column.name', 'name'],
  'behaviors/sortable/constants.ts': ['name'],
  'behaviors/sortable/prepare-table.ts': ['table.table.name'],
  'dialects/mssql/ddl.ts': ['column.name', 'table.name'],
  'dialects/pgsql/alter.ts': ['column.name', 'name', 'table.name', 'typed.after.name'],
  'dialects/pgsql/ddl.ts': ['table.name'],
  'dialects/sqlite/alter.ts': ['after.name', 'name'],
  'php/views/table-map.ts': ['column.name', 'name', 'other.name', 'own.name'],
  // Names of relations and methods that `phpIdentifier()` has checked, and of imported classes.
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
  // Text for `classDoc()`, which turns it into a comment.
  'php/classes/collection.ts': ['name', 'scope.table.name', 'table.name'],
  'php/classes/factory.ts': ['scope.table.name', 'table.name'],
  'php/classes/model.ts': ['table.name'],
  'php/classes/query.ts': ['name', 'table.name'],
  'php/classes/stubs.ts': ['column.name', 'name', 'scope.table.name'],
  'php/classes/table-map.ts': ['table.name'],
  // Names that were quoted or checked a few lines above, or that are constants in our code.
  'compile/run-php.ts': ['name'],
  'php/templates/table-map.php.tpl': ['constant.name'],
  'compile/schema-module.ts': ['name', 'table.phpName'],
  'dialects/clauses.ts': ['name'],
  'dialects/dialect.ts': ['name'],
  'dialects/oracle/platform.ts': ['name'],
  // Names that are compared, not written.
  'dialects/mysql/platform.ts': ['name'],
  'dialects/sql-outline.ts': ['name'],
  'php/class-names.ts': ['name'],
  'php/imports.ts': ['name'],
  'php/member-names.ts': ['name'],
  'php/views/column-view.ts': ['name'],
  'php/views/model-many-to-one.ts': ['name'],
  'php/views/model-one-to-one.ts': ['name'],
  'php/views/model-rows.ts': ['name'],
  // `isConnectionName()` has accepted the name of the database.
  'outputs/diagram.ts': ['database.name'],
  'outputs/sql-map.ts': ['name'],
  'outputs/gone-databases.ts': ['name'],
  'outputs/sql.ts': ['database.name'],
}

/**
 * Returns the text that is inserted into a template literal, or passed from the model to a view, without an escaping function.
 */
export function rawTexts(path: string, source: string): string[] {
  const folder = path.split('/')[0] as Folder
  const words = patternFor(folder === 'php' || folder === 'behaviors' ? raw : rawOutsidePhp)
  if (path.endsWith('.tpl')) return found(source, new RegExp(`<%= *(${patternFor(raw)}) *%>`, 'g'))
  // Messages are for people; a separate function escapes them for the terminal.
  const code = source.replace(/^.*(?:Error\(|\.warn\(|\breport\().*$/gm, '').replace(/^\s*(?:\/?\*|\/\/).*$/gm, '')
  return [
    ...found(code, new RegExp(`\\$\\{(${words})\\}`, 'g')),
    ...found(code, new RegExp(`['"\`] \\+ (${words})(?![\\w(.])|(?<![\\w$.(])(${words}) \\+ ['"\`]`, 'g')),
    ...(path.startsWith('php/views/')
      ? found(code, /^\s*\w+: ((?:[\w$]+[!?]?\.)*(?:table|column|database|index)[!?]?\.(?:name|description))\b(?!\()/gm)
      : []),
  ]
}

/** Relation names are checked PHP names in every view. */
const relationName = /^(?:relation|cross|part|partner|filter)\.name$/

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => (match[1] ?? match[2])!).filter((each) => !relationName.test(each))
