import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'

/**
 * Returns a host name that browsers resolve to this computer, and that nobody could know before. A server that had the same port
 * earlier may have left a service worker in the browser, which answers requests to the names that it was visited by.
 */
export const newHost = (): string => `${randomBytes(10).toString('hex')}.localhost`

/** Matches names of this computer. Any other name would be DNS rebinding. */
const localName = /^(?:127\.0\.0\.1|\[::1\]|(?:[a-z0-9-]+\.)?localhost):(\d+)$/i

/** Forbids inline code, other origins and embedding in a frame. */
export const securityHeaders: OutgoingHttpHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** Returns why a request is rejected before its content is examined, or undefined if it is accepted. */
export function rejectionOf({ headers }: IncomingMessage, origin: string): string | undefined {
  const { host, origin: from } = headers
  if (host === undefined || localName.exec(host)?.[1] !== new URL(origin).port)
    return 'the studio answers only to its own address'
  if (from !== undefined && from !== origin) return 'pages of other sites cannot use the studio'
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'other sites cannot use the studio'
  return undefined
}

/** Returns whether a request uses the name of this run, and not that of another run or another name of this computer. */
export const isOfThisRun = ({ headers }: IncomingMessage, origin: string): boolean =>
  `http://${headers.host?.toLowerCase()}` === origin

/** Returns whether a request has a valid token of this studio. */
export function isAuthorized({ headers }: IncomingMessage, tokens: readonly string[]): boolean {
  const [, given] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
  return given !== undefined && tokens.some((token) => isSame(given, token))
}

/** Compares secrets in constant time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Validity of an entry code in milliseconds. */
const codeAge = 60_000

/**
 * A code that opens the page once. Other users of the computer can see program arguments, so the URL for starting a browser
 * contains this code instead of the token. If the code is used twice, one of the two was not the user's browser, so the token
 * that the first one received is revoked.
 */
export class EntryCode {
  readonly code = newSecret()
  readonly #made = Date.now()
  #token: string | undefined
  #isSpent = false

  get tokens(): readonly string[] {
    return this.#token === undefined ? [] : [this.#token]
  }

  /** Returns the token for a code, or undefined if the code is not valid. */
  enter(given: string, onSecondUse: () => void): string | undefined {
    if (!isSame(given, this.code)) return undefined
    if (this.#isSpent) {
      this.#token = undefined
      onSecondUse()
      return undefined
    }
    this.#isSpent = true
    if (Date.now() - this.#made > codeAge) return undefined
    this.#token = newSecret()
    return this.#token
  }
}
