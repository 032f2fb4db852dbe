// Compiles the PHP templates to one TypeScript module: the package needs no template engine when it runs, and the
// compiler checks every hole of a template against the type of its view.
//
// `<% %>` holds code, `<%= %>` prints PHP and `<%- %>` a value as a PHP literal; a line of nothing but code leaves no line
// behind. A template is a file, or members of a class. Of these the compiler knows where they begin and end and how they
// are called, so that nobody has to look for that in their text.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const directory = join(import.meta.dirname, 'src/php/templates')

const codeLine = /^\s*<%(?![=-])(.*?)%>\s*$/
const holes = /<%([=-])(.*?)%>/
const doc = /^ {4}\/\*\*/
/** Visibility and name; what a template prints before them is a docblock. */
const methodHead = /^(?:<%=.*?%>)? {4}(\w+|<%=.*?%>)(?: static)? function ((?:\w|<%=.*?%>)+)\(/
const constantHead = /^ {4}\w+ const .*;$/
const propertyHead = /^ {4}\w+ .*?\$((?:\w|<%=.*?%>)+) = .*;$/

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
 * Calls a function with what lines print as the last argument.
 *
 * @param {string} call
 * @param {readonly string[]} lines
 */
const calling = (call, lines) =>
  lines.some((line) => codeLine.test(line))
    ? ['{', "let text = ''", ...printing(lines), `${call}text)`, '}']
    : [`${call}${expression(`${lines.join('\n')}\n`)})`]

/**
 * @param {string} name
 * @param {readonly string[]} lines
 */
function members(name, lines) {
  const statements = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    const [, code] = codeLine.exec(line) ?? []
    if (code !== undefined) statements.push(code.trim())
    if (code !== undefined || line === '') continue
    const from = at
    const hasDoc = doc.test(line)
    if (hasDoc) {
      while (!lines[at].endsWith('*/')) at++
      at++
    }
    const method = methodHead.exec(lines[at])
    if (method) at = lines.indexOf('    }', at)
    const member = lines.slice(from, at + 1)
    const property = propertyHead.exec(member.at(-1))
    if (method) {
      const [, visibility, called] = method
      statements.push(...calling(`members.method(${expression(visibility)}, ${expression(called)}, `, member))
    } else if (property) {
      statements.push(...calling(`members.property(${expression(property[1])}, ${hasDoc}, `, member))
    } else if (constantHead.test(member.at(-1))) {
      statements.push(...calling(`members.constant(${hasDoc}, `, member))
    } else {
      throw new Error(`${name}: no member of a class: ${member.join('\n')}`)
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
    : [`(${view}, members: Members): void`, members(name, lines)]
  return `export const ${camel(name)} = ${head} => {\n${body.join('\n')}\n}`
})

const module = [
  '// Made from *.php.tpl by compile-templates.mjs; not to be edited.',
  "import type { Members } from '../code/members.js'",
  "import { phpLiteral } from '../literal.js'",
  ...names.map((name) => `import type { ${pascal(name)}View } from '../views/${name}.js'`),
  '',
  'type Text = string | number',
  '',
  functions.join('\n\n'),
  '',
].join('\n')

const target = join(directory, 'compiled.ts')
if (!existsSync(target) || readFileSync(target, 'utf8') !== module) writeFileSync(target, module)
