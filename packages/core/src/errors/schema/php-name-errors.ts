import { type Diagnostic, diagnostic } from '../diagnostic.js'
import type { Mark } from '../source.js'

export const notPhpName = (at: Mark, name: string, hint: string): Diagnostic =>
  diagnostic('ORM-S801', at, `"${name}" is not a valid PHP name`, { hint })

export const reservedClassName = (at: Mark, name: string): Diagnostic =>
  diagnostic('ORM-S802', at, `class name "${name}" is reserved in PHP`, { hint: 'set another phpName' })

export const builtInClass = (at: Mark, name: string): Diagnostic =>
  diagnostic('ORM-S802', at, `class name "${name}" is taken: PHP has a class of that name in the global namespace`, {
    hint: 'set a namespace, or another phpName',
  })

export const builtInInterface = (at: Mark, name: string): Diagnostic =>
  diagnostic('ORM-S802', at, `"${name}" of PHP is not an interface that a class can implement`, {
    hint: 'set another interface, or a namespace',
  })

export const classTwice = (at: Mark, table: string, className: string, other: string): Diagnostic =>
  diagnostic('ORM-S803', at, `table "${table}": class "${className}" is already used by table "${other}"`, {
    hint: 'set another phpName or namespace',
  })

export const tableNameConstant = (at: Mark, table: string): Diagnostic =>
  diagnostic('ORM-S804', at, `table name "${table}" clashes with a generated constant`, { hint: 'rename the table' })

export const phpNameTwice = (at: Mark, table: string, column: string, other: string, name: string): Diagnostic =>
  diagnostic('ORM-S805', at, `table "${table}": columns "${column}" and "${other}" are both named "${name}" in PHP`, {
    hint: 'set another phpName',
  })

export const constantTwice = (at: Mark, column: string, constant: string): Diagnostic =>
  diagnostic('ORM-S806', at, `column "${column}": constant "${constant}" is already used`, {
    hint: 'set another tableMapName',
  })

export const invalidConstant = (at: Mark, column: string, constant: string): Diagnostic =>
  diagnostic('ORM-S806', at, `column "${column}": constant "${constant}" is not a valid name`, {
    hint: 'set tableMapName',
  })

export const renamed = (at: Mark, what: string, method: string, name: string): Diagnostic =>
  diagnostic('ORM-W802', at, `${what} is called "${name}" in PHP: the method "${method}()" exists in every class`, {
    hint: 'set another phpName',
  })

export const classOfExtension = (at: Mark, name: string): Diagnostic =>
  diagnostic('ORM-W803', at, `class "${name}" cannot be loaded where a PHP extension has a class of that name`, {
    hint: 'set a namespace, or another phpName',
  })

export const notOnWindows = (at: Mark, file: string, hint: string): Diagnostic =>
  diagnostic('ORM-W804', at, `"${file}" is not a file name on Windows`, { hint })

export const memberTwice = (at: Mark, table: string, member: string): Diagnostic =>
  diagnostic('ORM-S807', at, `table "${table}": two columns or relations need the member "${member}"`, {
    hint: 'set another phpName, phpSingularName or refPhpName',
  })

export const invalidNamespace = (at: Mark, namespace: string): Diagnostic =>
  diagnostic('ORM-S808', at, `"${namespace}" is not a valid namespace`, {
    hint: 'letters, digits and _, with \\ between the parts',
  })

export const packageOutside = (at: Mark, name: string, directory: string): Diagnostic =>
  diagnostic('ORM-S809', at, `package "${name}" points outside ${directory}`, { hint: 'remove .. from the path' })

export const accessorSkipped = (at: Mark, column: string, method: string, phpName: string): Diagnostic =>
  diagnostic('ORM-W801', at, `column "${column}": ${method}() already exists, so only get${phpName}() is generated`)
