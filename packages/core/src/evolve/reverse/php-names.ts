import { isPhpIdentifier, isReservedClassName } from '../../escape/index.js'
import { phpNameOf } from '../../model/index.js'
import { takenByColumn } from '../../schema/index.js'

/**
 * Returns a PHP name to write for an SQL name, or undefined if the default one is fine. `taken` contains the names used so far,
 * in lower case.
 */
export function phpNameFor(sqlName: string, kind: 'table' | 'column', taken: Set<string>): string | undefined {
  const own = phpNameOf(sqlName)
  const isFree = (name: string): boolean => isUsable(name, kind) && !taken.has(name.toLowerCase())
  const clean = cleaned(sqlName, kind)
  const candidates = [own, clean, `${clean}${kind === 'table' ? 'Row' : 'Value'}`]
  let name = candidates.find(isFree)
  for (let number = 2; name === undefined; number++) name = [`${clean}${number}`].find(isFree)
  taken.add(name.toLowerCase())
  return name === own ? undefined : name
}

/** Returns the base of the constant for a column whose name is not valid in one. */
export const tableMapNameFor = (sqlName: string, phpName: string | undefined): string | undefined =>
  isPhpIdentifier(`COL_${sqlName}`) || phpName === undefined
    ? undefined
    : phpName.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toUpperCase()

const isUsable = (name: string, kind: 'table' | 'column'): boolean =>
  isPhpIdentifier(name) && (kind === 'table' ? !isReservedClassName(name) : takenByColumn(name) === undefined)

const cleaned = (name: string, kind: string): string => {
  const letters = phpNameOf(name.replace(/[^A-Za-z0-9_\x80-\u{10ffff}]+/gu, '_'))
  return /^[A-Za-z_\x80-\u{10ffff}]/u.test(letters) ? letters : `${kind === 'table' ? 'Table' : 'Column'}${letters}`
}
