import { dirname, isAbsolute, join } from 'node:path'
import { badInclude, configMistake, configSyntax, keyTwice } from '../../errors/config-errors.js'
import { type Mark, OrmError, type Source } from '../../errors/index.js'
import type { KeyRule } from '../../settings/key-rules.js'
import { isXmlProblem, parseXml, writeXml, type XmlElement, type XmlNode } from '../../xml/index.js'
import { ConfigSource, decodeConfig } from '../config-source.js'
import { configKeys } from '../keys.js'
import { type ConfigEntry, type ConfigNode, untypedScalar } from '../node.js'
import { documentRule } from '../shape.js'
import { namedRule, ruleOf } from '../validate.js'
import type { ConfigInput, ReadContext } from './format.js'

/**
 * Reads XML. XML has no lists, so the table of keys defines which keys are lists: `<connection>`
 * in `<runtime>` is an entry of `connections`, alone as well as repeated.
 */
export async function readXml(source: Source, context: ReadContext): Promise<ConfigNode | undefined> {
  const first = source.text.search(/[^\uFEFF\s]/)
  if (first < 0) return undefined
  if (source.text[first] !== '<') {
    throw new OrmError([configSyntax({ source, offset: first }, 'XML', 'the first character must be "<"')])
  }
  const root = parse(source)
  const included = await resolveIncludes(root, context, [context.path])
  if (root.name === 'orm' && !included.children.some(({ name }) => name === 'orm'))
    throw new OrmError([configSyntax(root, 'XML', 'the element <orm> must be in another one, such as <config>')])
  return { kind: 'map', entries: entriesOf(included, documentRule), mark: included }
}

/** Replaces an XML declaration after blank lines by spaces: no parser accepts it there, and locations stay the same. */
function withoutLateDeclaration(source: Source): Source {
  const late = /^\s+<\?xml[^>]*\?>/.exec(source.text)?.[0]
  return late === undefined
    ? source
    : new ConfigSource(source.file, late.replace(/\S/g, ' ') + source.text.slice(late.length))
}

function parse(source: Source): XmlElement {
  const parsed = parseXml(withoutLateDeclaration(source))
  if (isXmlProblem(parsed)) throw new OrmError([configMistake(parsed, 'XML')])
  return parsed.root
}

/** Returns the entries for an element's attributes and children, under the names in the rule. */
function entriesOf(element: XmlElement, rule: KeyRule | undefined): ConfigEntry[] {
  const entries = new Map<string, ConfigEntry>()
  for (const attribute of element.attributes) {
    const { name, value } = attribute
    if (name === 'id' || name === 'xmlns' || name.includes(':')) continue
    entries.set(name, { key: name, keyMark: attribute, value: untypedScalar(value, attribute) })
  }
  for (const child of element.children) addEntry(entries, child, rule)
  return [...entries.values()]
}

function addEntry(entries: Map<string, ConfigEntry>, element: XmlElement, rule: KeyRule | undefined): void {
  const child = withId(element, rule)
  const id = attribute(child, 'id')
  const keys = rule?.type === 'map' ? rule.keys : {}
  // An entry of a list without a surrounding element, such as <connection> in <runtime>.
  const plural = Object.keys(keys).find(
    (key) => !Object.hasOwn(keys, child.name) && itemNames(keys[key]!).includes(child.name),
  )
  const key = plural ?? id ?? child.name
  const keyRule = rule?.type === 'map' ? ruleOf(key, rule) : undefined
  const value = plural ? itemsOf([child], keyRule!, child) : nodeOfElement(child, keyRule)
  const existing = entries.get(key)
  if (!existing) entries.set(key, { key, keyMark: child, value })
  else if (keyRule && !isList(keyRule) && labelOf(keyRule) === undefined)
    throw new OrmError([keyTwice(child, key, existing.keyMark)])
  else entries.set(key, { ...existing, value: joined(existing.value, value) })
}

/** Adds an `id` to an entry with another naming attribute, such as `<logger name="main">` in `<log>`. */
function withId(element: XmlElement, rule: KeyRule | undefined): XmlElement {
  if (rule?.type !== 'map' || !rule.label || !rule.item?.includes(element.name)) return element
  const attributes = element.attributes.map((each) => (each.name === rule.label ? { ...each, name: 'id' } : each))
  return { ...element, attributes }
}

function nodeOfElement(element: XmlElement, rule: KeyRule | undefined): ConfigNode {
  const { content = '', text } = element
  const mark: Mark = element
  const label = element.attributes.find(({ name }) => name === labelOf(rule))
  if (label && rule?.type === 'map') {
    const entry = { ...element, attributes: element.attributes.filter((other) => other !== label) }
    return {
      kind: 'map',
      entries: [{ key: label.value, keyMark: label, value: nodeOfElement(entry, rule.others) }],
      mark,
    }
  }
  if (isList(rule) && element.children.length > 0) return itemsOf(element.children, rule, mark)
  const entries = entriesOf(element, rule)
  if (entries.length > 0) return { kind: 'map', entries, mark }
  const scalar = untypedScalar(content, text ?? mark)
  return isList(rule) && content !== '' ? { kind: 'list', items: [scalar], mark } : scalar
}

