import { schemaIgnored } from '../../errors/schema/declaration-errors.js'
import { invalidNamespace, packageOutside } from '../../errors/schema/php-name-errors.js'
import { customStringFormat, noEffectAnyMore, oldForm } from '../../errors/schema/structure-errors.js'
import type { IdMethod, NamingMethod, Visibility } from '../../model/index.js'
import type { SchemaElement } from '../element.js'
import { elements } from '../language/index.js'
import { locate } from './location.js'
import { readVendor } from './read-vendor.js'
import type { FileSettings, Reading } from './reading.js'

export function readFileSettings(root: SchemaElement, referenceOnly: boolean, reading: Reading): FileSettings {
  const [namespace, packageName, schema] = [root.text('namespace'), root.text('package'), readSchema(root, reading)]
  const location = locate(
    {
      tableNamespace: undefined,
      databaseNamespace: namespace,
      tablePackage: undefined,
      databasePackage: packageName,
      schema,
    },
    reading.context.settings,
  )
  const { report, context } = reading
  if (!location.isNamespace) report(invalidNamespace(root.at('namespace'), location.namespace))
  if (location.directory === undefined)
    report(packageOutside(root.at('package'), location.package, context.settings.phpDir))
  return {
    idMethod: (root.text('defaultIdMethod') as IdMethod | undefined) ?? 'native',
    namingMethod: (root.text('defaultPhpNamingMethod') as NamingMethod | undefined) ?? 'underscore',
    accessorVisibility: (root.text('defaultAccessorVisibility') as Visibility | undefined) ?? 'public',
    mutatorVisibility: (root.text('defaultMutatorVisibility') as Visibility | undefined) ?? 'public',
    stringFormat: readStringFormat(root, reading) ?? 'YAML',
    namespace,
    package: packageName,
    schema,
    location,
    tablePrefix: root.text('tablePrefix') ?? reading.context.settings.tablePrefix,
    baseClass: readBaseClass(root, 'baseClass', reading),
    baseQueryClass: readBaseClass(root, 'baseQueryClass', reading),
    heavyIndexing: root.flag('heavyIndexing') ?? false,
    identifierQuoting: root.flag('identifierQuoting') ?? reading.context.settings.identifierQuoting,
    vendor: readVendor(root, reading),
    referenceOnly,
  }
}

/** Reads a parent class. Old schemas write its path with dots, and name classes that Propel 2 no longer has. */
export function readBaseClass(
  element: SchemaElement,
  attribute: 'baseClass' | 'baseQueryClass',
  { report }: Reading,
): string | undefined {
  const written = element.text(attribute)
  if (!written?.includes('.')) return written
  if (written.startsWith('propel.')) {
    report(noEffectAnyMore(element.at(attribute), written))
    return undefined
  }
  const name = classOfPath(written)
  report(oldForm(element.at(attribute), written, name))
  return name
}

/** Returns the class of a name with a path, as in old schemas: `lib.model.Book` is the class `Book`. */
export const classOfPath = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

/** Returns the canonical spelling of a built-in format, or the name of a custom one. */
export function readStringFormat(element: SchemaElement, { report }: Reading): string | undefined {
  const written = element.text('defaultStringFormat')
  if (written === undefined) return undefined
  const builtIn = elements.database.attributes.defaultStringFormat.type.offers ?? []
  const format = builtIn.find((name) => name.toLowerCase() === written.toLowerCase())
  if (!format) report(customStringFormat(element.at('defaultStringFormat'), written, builtIn))
  return format ?? written
}

/** Reads the `schema` attribute, if the database has SQL schemas. */
export function readSchema(element: SchemaElement, { platform, report }: Reading): string | undefined {
  const schema = element.text('schema')
  if (schema === undefined || platform.schemas !== 'none') return schema
  report(schemaIgnored(element.at('schema'), platform.name, schema))
  return undefined
}
