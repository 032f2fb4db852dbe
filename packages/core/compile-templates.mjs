// Compiles the PHP templates to one TypeScript module: the package needs no template engine when it runs, and the
// compiler checks every hole of a template against the type of its view.
//
// `<% %>` holds code, `<%= %>` prints PHP and `<%- %>` a value as a PHP literal; a line of nothing but code leaves no line
// behind. A template is a file, or members of a class. Of these the compiler knows where they begin and end and how they
// are called: it adds them to the class as data, and what prints classes decides how they look.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const directory = join(import.meta.dirname, 'src/php/templates')

const codeLine = /^\s*<%(?![=-])(.*?)%>\s*$/
const holes = /<%([=-])(.*?)%>/
const doc = /^ {4}\/\*\*/
// A name in a head may have holes; a type, a value and a list of parameters may be anything.
const methodHead = /^ {4}((?:\w+|<%=.*?%>)(?: static)?) function ((?:\w|<%=.*?%>)+)\((.*?)\)(?:: (.*))?$/
const constantHead = /^ {4}(\w+) const ((?:\w|<%=.*?%>)+) = (.*);$/
const propertyHead = /^ {4}(\w+) (.*?) \$((?:\w|<%=.*?%>)+) = (.*);$/
/** A hole that stands for any number of parameters or lines of a docblock. */
const spread = /^<%= \.\.\.(.*?)%>$/

/**
 * Text with holes as an expression.
 *
 * @param {string} text
 */
const expression = (text) =>
  text
    .split(holes)
    .map((part, index, parts) => {
      if (index % 3 === 0) return part && JSON.stringify(part)
      if (index % 3 === 1) return ''
      return parts[index - 1] === '-' ? `phpLiteral(${part.trim()})` : `(${part.trim()} satisfies Text)`
    })
    .filter(Boolean)
    .join(' + ')

/**
 * Statements that print lines to a variable.
 *
 * @param {readonly string[]} lines
 */
function printing(lines) {
  const statements = []
  let text = ''
  const flush = () => {
    if (text) statements.push(`text += ${expression(text)}`)
    text = ''
  }
  for (const line of lines) {
    const [, code] = codeLine.exec(line) ?? []
    if (code === undefined) {
      text += `${line}\n`
      continue
    }
    flush()
    statements.push(code.trim())
  }
  flush()
  return statements
}

/**
 * Texts with holes as a list.
 *
 * @param {readonly string[]} texts
 */
const list = (texts) =>
  texts.length === 0
    ? 'none'
    : `[${texts
        .map((text) => {
          const [, several] = spread.exec(text) ?? []
          return several === undefined ? expression(text) || "''" : `...(${several.trim()} satisfies readonly string[])`
        })
        .join(', ')}]`

/** @param {string} text parameters with commas between them */
const parametersOf = (text) => text.split(/, (?![^<]*%>)/).filter(Boolean)

/**
 * The lines of a docblock, without stars.
 *
 * @param {readonly string[]} lines
 */
const docLines = (lines) =>
  lines.length === 1
    ? [lines[0].slice('    /** '.length, -' */'.length)]
    : lines.slice(1, -1).map((line) => line.slice('     * '.length))

/**
 * @param {string} name
 * @param {readonly string[]} lines
 */
function members(name, lines) {
  const statements = []
  for (let at = 0; at < lines.length; at++) {
    const [, code] = codeLine.exec(lines[at]) ?? []
    if (code !== undefined) statements.push(code.trim())
    if (code !== undefined || lines[at] === '') continue
    const from = at
    if (doc.test(lines[at])) while (!lines[at++].endsWith('*/'));
    const docs = list(docLines(lines.slice(from, at)))
    const head = lines[at]
    const method = methodHead.exec(head)
    const constant = constantHead.exec(head)?.map(expression)
    const property = propertyHead.exec(head)?.map(expression)
    if (method) {
      const [, modifiers, called, parameters, returns] = method
      const body = lines.slice(at + 2, lines.indexOf('    }', at))
      at += body.length + 2
      const hasCode = body.some((line) => codeLine.test(line))
      const parts = [
        expression(called),
        docs,
        expression(modifiers),
        list(parametersOf(parameters)),
        returns === undefined ? 'undefined' : expression(returns),
        hasCode ? 'text' : expression(body.map((line) => `${line}\n`).join('')),
      ]
      const added = `php.methods.push(methodOf(${parts.join(', ')}))`
      statements.push(...(hasCode ? ['{', "let text = ''", ...printing(body), added, '}'] : [added]))
    } else if (constant) {
      const [, modifiers, called, value] = constant
      statements.push(`php.constants.push(fieldOf(${[called, docs, modifiers, 'undefined', value].join(', ')}))`)
    } else if (property) {
      const [, modifiers, type, called, value] = property
      statements.push(`php.properties.push(fieldOf(${[called, docs, modifiers, type, value].join(', ')}))`)
    } else {
      throw new Error(`${name}: not a member of a class: ${head}`)
    }
  }
  return statements
}

const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
const pascal = (name) => camel(`-${name}`)

const names = readdirSync(directory)
  .filter((file) => file.endsWith('.php.tpl'))
  .map((file) => file.slice(0, -'.php.tpl'.length))
  .sort()

const functions = names.map((name) => {
  const lines = readFileSync(join(directory, `${name}.php.tpl`), 'utf8')
    .trimEnd()
    .split('\n')
  const view = `view: ${pascal(name)}View`
  const [head, body] = lines[0].startsWith('<?php')
    ? [`(${view}): string`, ["let text = ''", ...printing(lines), 'return text']]
    : [`(${view}, php: Members): void`, members(name, lines)]
  return `export const ${camel(name)} = ${head} => {\n${body.join('\n')}\n}`
})

const module = [
  '// Made from *.php.tpl by compile-templates.mjs; not to be edited.',
  "import type { Members, PhpField, PhpMethod } from '../code/php-class.js'",
  "import { phpLiteral } from '../../escape/php-literal.js'",
  ...names.map((name) => `import type { ${pascal(name)}View } from '../views/${name}.js'`),
  '',
  'type Text = string | number',
  'type Texts = readonly string[]',
  'const none: Texts = []',
  // One function for all members is fast sooner than an object literal for each.
  'const methodOf = (name: string, doc: Texts, modifiers: string, parameters: Texts, returns: string | undefined, body: string): PhpMethod =>',
  '  ({ name, doc, modifiers, parameters, returns, body })',
  'const fieldOf = (name: string, doc: Texts, modifiers: string, type: string | undefined, value: string): PhpField =>',
  '  ({ name, doc, modifiers, type, value })',
  '',
  functions.join('\n\n'),
  '',
].join('\n')

const target = join(directory, 'compiled.ts')
if (!existsSync(target) || readFileSync(target, 'utf8') !== module) writeFileSync(target, module)
