import type { Vendor } from '../dialects/vendor.js'
import { vendorOf, vendorOfDriver } from '../dialects/vendors.js'
import { didYouMean } from '../errors/index.js'

/**
 * Keeps passwords out of messages. Only known parts of a DSN are shown, so that a DSN in an unexpected form shows nothing.
 * The runtime's `Secrets` has the same rules; `test/support/secrets.json` has test cases for both.
 */

export const mask = '…'

/** Parts of a DSN that are shown, if their values are plain. */
const shownKey = /^(?:host|hostaddr|port|dbname|database|server|unix_socket|charset|service|sslmode)$/i

/** Parts whose names are shown, but not their values. */
const namedKey = /^(?:user|username|uid|password|passwd|pwd|sslpassword)$/i

/** Words in the names of keys with secret values, including common typing errors. */
const secretWords = 'pas|psw|pw|secret|token|cred|phrase'
const secretKey = new RegExp(`${secretWords}|^key$`, 'i')

/** Matches values that can be shown. A value with other characters may be an unquoted password. */
const plainValue = /^[\p{L}\p{N}_.:,/\\[\]() +-]*$/u

/** Matches a user and password in the DSN of a file, which has none: the DSN was meant for a server. */
const userOfFile = /^(?:[^/\\]*|\w+:[^\\].*)(?=@)/s

const urlForm = /^\s*(\w+):\/\/(.*)$/s
const dsnForm = /^\s*(\w+):(.*)$/s

/** Parts separated by whitespace, with quotes and backslashes. PDO also allows semicolons. */
const conninfo = /[;\s]*(?:([^=;\s]+)\s*=\s*('(?:[^'\\]|\\.)*(?:'|$)|(?:[^;\s\\]|\\.)*)|([^;\s]+))/gs
/** Parts separated by semicolons. A semicolon in a value is doubled. */
const pairs = /[;\s]*(?:([^=;]+?)\s*=\s*((?:[^;]|;;)*)|((?:[^;]|;;)+))/gs
/** Parts with values in braces, as ODBC drivers read them. */
const braces = /[;\s]*(?:([^=;]+?)\s*=\s*(\{(?:[^}]|\}\})*(?:\}|$)|(?:[^;]|;;)*)|((?:[^;]|;;)+))/gs

interface Part {
  /** The key, which is empty for a part without one. */
  readonly key: string
  readonly value: string
}

/** Returns a DSN for display: driver, address and database. */
export function shownDsn(dsn: string): string {
  const [, scheme, address] = urlForm.exec(dsn) ?? []
  if (scheme !== undefined) return `${scheme}://${shownAddress(address!)}`
  const [, driver, rest] = dsnForm.exec(dsn) ?? []
  if (driver === undefined) return mask
  const form = formOf(driver)
  if (form === 'file') return `${driver}:${rest!.replace(userOfFile, mask).replace(/[;?].*$/s, mask)}`
  const shown = partsOf(form, rest!).map(({ key, value }) => {
    if (shownKey.test(key) && plainValue.test(value)) return `${key}=${value}`
    return namedKey.test(key) || shownKey.test(key) ? `${key}=${mask}` : mask
  })
  return `${driver}:${shown.join(';')}`
}

/** Returns what follows `scheme://`, without user, password and options. */
function shownAddress(address: string): string {
  // If a password or an option contains "@" and "?", the parts cannot be told apart, and nothing is shown.
  const [, place, query] =
    /^(?:[^?]*@)?((?:\[[\da-f:.]*\]|[\p{L}\p{N}_.-]*)(?::\d+)?(?:\/[^?@]*)?)(\?[^@]*)?$/isu.exec(address) ?? []
  if (place === undefined) return mask
  return `${address.includes('@') ? `${mask}@` : ''}${place}${query === undefined ? '' : `?${mask}`}`
}

/** Returns how the DSN parts of a driver are written. For an unknown driver nothing is shown. */
function formOf(driver: string): RegExp | 'file' | undefined {
  const name = vendorOfDriver(driver.toLowerCase())
  if (name === undefined) return undefined
  const vendor: Vendor = vendorOf(name)
  return vendor.dsn.kind === 'file' ? 'file' : { blanks: conninfo, braces, pairs }[vendor.dsnSyntax ?? 'pairs']
}

