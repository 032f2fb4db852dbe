// Compiles the PHP templates to one TypeScript module: the package needs no template engine when it runs, and the
// compiler checks every hole of a template against the type of its view.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import template from 'lodash.template'

const directory = join(import.meta.dirname, 'src/php/templates')

const settings = {
  variable: 'view',
  // lodash's default also takes ${…}, which is legal PHP.
  interpolate: /<%=([\s\S]+?)%>/g,
  escape: /<%-([\s\S]+?)%>/g,
}

/** A line that holds nothing but a `<% %>` tag leaves no line behind. */
const withoutTagLines = (text) => text.replace(/^[ \t]*(<%(?![=-])(?:(?!%>)[\s\S])*%>)[ \t]*\n/gm, '$1')

/** lodash prints a missing member as nothing; here it is a type error. */
const strict = (code) =>
  code
    .replace(/\(\(__t = \(([\s\S]+?)\)\) == null \? '' : __t\)/g, 'text($1)')
    .replace(/__e\(/g, 'phpLiteral(')
    .replace(/^var __t, __p = ''.*;$/m, "let __p = ''")
    .replace(/^function print\(\).*$\n/m, '')

const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
const pascal = (name) => camel(`-${name}`)

const names = readdirSync(directory)
  .filter((file) => file.endsWith('.php.tpl'))
  .map((file) => file.slice(0, -'.php.tpl'.length))
  .sort()

const functions = names.map((name) => {
  const text = readFileSync(join(directory, `${name}.php.tpl`), 'utf8')
  const { source } = template(withoutTagLines(text), settings)
  return `export const ${camel(name)} = ${strict(source).replace('function(view)', `(view: ${pascal(name)}View): string =>`)}`
})

const module = [
  '// Made from *.php.tpl by compile-templates.mjs; not to be edited.',
  "import { phpLiteral } from '../literal.js'",
  ...names.map((name) => `import type { ${pascal(name)}View } from '../views/${name}.js'`),
  '',
  'const text = (value: string | number): string | number => value',
  '',
  functions.join('\n\n'),
  '',
].join('\n')

const target = join(directory, 'compiled.ts')
if (!existsSync(target) || readFileSync(target, 'utf8') !== module) writeFileSync(target, module)
