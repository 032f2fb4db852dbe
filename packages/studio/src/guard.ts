import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'

/** Names of this computer that a browser may have in its address bar; those of others would be DNS rebinding. */
const localNames = ['127.0.0.1', 'localhost', '[::1]']

/** No inline code, no other address, no frame around the page. */
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

/** Why a request is rejected before anybody looks at what it asks for; undefined where it is not. */
export function rejectionOf({ headers }: IncomingMessage, port: number): string | undefined {
  const hosts = localNames.map((name) => `${name}:${port}`)
  const { host, origin } = headers
  if (host === undefined || !hosts.includes(host.toLowerCase())) return 'the studio answers only to its own address'
  if (origin !== undefined && origin !== `http://${host}`) return 'pages of other sites cannot use the studio'
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'other sites cannot use the studio'
  return undefined
}

/** Whether a request has a token of this studio. */
export function isAuthorized({ headers }: IncomingMessage, tokens: readonly string[]): boolean {
  const [, given] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
  return given !== undefined && tokens.some((token) => isSame(given, token))
}

/** Compares secrets in a time that does not depend on them. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** How long the code of an address that is opened by another program is good, in milliseconds. */
const codeAge = 60_000

/**
 * A code that opens the page once. Other users of the computer see the arguments of programs, so the address that a browser is
 * started with has this code and not the token. If it comes a second time, one of the two was not the browser of the user: the token
 * that the first one got is withdrawn.
 */
export class EntryCode {
  readonly code = newSecret()
  readonly #made = Date.now()
  #token: string | undefined
  #isSpent = false

  get tokens(): readonly string[] {
    return this.#token === undefined ? [] : [this.#token]
  }

  /** The token for a code; undefined where it is not good any more. */
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
