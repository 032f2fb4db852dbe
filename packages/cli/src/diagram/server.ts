import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Database, type Drawing, drawingOf, htmlText } from 'orm-core/internal'
import type { LinkOf } from './editor-links.js'
import { pageOf, waitingPage } from './page.js'

/** The current state of a diagram. */
interface Shown {
  readonly drawing: Drawing
  /** Locations of table definitions, by table name. */
  readonly links: ReadonlyMap<string, { readonly url: string; readonly text: string }>
  /** Hash of the page content. */
  readonly version: string
  page?: Promise<string>
}

interface Listener {
  readonly response: ServerResponse
  readonly database: string | undefined
}

/**
 * Serves diagrams on the loopback address, and notifies open pages of changes. The path starts with a random token, so that
 * other users and other pages in the browser cannot read the schema.
 */
export class DiagramServer {
  readonly #token = randomBytes(24).toString('base64url')
  readonly #linkOf: LinkOf | undefined
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response))
  readonly #listeners = new Set<Listener>()
  #shown: ReadonlyMap<string, Shown> = new Map()
  #problems = ''

  constructor(linkOf: LinkOf | undefined) {
    this.#linkOf = linkOf
  }

  /** Resolves to the URL of the diagrams. */
  listen(port: number): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${this.#port}/${this.#token}/`))
    })
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** Replaces the shown databases. */
  show(databases: readonly Database[]): void {
    this.#problems = ''
    const before = this.#shown
    this.#shown = new Map(
      databases.map((database) => {
        const shown = this.#shownOf(database)
        const known = before.get(database.name)
        return [database.name, known?.version === shown.version ? known : shown]
      }),
    )
    this.#tellAll()
  }

  /** Shows why the diagrams cannot be updated. */
  fail(problems: string): void {
    this.#problems = problems
    this.#tellAll()
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  #shownOf(database: Database): Shown {
    const drawing = drawingOf(database)
    const links = new Map(
      this.#linkOf === undefined
        ? []
        : database.tables.map(({ origin }, at) => {
            const place = origin.source.placeAt(origin.offset)
            return [drawing.tables[at]!.name, { url: this.#linkOf!(place), text: `${place.file}:${place.line}` }]
          }),
    )
    const version = createHash('sha256')
      .update(JSON.stringify([drawing, [...links]]))
      .digest('base64url')
    return { drawing, links, version }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = this.#refusal(request)
    if (refused !== undefined) return send(response, refused, 'text/plain', refusals[refused])
    const [path = '', query = ''] = (request.url ?? '').slice(this.#token.length + 2).split('?')
    if (path === 'events')
      return this.#listen(request, response, new URLSearchParams(query).get('database') ?? undefined)
    const names = [...this.#shown.keys()]
    if (path === '') {
      if (names.length === 1) return redirect(response, `d/${encodeURIComponent(names[0]!)}`)
      return send(response, 200, 'text/html', await (names.length === 0 ? waitingPage() : listPage(names)))
    }
    const shown = path.startsWith('d/') ? this.#shown.get(decoded(path.slice(2))) : undefined
    if (!shown) return send(response, 404, 'text/plain', refusals[404])
    const { drawing, links, version } = shown
    shown.page ??= pageOf(drawing, { links, version })
    send(response, 200, 'text/html', await shown.page)
  }

  /**
   * Returns why a request is rejected. Other host names are rejected because a foreign page could use one to read the response.
   */
  #refusal({ method, url = '', headers: { host } }: IncomingMessage): keyof typeof refusals | undefined {
    if (host !== `127.0.0.1:${this.#port}` && host !== `localhost:${this.#port}`) return 403
    const given = Buffer.from(url.split('/')[1] ?? '')
    const token = Buffer.from(this.#token)
    if (given.length !== token.length || !timingSafeEqual(given, token)) return 403
    return method === 'GET' ? undefined : 405
  }

  #listen(request: IncomingMessage, response: ServerResponse, database: string | undefined): void {
    response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' })
    const listener = { response, database }
    this.#listeners.add(listener)
    request.on('close', () => this.#listeners.delete(listener))
    this.#tell(listener)
  }

  #tellAll(): void {
    for (const listener of this.#listeners) this.#tell(listener)
  }

  /** Sends the state to a page. One that waits for any diagram gets the first. A deleted database has an empty version. */
  #tell({ response, database }: Listener): void {
    const shown = database === undefined ? [...this.#shown.values()][0] : this.#shown.get(database)
    const state = { version: shown?.version ?? '', problems: this.#problems }
    response.write(`data: ${JSON.stringify(state)}\n\n`)
  }
}

const refusals = {
  403: 'Open the address that "orm schema:diagram --serve" has printed.\n',
  404: 'There is no such diagram.\n',
  405: 'Only GET is allowed.\n',
} as const

const headers = {
  'cache-control': 'no-store',
  // Other sites must not receive the URL, which contains the token.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
} as const

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { ...headers, 'content-type': `${type}; charset=utf-8` }).end(text)
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { ...headers, location }).end()
}

/** Decodes the name in a path; empty if it is not encoded correctly. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

const listPage = (names: readonly string[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Diagrams</title>
<h1>Diagrams</h1>
<ul>${names.map((name) => `<li><a href="d/${htmlText(encodeURIComponent(name))}">${htmlText(name)}</a></li>`).join('')}</ul>
</html>
`
