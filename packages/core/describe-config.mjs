/**
 * Writes what describes the configuration outside of the code: the JSON Schema that editors use and the tables of
 * docs/configuration.md, both from the table of keys. With --check it writes nothing and fails when they are outdated.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { configKeys } from './dist/config/keys.js'

/** @typedef {import('./dist/config/key-rules.js').KeyRule} KeyRule */

const schemaFile = fileURLToPath(new URL('orm.schema.json', import.meta.url))
const docsFile = fileURLToPath(new URL('../../docs/configuration.md', import.meta.url))

/** A value that is not text may be a reference: `%name%`, `%env.NAME%`. */
const parameter = { type: 'string', pattern: '^%[^%\\s]+%$' }

const check = process.argv.includes('--check')
let outdated = false
update(schemaFile, () => `${JSON.stringify(jsonSchema(), null, 2)}\n`)
update(docsFile, (text) =>
  text.replace(/(<!-- keys -->\n)[\s\S]*(<!-- end of keys -->)/, (_, begin, end) => `${begin}\n${keyTables()}\n${end}`),
)
process.exitCode = outdated ? 1 : 0

/**
 * @param {string} file
 * @param {(text: string) => string} change
 */
function update(file, change) {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    // It is written for the first time.
  }
  const wanted = change(text)
  if (wanted === text) return
  if (check) console.error(`${file} is outdated: run "npm run -w orm-core describe-config"`)
  else writeFileSync(file, wanted)
  outdated = check
}

function jsonSchema() {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of Orm: orm.json, orm.yaml',
    type: 'object',
    properties: { orm: schemaOf(configKeys) },
    required: ['orm'],
    additionalProperties: false,
  }
}

/**
 * @param {KeyRule} rule
 * @returns {object}
 */
function schemaOf(rule) {
  const described = {
    ...(rule.help && { description: rule.help }),
    ...('default' in rule && { default: rule.default }),
  }
  switch (rule.type) {
    case 'map':
      return { ...described, ...mapSchema(rule) }
    case 'list': {
      const list = { type: 'array', items: schemaOf(rule.items) }
      return { ...described, ...(rule.word === undefined ? list : { anyOf: [list, { const: rule.word }] }) }
    }
    case 'list or map': {
      const items = schemaOf(rule.items)
      return {
        ...described,
        anyOf: [
          { type: 'array', items },
          { type: 'object', additionalProperties: items },
        ],
      }
    }
    case 'scalar':
      return { ...described, type: ['string', 'number', 'boolean'] }
    case 'string':
      // Text that looks like a number is read as text, so an editor has no reason to complain about it.
      return {
        ...described,
        ...(rule.values ? valuesOf(rule) : { type: ['string', 'number', 'boolean', 'null'] }),
        ...(rule.filled && { minLength: 1 }),
      }
    case 'boolean':
      return { ...described, anyOf: [{ type: 'boolean' }, parameter] }
    default: {
      const limits = {
        ...(rule.minimum !== undefined && { minimum: rule.minimum }),
        ...(rule.values && { enum: [...rule.values] }),
      }
      return { ...described, anyOf: [{ type: rule.type, ...limits }, parameter] }
    }
  }
}

/**
 * An editor offers the values; which further ones a plugin adds it cannot know.
 *
 * @param {import('./dist/settings/key-rules.js').TextRule} rule
 */
function valuesOf({ values = [], open, classSuffix }) {
  const known = { enum: [...values] }
  // A class with its namespace is any text to an editor.
  if (classSuffix !== undefined) return { anyOf: [known, { type: ['string', 'null'] }] }
  return open ? { anyOf: [known, { type: 'string' }] } : known
}

/** @param {Extract<KeyRule, { type: 'map' }>} rule */
function mapSchema({ keys, others, names }) {
  const aliases = Object.values(keys).flatMap((key) => (key.alias ? [[key.alias, schemaOf(key)]] : []))
  const properties = Object.entries(keys).map(([name, key]) => [name, schemaOf(key)])
  const required = Object.entries(keys).flatMap(([name, key]) => ('required' in key && key.required ? [name] : []))
  const free = others && (names ? { patternProperties: { [names]: schemaOf(others) } } : undefined)
  return {
    type: others || properties.length === 0 ? ['object', 'array', 'null'] : ['object', 'null'],
    ...(properties.length > 0 && { properties: Object.fromEntries([...properties, ...aliases]) }),
    ...(required.length > 0 && { required }),
    ...free,
    additionalProperties: others && !names ? schemaOf(others) : false,
  }
}

function keyTables() {
  const { keys } = configKeys
  const plain = Object.entries(keys).filter(([, rule]) => rule.type !== 'map')
  const sections = Object.entries(keys).filter(([, rule]) => rule.type === 'map')
  return [
    ...sections.map(([name, rule]) => `### ${name}\n\n${rule.help}.\n\n${table(rowsOf(rule, `${name}.`))}\n`),
    `### Other keys\n\n${table(plain.map(([name, rule]) => row(name, rule)))}\n`,
  ].join('\n')
}

/** @param {readonly string[]} rows */
function table(rows) {
  return ['| key | type | default | |', '|---|---|---|---|', ...rows].join('\n')
}

/**
 * @param {KeyRule} rule
 * @param {string} path
 * @returns {string[]}
 */
function rowsOf(rule, path) {
  if (rule.type !== 'map') return []
  const named = rule.others?.type === 'map' ? rowsOf(rule.others, `${path}<name>.`) : []
  const other = rule.others && rule.others.type !== 'map' ? [row(`${path}…`, rule.others)] : []
  const own = Object.entries(rule.keys).flatMap(([name, key]) => {
    const inner =
      key.type === 'list' ? itemRows(key.items, rule, `${path}${name}.<n>.`) : rowsOf(key, `${path}${name}.`)
    return key.type === 'map' && !key.help ? inner : [row(`${path}${name}`, key), ...inner]
  })
  return [...own, ...other, ...named]
}

/**
 * The keys of an entry of a list; those that mean the same outside of the list are only named.
 *
 * @param {KeyRule} item
 * @param {Extract<KeyRule, { type: 'map' }>} outer
 * @param {string} path
 * @returns {string[]}
 */
function itemRows(item, outer, path) {
  if (item.type !== 'map') return []
  const isSame = (/** @type {string} */ name) => outer.keys[name]?.help === item.keys[name]?.help
  const [same, own] = [true, false].map((wanted) => Object.keys(item.keys).filter((name) => isSame(name) === wanted))
  const rows = rowsOf({ ...item, keys: Object.fromEntries(own.map((name) => [name, item.keys[name]])) }, path)
  if (same.length === 0) return rows
  const names = same.map((name) => `\`${name}\``).join(', ')
  return [...rows, `| \`${path}…\` | | | the same keys as outside of the list: ${names} |`]
}

/**
 * @param {string} path
 * @param {KeyRule} rule
 */
function row(path, rule) {
  const values = 'values' in rule && rule.values ? `: ${rule.values.map((value) => `\`${value}\``).join(', ')}` : ''
  const minimum = 'minimum' in rule && rule.minimum !== undefined ? `, at least ${rule.minimum}` : ''
  const required = 'required' in rule && rule.required ? 'required' : ''
  const value = 'default' in rule ? `\`${JSON.stringify(rule.default)}\`` : required
  const alias = rule.alias ? `; \`${rule.alias}\` means the same` : ''
  const cells = [
    `\`${path}\``,
    rule.type === 'scalar' ? 'any' : rule.type,
    value,
    `${rule.help}${alias}${minimum}${values}`,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