/** Converts elements to a list, or to a map if they have an `id` or different names and the rule allows a map. */
function itemsOf(elements: readonly XmlElement[], rule: KeyRule, mark: Mark): ConfigNode {
  if (!isList(rule)) return { kind: 'list', items: elements.map((element) => nodeOfElement(element, undefined)), mark }
  const names = itemNames(rule)
  const entries = elements.map((element): ConfigEntry => {
    const isItem = names.includes(element.name)
    const key = attribute(element, 'id') ?? (isItem ? '' : element.name)
    return { key, keyMark: element, value: nodeOfElement(element, rule.items) }
  })
  const isMap = rule.type === 'list or map' && entries.every(({ key }) => key !== '')
  return isMap ? { kind: 'map', entries, mark } : { kind: 'list', items: entries.map(({ value }) => value), mark }
}

/** Concatenates the entries of two lists, or of two maps of named loggers. */
function joined(first: ConfigNode, second: ConfigNode): ConfigNode {
  if (first.kind === 'map' && second.kind === 'map') return { ...first, entries: [...first.entries, ...second.entries] }
  const items = [first, second].flatMap((node) => (node.kind === 'list' ? node.items : [node]))
  return { kind: 'list', items, mark: first.mark }
}

const isList = (rule: KeyRule | undefined): rule is Extract<KeyRule, { items: KeyRule }> =>
  rule?.type === 'list' || rule?.type === 'list or map'

const itemNames = (rule: KeyRule): readonly string[] => (isList(rule) ? (rule.item ?? []) : [])

const labelOf = (rule: KeyRule | undefined): string | undefined => (rule?.type === 'map' ? rule.label : undefined)

const attribute = (element: XmlElement, name: string): string | undefined =>
  element.attributes.find((candidate) => candidate.name === name)?.value

const includeNamespace = 'http://www.w3.org/2001/XInclude'

/** Replaces XInclude elements by the root of the document they name, or by their fallback. */
async function resolveIncludes(
  element: XmlElement,
  context: ReadContext,
  open: readonly string[],
): Promise<XmlElement> {
  const children: XmlElement[] = []
  for (const child of element.children) {
    if (isInclude(child)) children.push(...(await include(child, context, open)))
    else children.push(await resolveIncludes(child, context, open))
  }
  return { ...element, children }
}

const isInclude = ({ name, attributes }: XmlElement): boolean =>
  name === 'xi:include' || (name === 'include' && attributes.some(({ value }) => value === includeNamespace))

async function include(
  element: XmlElement,
  context: ReadContext,
  open: readonly string[],
): Promise<readonly XmlElement[]> {
  const href = attribute(element, 'href') ?? ''
  const path = isAbsolute(href) ? href : join(dirname(context.path), href)
  if (open.includes(path)) throw new OrmError([badInclude(element, href, 'it includes itself')])
  const contents = href === '' ? undefined : await context.files.read(path)
  if (contents) {
    const root = parse(decodeConfig(path, contents))
    return [await resolveIncludes(root, { ...context, path }, [...open, path])]
  }
  const fallback = element.children.find(({ name }) => /^(?:xi:)?fallback$/.test(name))
  if (fallback) return (await resolveIncludes(fallback, context, open)).children
  throw new OrmError([badInclude(element, href, 'there is no such file')])
}

export function writeConfigXml(orm: ConfigInput): string {
  return writeXml(
    { name: 'config', attributes: {}, children: [elementOf('orm', undefined, orm, configKeys)] },
    { emptyTags: true },
  )
}

function elementOf(name: string, id: string | undefined, value: ConfigInput, rule: KeyRule | undefined): XmlNode {
  const attributes = { id: id === undefined ? undefined : writable(id) }
  return typeof value === 'object'
    ? { name, attributes, children: childrenOf(value, rule) }
    : { name, attributes, children: [], text: writable(String(value)) }
}

function childrenOf(value: object, rule: KeyRule | undefined): XmlNode[] {
  const item = (rule && 'item' in rule && rule.item?.[0]) || 'item'
  if (Array.isArray(value)) {
    return value.map((entry: ConfigInput) => elementOf(item, undefined, entry, isList(rule) ? rule.items : undefined))
  }
  return Object.entries(value).map(([key, entry]: [string, ConfigInput]) => {
    const known = rule?.type === 'map' && namedRule(key, rule) !== undefined
    const keyRule = rule?.type === 'map' ? ruleOf(key, rule) : isList(rule) ? rule.items : undefined
    return known ? elementOf(key, undefined, entry, keyRule) : elementOf(item, key || undefined, entry, keyRule)
  })
}

function writable(text: string): string {
  if (/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text)) {
    throw new Error('XML has no way to write a control character')
  }
  return text
}
