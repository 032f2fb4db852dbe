import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OrmError } from 'orm-core/internal'
import { BrowseError } from 'orm-database'
import { type Answer, type Api, object, routes } from './api.js'
import { EntryCode, isAuthorized, isOfThisRun, newHost, newSecret, rejectionOf, securityHeaders } from './guard.js'

export type { Diagram, DiagramView } from './diagram.js'

export interface StudioOptions extends Api {
  /** Port; 0 selects any free one. */
  readonly port: number
  /** Called when somebody else may have used the URL of `entryUrl()`. */
  onStolenEntry?(): void
}

export interface Studio {
  /** URL with the token, which opens the page. */
  readonly url: string
  /** Returns a URL that opens the page once. It is safe in program arguments, which other users can see. */
  entryUrl(): string
  close(): Promise<void>
}

const printedAddress = 'open the address that "orm studio" printed'

/** Maximum size of a request in bytes. */
const mostBytes = 10_000_000

/** Serves the page and its requests to this computer only, under a name of its own, until it is closed. */
export async function startStudio({ port, onStolenEntry = () => {}, ...api }: StudioOptions): Promise<Studio> {
  const token = newSecret()
  let entry: EntryCode | undefined
  const assets = await loadAssets()
  const servers = await listen(port, (request, response) => {
    answer(request, response).catch((error) => fail(response, error))
  })
  const origin = `http://${newHost()}:${portOf(servers[0])}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rejection = rejectionOf(request, origin)
    if (rejection !== undefined) throw new BrowseError(403, rejection)
    const { url = '/' } = request
    const path = url.split('?')[0]!
    if (!isOfThisRun(request, origin)) {
      if (path.startsWith('/api/') || !path.startsWith('/')) throw new BrowseError(403, printedAddress)
      // A view that was bookmarked in another run.
      response.writeHead(307, { ...securityHeaders, location: `${origin}${url}` })
      return void response.end()
    }
    if (!path.startsWith('/api/')) return sendPage(request, response, path, assets)
    const name = path.slice('/api/'.length)
    if (name === 'enter' && request.method === 'POST') {
      const { code } = object(await bodyOf(request), 'request')
      const entered = entry?.enter(String(code), onStolenEntry)
      if (entered === undefined) throw new BrowseError(401, printedAddress)
      return sendJson(response, 200, { token: entered })
    }
    if (!isAuthorized(request, [token, ...(entry?.tokens ?? [])])) throw new BrowseError(401, printedAddress)
    if (request.method !== 'POST') throw new BrowseError(405, 'only POST')
    const route = Object.hasOwn(routes, name) ? routes[name]! : undefined
    if (!route) throw new BrowseError(404, 'there is no such request')
    const gone = new AbortController()
    response.on('close', () => response.writableFinished || gone.abort())
    await send(response, await route(api, object(await bodyOf(request), 'request'), gone.signal))
  }

  return {
    // After the "#", because that part of a URL reaches neither logs nor other servers.
    url: `${origin}/#token=${token}`,
    entryUrl() {
      entry = new EntryCode()
      return `${origin}/#code=${entry.code}`
    },
    async close() {
      await Promise.all(servers.map(close))
      await api.browser.close()
    },
  }
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/**
 * Listens on both loopback addresses. Browsers choose one of them for a name below localhost, and no other program of the computer
 * may answer there.
 */
async function listen(port: number, answer: RequestListener): Promise<[Server, ...Server[]]> {
  for (;;) {
    const first = await bound(port, '127.0.0.1', answer)
    try {
      return [first, await bound(portOf(first), '::1', answer)]
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      // Without IPv6, nobody can listen there.
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return [first]
      await close(first)
      if (code !== 'EADDRINUSE' || port !== 0) throw error
    }
  }
}

const bound = (port: number, address: string, answer: RequestListener): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(answer)
    server.once('error', reject)
    server.listen(port, address, () => resolve(server))
  })

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

interface Asset {
  readonly type: string
  readonly bytes: Buffer
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Orm Studio</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/studio.css">
<script type="module" src="/studio.js"></script>
<div id="studio"></div>
</html>
`

async function loadAssets(): Promise<ReadonlyMap<string, Asset>> {
  const read = (name: string): Promise<Buffer> => readFile(new URL(`../bundle/${name}`, import.meta.url))
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', bytes: Buffer.from(page) }],
    ['/studio.js', { type: 'text/javascript; charset=utf-8', bytes: await read('studio.js') }],
    ['/studio.css', { type: 'text/css; charset=utf-8', bytes: await read('studio.css') }],
  ])
}

/** Sends an asset, or the page for any other path. Every view has its own URL, and the page knows which one to show. */
function sendPage(
  { method }: IncomingMessage,
  response: ServerResponse,
  path: string,
  assets: ReadonlyMap<string, Asset>,
): void {
  if (method !== 'GET' && method !== 'HEAD') throw new BrowseError(405, 'only GET')
  const { type, bytes } = assets.get(path) ?? assets.get('/')!
  response.writeHead(200, { ...securityHeaders, 'content-type': type, 'content-length': bytes.length })
  response.end(method === 'HEAD' ? undefined : bytes)
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) throw new BrowseError(415, 'only JSON')
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    size += (part as Buffer).length
    if (size > mostBytes) throw new BrowseError(413, `a request has at most ${mostBytes / 1_000_000} MB`)
    parts.push(part as Buffer)
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    throw new BrowseError(400, 'the request is not JSON')
  }
}

async function send(response: ServerResponse, answer: Answer): Promise<void> {
  if ('json' in answer) {
    sendJson(response, 200, answer.json)
    return
  }
  // The browser must download the file instead of showing it.
  const headers = { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' }
  const start = () => response.headersSent || response.writeHead(200, { ...securityHeaders, ...headers })
  if ('write' in answer) {
    await answer.write(async (text) => {
      // An error before the first part has its own status.
      start()
      if (!response.write(text)) await once(response, 'drain')
    })
  } else {
    start()
    response.write(answer.bytes)
  }
  response.end()
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { ...securityHeaders, 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(value))
}

/** Sends an error. An unexpected error is reported as such, without its stack. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy()
  const [status, message] =
    error instanceof BrowseError
      ? [error.status, error.message]
      : error instanceof OrmError
        ? [503, error.diagnostics.map((each) => each.message).join('\n')]
        : [500, `this should not happen: ${(error as Error).message}`]
  sendJson(response, status, { error: message })
}
