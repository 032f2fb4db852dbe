import { foreignOrValue, noForeignColumn, noReference } from '../../errors/schema/foreign-key-errors.js'
import {
  type ForeignKey,
  generatedName,
  isColumnReference,
  type JoinType,
  type Reference,
  type ReferentialAction,
  type Table,
} from '../../model/index.js'
import type { SchemaElement } from '../element.js'
import type { Mutable } from '../mutable.js'
import { readDeferral } from './read-deferral.js'
import { readOutputGroups } from './read-output-groups.js'
import { readVendor } from './read-vendor.js'
import { declaredName, markBroken, namedElsewhere, type Reading } from './reading.js'

/** Reads a `<foreign-key>`. Its target is resolved when all tables are known. */
export function readForeignKey(element: SchemaElement, table: Table, reading: Reading): ForeignKey | undefined {
  const written = element.text('foreignTable')
  if (written === undefined) return undefined
  const foreignTable = namedElsewhere((reading.inherited.get(table)?.file.tablePrefix ?? '') + written, reading)
  const foreignSchema = reading.platform.schemas === 'none' ? undefined : element.text('foreignSchema')
  const children = element.childrenOf('reference')
  const references: Reference[] = []
  for (const child of children) {
    const reference = readReference(child, reading)
    if (reference) references.push(reference)
  }
  const about = foreignKeyAbout({ foreignTable, references, ...(foreignSchema !== undefined && { foreignSchema }) })
  const name = element.text('name')
  const phpName = element.text('phpName')
  const refPhpName = element.text('refPhpName')
  const onDelete = actions[element.text('onDelete') ?? 'none']
  const onUpdate = actions[element.text('onUpdate') ?? 'none']
  const implemented = element.text('interface')
  const key: Mutable<ForeignKey> = {
    name:
      name === undefined
        ? generatedName(table.name, 'fk', about, reading.platform.maxIdentifierLength)
        : declaredName(name, element.at('name'), reading),
    explicitName: name !== undefined,
    foreignTable,
    skipSql: element.flag('skipSql') ?? false,
    defaultJoin: (element.text('defaultJoin') as JoinType | undefined) ?? 'LEFT JOIN',
    references,
    vendor: readVendor(element, reading),
    origin: element,
  }
  if (foreignSchema !== undefined) key.foreignSchema = foreignSchema
  if (phpName !== undefined) key.phpName = phpName
  if (refPhpName !== undefined) key.refPhpName = refPhpName
  if (onDelete) key.onDelete = onDelete
  if (onUpdate) key.onUpdate = onUpdate
  const deferrable = readDeferral(element)
  if (deferrable) key.deferrable = deferrable
  if (element.text('match') === 'full') key.matchFull = true
  if (implemented !== undefined) key.interface = implemented
  const groups = readOutputGroups(element, 'outputGroup', 'ignoreGroup')
  const refGroups = readOutputGroups(element, 'refOutputGroup', 'refIgnoreGroup')
  if (groups) key.outputGroups = groups
  if (refGroups) key.refOutputGroups = refGroups
  if (children.length === 0) reading.report(noReference(element, table.name, foreignTable))
  else if (references.length === children.length && !references.some(isColumnReference)) {
    reading.report(noForeignColumn(element, foreignTable))
  }
  const whole = references.length === children.length && references.some(isColumnReference)
  if (element.damaged || !whole) markBroken(key, reading)
  return key
}

/** Returns the string that the generated name of a foreign key is derived from. */
export function foreignKeyAbout({
  foreignSchema = '',
  foreignTable,
  references,
}: Pick<ForeignKey, 'foreignSchema' | 'foreignTable' | 'references'>): string {
  const locals = references.map(({ local }) => local)
  const foreigns = references.flatMap((reference) => (isColumnReference(reference) ? [reference.foreign] : []))
  return `${foreignSchema}.${foreignTable}:${locals.join(',')}:${foreigns.join(',')}`
}

function readReference(element: SchemaElement, reading: Reading): Reference | undefined {
  const nameIn = (attribute: string): string | undefined => {
    const name = element.text(attribute)
    return name === undefined ? undefined : namedElsewhere(name, reading)
  }
  const local = nameIn('local')
  const foreign = nameIn('foreign')
  const value = element.text('value')
  if ((foreign === undefined) === (value === undefined)) {
    if (!element.damaged || foreign !== undefined) reading.report(foreignOrValue(element.at('value')))
    return undefined
  }
  if (local === undefined) return undefined
  const localOrigin = element.at('local')
  return foreign === undefined
    ? { local, value: value!, localOrigin }
    : { local, foreign, localOrigin, foreignOrigin: element.at('foreign') }
}

const actions: Readonly<Record<string, ReferentialAction>> = {
  cascade: 'CASCADE',
  setnull: 'SET NULL',
  restrict: 'RESTRICT',
  noaction: 'NO ACTION',
  setdefault: 'SET DEFAULT',
}
