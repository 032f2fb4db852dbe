import { type Diagnostic, diagnostic, type SyntaxMistake, syntaxDiagnostic } from '../diagnostic.js'
import type { Mark } from '../source.js'

export const noSchemaFile = (directory: string): Diagnostic =>
  diagnostic('ORM-S001', undefined, `no schema file found: nothing in ${directory} ends with "schema.xml"`, {
    hint: 'write schema.xml there, or set paths.schemaDir of the configuration',
  })

/** `patterns` are the user's patterns for schema files. */
export const noMatchingSchema = (patterns: readonly string[], directory?: string): Diagnostic => {
  if (patterns.length === 0 && directory === undefined)
    return diagnostic('ORM-S001', undefined, 'no schema file found: the target has no "src"', {
      hint: 'name the schema files, for example "*schema.xml"',
    })
  const text = patterns.map((pattern) => `"${pattern}"`).join(' or ')
  const where = directory === undefined ? '' : ` in ${directory}`
  return diagnostic(
    'ORM-S001',
    undefined,
    `no schema file found: nothing${where} matches ${text || 'an empty pattern'}`,
  )
}

/**
 * `at` is the location that names an external schema. File system errors end with the path in some versions of Node; it is
 * removed, because the message already contains the path as the user wrote it.
 */
export const cannotRead = (at: Mark | undefined, file: string, reason: string): Diagnostic =>
  diagnostic('ORM-S002', at, `cannot read ${file}: ${reason.replace(/(?<=^E[A-Z]+: .*, [a-z]+) '.*'$/, '')}`)

export const directoryPassedOver = (directory: string, reason: string): Diagnostic =>
  diagnostic('ORM-W001', undefined, `${directory} is skipped: ${reason}`)

export const notWellFormed = (mistake: SyntaxMistake): Diagnostic =>
  syntaxDiagnostic('ORM-S003', mistake, `not well-formed XML: ${mistake.reason}`)

export const unwritableEncoding = (path: string): Diagnostic =>
  diagnostic('ORM-S003', undefined, `${path} is in an encoding that Orm reads but does not write`, {
    hint: 'save it as UTF-8',
  })

export const entityNotAllowed = (at: Mark, name: string): Diagnostic =>
  diagnostic('ORM-S004', at, `entity "${name}" is not allowed`, {
    hint: 'write the character itself, or its number as in &#233;',
  })

export const noExternalSchema = (at: Mark, filename: string, directories: readonly string[]): Diagnostic =>
  diagnostic('ORM-S005', at, `external schema "${filename}" not found (looked in ${directories.join(', ')})`)
