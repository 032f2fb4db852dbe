import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cachedFolder } from './cached-folder.mjs'
import { end, run, runNpm } from './command.mjs'

/**
 * The PHP language server that most editors use. Its tarball contains all that it needs, so the dependencies are not installed.
 */
const server = {
  name: 'intelephense',
  version: '1.18.5',
  sha512: 'dqCH1YNCRlHGBLND+iUFjBJlGwM4pPimX2jm8AaP/6K2WZNM2K2+E8dOWCD3ZYMP2zC2ICBD9Soe2oxKtU9d9A==',
}

/** The code editor of VS Code, which runs in a browser. */
const editor = {
  name: 'monaco-editor',
  version: '0.52.2',
  sha512: 'GEQWEZmfkOGLdd3XK8ryrfWz3AIP8YymVXiPHEdewrUq7mh0qrKrfHLNCXcbB6sTnMLnOZ3ztSiKcciFUkIJwQ==',
}

const installServer = () => fetched('orm-language-server', server)
export const installEditor = () => fetched('orm-editor', editor)

/** Returns the folder of a package without its dependencies, fetched from npm once. */
const fetched = (cache: string, { name, version, sha512 }: typeof server) =>
  cachedFolder(cache, version, async (stage) => {
    const spec = `${name}@${version}`
    const packed = await runNpm(['pack', spec, '--silent', '--pack-destination', stage], { cwd: stage })
    if (packed.code !== 0) throw new Error(`${spec} could not be fetched from npm:\n${packed.output}`)
    const tarball = join(stage, packed.stdout.trim().split('\n').at(-1) ?? '')
    const hash = createHash('sha512')
      .update(await readFile(tarball))
      .digest('base64')
    if (hash !== sha512) throw new Error(`${spec} is not the one that is expected: sha512-${hash}`)
    const unpacked = await run('tar', ['-xzf', tarball, '--strip-components=1'], { cwd: stage })
    if (unpacked.code !== 0) throw new Error(unpacked.output)
    await rm(tarball)
  })

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** The lowest severity of a diagnostic. */
const hint = 4

interface PublishedDiagnostics {
  readonly uri: string
  readonly diagnostics: readonly {
    readonly message: string
    readonly severity: number
    readonly range: { readonly start: { line: number } }
  }[]
}

export interface Offer {
  readonly label: string
  readonly kind: number
  readonly detail?: string
}

/** An editor's session with a language server for the PHP files of a folder. */
export class LanguageServer {
  readonly #process: ChildProcess
  readonly #answers = new Map<number, (message: Message) => void>()
  readonly #events = new Map<string, (message: Message) => void>()
  #received = Buffer.alloc(0)
  #requests = 0

  private constructor(program: string) {
    this.#process = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] })
    this.#process.stdout!.on('data', (data: Buffer) => this.#receive(data))
  }

  /** Resolves when all files in the folder are indexed. */
  static async start(folder: string, storage: string): Promise<LanguageServer> {
    const editor = new LanguageServer(join(await installServer(), 'lib/intelephense.js'))
    const uri = pathToFileURL(folder).href
    const indexed = editor.#event('indexingEnded')
    await editor.#request('initialize', {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: 'project' }],
      capabilities: { workspace: { workspaceFolders: true } },
      initializationOptions: { storagePath: storage, globalStoragePath: storage, clearCache: true },
    })
    editor.#notify('initialized', {})
    await indexed
    return editor
  }

  /**
   * Returns the problems that the editor marks in a file, each as `line: message`. Hints, such as unused parameters of hooks,
   * are not marked.
   */
  async problems(path: string, text: string): Promise<string[]> {
    const uri = pathToFileURL(path).href
    const published = this.#event(`textDocument/publishDiagnostics ${uri}`)
    this.#notify('textDocument/didOpen', { textDocument: { uri, languageId: 'php', version: 1, text } })
    const { diagnostics } = (await published).params as PublishedDiagnostics
    this.#notify('textDocument/didClose', { textDocument: { uri } })
    return diagnostics
      .filter(({ severity }) => severity < hint)
      .map(({ message, range }) => `${range.start.line + 1}: ${message}`)
  }

  /** Returns the names that the editor suggests at the end of PHP code. */
  async completions(path: string, text: string): Promise<string[]> {
    return (await this.offers(path, text)).map(({ label }) => label)
  }

  /** Returns the same suggestions with the details that the editor shows beside each name. */
  async offers(path: string, text: string): Promise<Offer[]> {
    const uri = pathToFileURL(path).href
    const lines = text.split('\n')
    this.#notify('textDocument/didOpen', { textDocument: { uri, languageId: 'php', version: 1, text } })
    const position = { line: lines.length - 1, character: lines.at(-1)!.length }
    const answer = await this.#request('textDocument/completion', { textDocument: { uri }, position })
    this.#notify('textDocument/didClose', { textDocument: { uri } })
    return (answer as { items: Offer[] }).items
  }

  async stop(): Promise<void> {
    await end(this.#process)
  }

  #event(name: string): Promise<Message> {
    return new Promise((resolve) => this.#events.set(name, resolve))
  }

  #request(method: string, params: object): Promise<unknown> {
    const id = ++this.#requests
    return new Promise((resolve, reject) => {
      this.#answers.set(id, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result)))
      this.#send({ id, method, params })
    })
  }

  #notify(method: string, params: object): void {
    this.#send({ method, params })
  }

  #send(message: object): void {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message })
    this.#process.stdin!.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }

  #receive(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data])
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n')
      const length = Number(/Content-Length: (\d+)/i.exec(this.#received.toString('latin1', 0, Math.max(end, 0)))?.[1])
      if (end < 0 || this.#received.length < end + 4 + length) return
      const message: Message = JSON.parse(this.#received.toString('utf8', end + 4, end + 4 + length))
      this.#received = this.#received.subarray(end + 4 + length)
      this.#take(message)
    }
  }

  #take(message: Message): void {
    const { id, method } = message
    if (method === undefined) this.#answers.get(id!)?.(message)
    // Answers every request of the server with null.
    else if (id !== undefined) this.#send({ id, result: null })
    else {
      const { uri } = (message.params ?? {}) as Partial<PublishedDiagnostics>
      this.#events.get(method)?.(message)
      if (uri) this.#events.get(`${method} ${uri}`)?.(message)
    }
  }
}
