import { oldForm } from '../../errors/schema/structure-errors.js'
import {
  badVendorValue,
  charsetAgainstCollation,
  textAsBytes,
  unknownCharset,
  unknownVendor,
  unusedVendorParameter,
} from '../../errors/schema/vendor-errors.js'
import { isSqlIdentifier, isSqlOption } from '../../escape/index.js'
import {
  dialectNames,
  isDialectName,
  noVendorParameters,
  readBoolean,
  type VendorElement,
  type VendorParameters,
} from '../../model/index.js'
import type { SchemaElement } from '../element.js'
import { unboundPlatform } from '../unbound-platform.js'
import type { Reading } from './reading.js'

/** Reads the `<vendor>` parameters for the connected database and merges them with inherited ones. Later ones win. */
export function readVendor(
  element: SchemaElement,
  reading: Reading,
  inherited: VendorParameters = noVendorParameters,
): VendorParameters {
  const blocks = element.childrenOf('vendor')
  if (blocks.length === 0 || reading.platform === unboundPlatform) return inherited
  const parameters = new Map(inherited)
  for (const block of blocks) {
    const vendor = block.text('type')?.toLowerCase()
    if (vendor === undefined) continue
    if (!isDialectName(vendor)) reading.report(unknownVendor(block.at('type'), vendor, dialectNames))
    else if (vendor === reading.platform.name) {
      readBlock(block, element.name, reading, parameters)
      checkCharsets(block, reading, parameters, inherited)
    }
  }
  return parameters
}

function readBlock(block: SchemaElement, name: string, reading: Reading, parameters: Map<string, string>): void {
  const { platform, report } = reading
  const known = platform.vendorParameters[(name === 'database' ? 'table' : name) as VendorElement] ?? new Map()
  for (const parameter of block.childrenOf('parameter')) {
    const key = parameter.text('name')
    const value = parameter.text('value')
    // Schemas read from a server contain empty values for settings that the server does not report.
    if (key === undefined || value === undefined || value === '') continue
    const kind = known.get(key)
    if (kind === undefined) {
      report(unusedVendorParameter(parameter.at('name'), key, name, platform.name, known.keys()))
    } else if (kind === 'boolean' && readBoolean(value) === undefined) {
      report(badVendorValue(parameter.at('value'), key, value, 'true or false'))
    } else if (kind === 'option' && !isSqlOption(value)) {
      report(badVendorValue(parameter.at('value'), key, value, 'a word or a number'))
    } else if (
      kind === 'table list' &&
      !value
        .replace(/^\((.*)\)$/, '$1')
        .split(',')
        .every(isSqlTable)
    ) {
      report(badVendorValue(parameter.at('value'), key, value, 'a list of tables'))
    } else if (!isSqlIdentifier(value)) {
      report(badVendorValue(parameter.at('value'), key, value, 'a text on one line'))
    } else {
      if (kind === 'old schema') report(oldForm(parameter.at('name'), key, `<${name} schema="…">`))
      parameters.set(key, value)
    }
  }
}

const isSqlTable = (text: string): boolean => isSqlOption(text.trim().replace(/^`([^`]*)`$/, '$1'))

/** Checks that the character set and collation of an element are known and fit. One of them may be inherited. */
function checkCharsets(
  block: SchemaElement,
  { platform: { charsets }, report }: Reading,
  parameters: VendorParameters,
  inherited: VendorParameters,
): void {
  if (!charsets) return
  const own = block.childrenOf('parameter').filter((parameter) => parameter.text('value'))
  const find = (names: readonly string[]) => {
    const name = names.find((each) => parameters.has(each))
    const element = own.findLast((parameter) => parameter.text('name') === name)
    return name === undefined ? undefined : { name, value: parameters.get(name)!, element }
  }
  const [charset, collation] = [find(charsets.charset), find(charsets.collation)]
  const at = collation?.element ?? charset?.element
  if (!at) return
  const isKnown = charset === undefined || charsets.known.has(charset.value.toLowerCase())
  const isCollation = collation === undefined || charsets.isCollation(collation.value)
  if (!isKnown && charset.element) {
    report(unknownCharset(charset.element.at('value'), charset.name, charset.value, charsets.known))
  }
  if (!isCollation && collation.element) {
    report(unknownCharset(collation.element.at('value'), collation.name, collation.value, charsets.known))
  }
  for (const given of [charset, collation]) {
    if (given?.element && charsets.isBytes(given.value)) report(textAsBytes(given.element.at('value'), given.name))
  }
  if (!charset || !collation || !isKnown || !isCollation || charsets.fit(charset.value, collation.value)) return
  const isFrom = ({ name, element }: typeof charset): boolean => !element && inherited.has(name)
  const origin = isFrom(charset) ? 'charset' : isFrom(collation) ? 'collation' : undefined
  report(charsetAgainstCollation(at.at('value'), charset.value, collation.value, origin))
}
