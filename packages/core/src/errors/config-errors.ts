import { type Diagnostic, diagnostic } from './diagnostic.js'
import { didYouMean } from './nearest.js'
import type { Mark } from './source.js'

export const noConfigFile = (directories: readonly string[]): Diagnostic =>
  diagnostic('ORM-C001', undefined, `no configuration file orm.<ext> found in ${directories.join(', ')}`, {
    hint: 'run "orm init", or name its directory with --config-dir',
  })

export const severalConfigFiles = (files: readonly string[]): Diagnostic =>
  diagnostic('ORM-C002', undefined, `more than one configuration file: ${files.join(', ')}`, {
    hint: 'keep one, or name it with --config-dir',
  })

export const configSyntax = (at: Mark, format: string, reason: string): Diagnostic =>
  diagnostic('ORM-C003', at, `invalid ${format}: ${reason}`)

export const noRootKey = (at: Mark, found: readonly string[]): Diagnostic =>
  diagnostic('ORM-C004', at, `root key "orm" missing${found.length > 0 ? `; found "${found.join('", "')}"` : ''}`)

export const missingKey = (at: Mark, path: string): Diagnostic =>
  diagnostic('ORM-C101', at, `invalid configuration: "${path}" is missing`)

export const unknownKey = (at: Mark, key: string, path: string, known: readonly string[]): Diagnostic =>
  diagnostic(
    'ORM-C102',
    at,
    `invalid configuration: unknown key "${key}" in "${path}"; known keys: ${[...known].sort().join(', ')}`,
    { hint: didYouMean(key, known) },
  )

export const wrongType = (at: Mark, path: string, expected: string, actual: string): Diagnostic =>
  diagnostic('ORM-C103', at, `invalid configuration: "${path}" must be ${expected}, is ${actual}`)

export const notAllowed = (at: Mark, path: string, value: string, allowed: readonly string[]): Diagnostic =>
  diagnostic('ORM-C104', at, `invalid configuration: "${path}": "${value}" is none of ${allowed.join(', ')}`, {
    hint: didYouMean(value, allowed),
  })

export const undefinedConnection = (at: Mark, path: string, name: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-C105', at, `invalid configuration: "${path}" names the undefined connection "${name}"`, {
    hint: didYouMean(name, known) ?? `defined: ${known.join(', ')}`,
  })

export const unsetVariable = (at: Mark, name: string): Diagnostic =>
  diagnostic('ORM-C106', at, `environment variable ${name} is not set`)

export const unknownOption = (name: string, known: readonly string[]): Diagnostic =>
  diagnostic('ORM-C201', undefined, `unknown option "${name}"; known options: ${[...known].sort().join(', ')}`, {
    hint: didYouMean(name, known),
  })

export const wrongOptionType = (name: string, expected: string, actual: string): Diagnostic =>
  diagnostic('ORM-C202', undefined, `option "${name}" must be a ${expected}, is a ${actual}`)

export const streamContents = (path: string): Diagnostic =>
  diagnostic('ORM-C203', undefined, `${path}: streams are not supported; read files with buffers`)
