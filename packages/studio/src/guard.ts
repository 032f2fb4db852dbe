import { createHash, timingSafeEqual } from 'node:crypto'
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

/** Whether a request has the token of this studio. */
export function isAuthorized({ headers }: IncomingMessage, token: string): boolean {
  const [, given] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
