import { columnTypes, type SchemaType } from './types/index.js'

/** Matches the SQL words for the current time, the same ones for every vendor; `NOW` must be a function call. */
const timestamp = String.raw`(?:(?:CURRENT_TIMESTAMP|LOCALTIMESTAMP)(?: ?\(\d*\))?|NOW ?\(\d*\))`

const isTimestamp = new RegExp(`^${timestamp}$`, 'i')
const isOnUpdate = new RegExp(`^${timestamp} ON UPDATE (?:${timestamp}|NOW)$`, 'i')
const isPresent = new RegExp(
  String.raw`^(?:${timestamp}|(?:CURRENT_TIME|LOCALTIME|SYSTIMESTAMP)(?: ?\(\d*\))?|CURRENT_DATE(?: ?\(\))?|SYSDATE(?: ?\(\d*\))?` +
    String.raw`|(?:GETDATE|GETUTCDATE|SYSDATETIME|CURDATE|CURTIME|UTC_DATE|UTC_TIME|UTC_TIMESTAMP) ?\(\d*\))$`,
  'i',
)

/** Longer strings are never one of these expressions. */
const longest = 200

const withSingleBlanks = (text: string): string => (text.length > longest ? text : text.trim().replace(/\s+/g, ' '))

export const isCurrentTimestamp = (expression: string): boolean => isTimestamp.test(withSingleBlanks(expression))

export const isCurrentDate = (expression: string): boolean => /^CURRENT_DATE ?(?:\(\))?$/i.test(expression.trim())

/** Matches `CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP`, which is more than one expression. */
export const isUpdatedTimestamp = (expression: string): boolean => isOnUpdate.test(withSingleBlanks(expression))

/** Function calls that generate a UUID, as people write them for a column default. */
const uuidFunctions: ReadonlySet<string> = new Set([
  'uuid()',
  'uuid_v4()',
  'uuid_v7()',
  'uuidv4()',
  'uuidv7()',
  'gen_random_uuid()',
  'uuid_generate_v1()',
  'uuid_generate_v1mc()',
  'uuid_generate_v4()',
  'newid()',
  'newsequentialid()',
  'sys_guid()',
  'uuid_to_bin(uuid())',
  'uuid_to_bin(uuid(),0)',
  'uuid_to_bin(uuid(),1)',
  'uuid_to_bin(uuid(),false)',
  'uuid_to_bin(uuid(),true)',
  "unhex(replace(uuid(),'-',''))",
  'randomblob(16)',
])

/** Returns the expression meant by a literal default, for a few words that are never literals of the type; or undefined. */
export function expressionOfWord(text: string, type: SchemaType): string | undefined {
  const { expressions } = columnTypes[type]
  if (expressions === 'time') {
    const word = withSingleBlanks(text)
    // PHP evaluates this word to the time of parsing.
    if (/^now$/i.test(word)) return 'CURRENT_TIMESTAMP'
    return isPresent.test(word) || isOnUpdate.test(word) ? word : undefined
  }
  if (expressions !== 'uuid') return undefined
  const call = text.length > longest ? text : text.replace(/\s+/g, '').toLowerCase()
  return uuidFunctions.has(call) ? text.trim() : undefined
}

/** Returns whether an expression is a single literal: a number, a string, or a word such as NULL. */
export const isSqlLiteral = (expression: string): boolean =>
  /^(?:[+-]?[\d.]+(?:e[+-]?\d+)?|(?:[nxb]|_\w+)?'(?:[^']|'')*'|null|true|false)$/i.test(expression.trim())
