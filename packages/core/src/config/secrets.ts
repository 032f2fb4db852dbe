import type { Vendor } from '../dialects/vendor.js'
import { vendorOf, vendorOfDriver } from '../dialects/vendors.js'
import { didYouMean } from '../errors/index.js'

/**
 * Keeps passwords out of messages. Of a data source name only known parts are shown, so that one in a form that nobody
 * thought of shows nothing. The runtime's `Secrets` has the same rules; `test/support/secrets.json` has the cases of both.
 */

export const mask = '…'

/** Parts of a data source name that are shown, if their values are plain. */
const shownKey = /^(?:host|hostaddr|port|dbname|database|server|unix_socket|charset|service|sslmode)$/i

/** Parts whose names are shown, but not their values. */
const namedKey = /^(?:user|username|uid|password|passwd|pwd|sslpassword)$/i

/** Words in the names of keys whose values are secret, with usual typing errors. */
const secretWords = 'pas|psw|pw|secret|token|cred|phrase'
const secretKey = new RegExp(`${secretWords}|^key$`, 'i')

/** No value with other characters is shown: it may be a password that was not quoted. */
const plainValue = /^[\p{L}\p{N}_.:,/\\[\]() +-]*$/u

/** A file has no user and no password; one that looks so was meant for a server. */
const userOfFile = /^(?:[^/\\]*|\w+:[^\\].*)(?=@)/s

const urlForm = /^\s*(\w+):\/\/(.*)$/s
const dsnForm = /^\s*(\w+):(.*)$/s

/** Blanks between parts, quotes and backslashes; PDO allows semicolons too. */
const conninfo = /[;\s]*(?:([^=;\s]+)\s*=\s*('(?:[^'\\]|\\.)*(?:'|$)|(?:[^;\s\\]|\\.)*)|([^;\s]+))/gs
/** A semicolon in a value is doubled. */
const pairs = /[;\s]*(?:([^=;]+?)\s*=\s*((?:[^;]|;;)*)|((?:[^;]|;;)+))/gs
/** Values in braces, as drivers of ODBC read them. */
const braces = /[;\s]*(?:([^=;]+?)\s*=\s*(\{(?:[^}]|\}\})*(?:\}|$)|(?:[^;]|;;)*)|((?:[^;]|;;)+))/gs

interface Part {
  /** Empty for a part without a key. */
  readonly key: string
  readonly value: string
}

/** The data source name as people may see it: driver, address and database. */
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

/** What follows `scheme://`, without user, password and options. */
function shownAddress(address: string): string {
  // Where a password or an option contains "@" and "?", nobody knows which of them ends what.
  const [, place, query] =
    /^(?:[^?]*@)?((?:\[[\da-f:.]*\]|[\p{L}\p{N}_.-]*)(?::\d+)?(?:\/[^?@]*)?)(\?[^@]*)?$/isu.exec(address) ?? []
  if (place === undefined) return mask
  return `${address.includes('@') ? `${mask}@` : ''}${place}${query === undefined ? '' : `?${mask}`}`
}

/** How the parts for a driver are written. For a driver that nobody knows nothing is shown. */
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

/** The passwords in a data source name, and what no part of one is. */
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
 * The forms in which texts of drivers and servers may repeat a secret: as it is written, as it is meant, and single words
 * of it. The longest is the first.
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

/** A text without these secrets. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  // Nobody has so many; looking for each of them in each message would take too long.
  if (secrets.length > mostSecrets) return text.replace(/(["'%]).*\1/gs, `$1${mask}$1`)
  return secrets.reduce((result, secret) => result.replaceAll(secret, mask), text)
}

const mostSecrets = 500

/** A value in quotes or braces as it is meant. */
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

/** `password` and other words for it as a key, and the rest of the line. */
const namedSecret = new RegExp(`((?:${secretWords})[\\w.-]{0,40}[^\\w\\n]{1,40})(.*)`, 'gi')
/** User and password in an address, of any form; a password may contain anything. */
const addressSecret = /(\w:(?:\/\/)?)(.{0,500})(?=@)/g

/** Any text without the passwords that it names: what follows one on its line is hidden too. */
export const hiddenIn = (text: string): string =>
  text.replace(namedSecret, `$1${mask}`).replace(addressSecret, `$1${mask}`)

/** The texts that `hiddenIn()` hides. */
export const secretsInText = (text: string): string[] =>
  [...text.matchAll(namedSecret), ...text.matchAll(addressSecret)].map(([, , secret]) => secret!)

/** `password`, also misspelt, and other words for it. */
export const isSecret = (key: string): boolean =>
  secretKey.test(key) || didYouMean(key, ['password', 'passwort', 'passwd']) !== undefined