function partsOf(form: RegExp | undefined, text: string): Part[] {
  if (!form) return [{ key: '', value: text }]
  return [...text.matchAll(form)].map(([, key = '', value, other = '']) => ({ key, value: (value ?? other).trim() }))
}

/** Returns the passwords in a DSN, and everything that is not a valid part of it. */
export function secretParts(dsn: string): string[] {
  return readParts(dsn)
    .filter(({ key, value }) => key === '' || secretKey.test(key) || (shownKey.test(key) && !plainValue.test(value)))
    .map(({ value }) => value)
    .filter(Boolean)
}

function readParts(dsn: string): Part[] {
  const [, , address] = urlForm.exec(dsn) ?? []
  if (address !== undefined) {
    const [, password = '', place = ''] = /^(?:[^:]*:?(.*)@)?(.*)$/s.exec(address) ?? []
    const options = [...place.matchAll(/[?&;]([^=&;]*)=([^&;]*)/g)].map(([, key, value]) => ({
      key: key!,
      value: value!,
    }))
    return [{ key: '', value: shownAddress(address) === mask ? address : password }, ...options]
  }
  const [, driver, rest = ''] = dsnForm.exec(dsn) ?? []
  if (driver === undefined) return [{ key: '', value: dsn }]
  const form = formOf(driver)
  if (form !== 'file') return partsOf(form, rest)
  return [userOfFile, /[;?].*$/s].map((beside) => ({ key: '', value: beside.exec(rest)?.[0] ?? '' }))
}

/**
 * Returns the forms in which messages of drivers and servers may repeat a secret: as written, unquoted or decoded, and its
 * single words. The longest form comes first.
 */
export function formsOfSecrets(values: Iterable<string>): string[] {
  const found = new Set<string>()
  for (const value of values) {
    const plain = withoutQuotes(value)
    for (const form of [
      value,
      plain,
      decoded(value),
      encodeURIComponent(plain),
      ...`${value} ${plain}`.split(/[^\p{L}\p{N}_.-]+/u),
    ]) {
      if (form.length > 2 && !shownKey.test(form) && !namedKey.test(form)) found.add(form)
    }
  }
  return [...found].sort((a, b) => b.length - a.length)
}

/** Returns a text with these secrets masked. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  // No real file has so many secrets, and searching for each of them in each message would take too long.
  if (secrets.length > mostSecrets) return text.replace(/(["'%]).*\1/gs, `$1${mask}$1`)
  return secrets.reduce((result, secret) => result.replaceAll(secret, mask), text)
}

const mostSecrets = 500

/** Removes the quotes or braces around a value, and its escapes. */
function withoutQuotes(value: string): string {
  if (value.startsWith('{')) return value.replace(/^\{|\}$/g, '').replaceAll('}}', '}')
  return value.replace(/^'|'$/g, '').replace(/\\(.)/gs, '$1')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Matches a key such as `password`, and the rest of its line. */
const namedSecret = new RegExp(`((?:${secretWords})[\\w.-]{0,40}[^\\w\\n]{1,40})(.*)`, 'gi')
/** Matches user and password in a URL or DSN of any form. A password may contain any character. */
const addressSecret = /(\w:(?:\/\/)?)(.{0,500})(?=@)/g

/** Masks the passwords in any text, including the rest of their lines. */
export const hiddenIn = (text: string): string =>
  text.replace(namedSecret, `$1${mask}`).replace(addressSecret, `$1${mask}`)

/** Returns the strings that `hiddenIn()` masks. */
export const secretsInText = (text: string): string[] =>
  [...text.matchAll(namedSecret), ...text.matchAll(addressSecret)].map(([, , secret]) => secret!)

/** Whether a key names a secret: `password`, also misspelled, and other words for it. */
export const isSecret = (key: string): boolean =>
  secretKey.test(key) || didYouMean(key, ['password', 'passwort', 'passwd']) !== undefined
