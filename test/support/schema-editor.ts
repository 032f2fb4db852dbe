import { type ChildProcess, spawn } from 'node:child_process'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { startServer } from 'orm-language-server'
import {
  type CodeAction,
  type CodeLens,
  type CompletionItem,
  createConnection,
  createMessageConnection,
  type Diagnostic,
  type DocumentSymbol,
  type Hover,
  type Location,
  type MessageConnection,
  type Position,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node'
import { root } from './root.mjs'

interface Published {
  readonly uri: string
  readonly version?: number
  readonly diagnostics: readonly Diagnostic[]
}

interface ServerProcess {
  /** Node options. */
  readonly execArgv?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
}

/** A session with Orm's language server, like that of an editor. */
export class SchemaEditor {
  readonly messages: string[] = []
  /** The addresses of documents and pages that the server has shown. */
  readonly shown: string[] = []
  readonly #connection: MessageConnection
  readonly #published = new Map<string, Published>()
  readonly #texts = new Map<string, { text: string; version: number }>()
  #waiting: (() => void)[] = []

  protected constructor(answers: Readable, questions: Writable) {
    this.#connection = createMessageConnection(new StreamMessageReader(answers), new StreamMessageWriter(questions))
    this.#connection.onNotification('textDocument/publishDiagnostics', (published: Published) => {
      this.#published.set(published.uri, published)
      for (const wake of this.#waiting.splice(0)) wake()
    })
    this.#connection.onNotification('window/showMessage', ({ message }: { message: string }) => {
      this.messages.push(message)
    })
    this.#connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      this.messages.push(message)
    })
    this.#connection.onRequest('window/showDocument', ({ uri }: { uri: string }) => {
      this.shown.push(uri)
      return { success: true }
    })
    this.#connection.onRequest('workspace/textDocumentContent/refresh', () => null)
    this.#connection.listen()
  }

  /** Starts a server in this process, which avoids the start of another Node process. */
  static async start(initializationOptions: object = {}, client: object = {}): Promise<SchemaEditor> {
    const [questions, answers] = [new PassThrough(), new PassThrough()]
    const [reader, writer] = [new StreamMessageReader(questions), new StreamMessageWriter(answers)]
    startServer(createConnection(ProposedFeatures.all, reader, writer))
    const editor = new SchemaEditor(answers, questions)
    // With a process id, the server would check every few seconds whether that process is alive.
    await editor.greet({ processId: null, initializationOptions, ...client })
    return editor
  }

  protected async greet(client: object): Promise<void> {
    await this.request('initialize', { rootUri: null, capabilities: {}, ...client })
    await this.notify('initialized', {})
  }

  async stop(): Promise<void> {
    await this.#connection.sendRequest('shutdown')
    this.#connection.dispose()
  }

  async open(path: string, text: string): Promise<void> {
    this.#texts.set(path, { text, version: 1 })
    const textDocument = { uri: uri(path), languageId: path.endsWith('.php') ? 'php' : 'xml', version: 1, text }
    await this.#connection.sendNotification('textDocument/didOpen', { textDocument })
  }

  /** Replaces a part of an open file, as typing does. */
  async edit(path: string, start: number, end: number, newText: string): Promise<void> {
    const open = this.#texts.get(path)!
    const range = { start: positionIn(open.text, start), end: positionIn(open.text, end) }
    open.text = open.text.slice(0, start) + newText + open.text.slice(end)
    open.version++
    const textDocument = { uri: uri(path), version: open.version }
    await this.#connection.sendNotification('textDocument/didChange', {
      textDocument,
      contentChanges: [{ range, text: newText }],
    })
  }

  async close(path: string): Promise<void> {
    this.#texts.delete(path)
    await this.notify('textDocument/didClose', { textDocument: { uri: uri(path) } })
  }

  text(path: string): string {
    return this.#texts.get(path)!.text
  }

  /** Returns the diagnostics of the server for the current text of an open file. */
  async diagnostics(path: string): Promise<readonly Diagnostic[]> {
    while (true) {
      const published = this.#published.get(uri(path))
      if (published?.version === this.#texts.get(path)!.version) return published.diagnostics
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** Returns the diagnostics, each as `line:column CODE message`. */
  async problems(path: string): Promise<string[]> {
    const found = await this.diagnostics(path)
    return found.map(({ range: { start }, code, message }) => {
      const text = typeof message === 'string' ? message : message.value
      return `${start.line + 1}:${start.character + 1} ${code} ${text.split('\n')[0]}`
    })
  }

  /** Sends a request for the position of `|` in a piece of the text, which contains it without the `|`. */
  async ask<Answer>(method: string, path: string, piece: string, more: object = {}): Promise<Answer> {
    return this.askAt(method, path, this.offset(path, piece), more)
  }

  async askAt<Answer>(method: string, path: string, offset: number, more: object = {}): Promise<Answer> {
    const position = positionIn(this.text(path), offset)
    return this.#connection.sendRequest(`textDocument/${method}`, {
      textDocument: { uri: uri(path) },
      position,
      ...more,
    })
  }

  offset(path: string, piece: string, from = 0): number {
    const at = this.text(path).indexOf(piece.replace('|', ''), from)
    if (at < 0) throw new Error(`The text has no ${piece}.`)
    return at + piece.indexOf('|')
  }

  completions(path: string, piece: string): Promise<CompletionItem[]> {
    return this.ask('completion', path, piece)
  }

  async hover(path: string, piece: string): Promise<string> {
    const found = await this.ask<Hover | null>('hover', path, piece)
    return found && 'value' in (found.contents as object) ? (found.contents as { value: string }).value : ''
  }

  /** Returns locations as `line: text of the line`. */
  async places(method: 'definition' | 'references' | 'implementation', path: string, piece: string): Promise<string[]> {
    const context = { includeDeclaration: true }
    const found = await this.ask<Location[]>(method, path, piece, method === 'references' ? { context } : {})
    return found.map(({ uri: file, range: { start } }) => {
      const known = [...this.#texts].find(([each]) => uri(each) === file)
      return known ? `${start.line + 1}: ${known[1].text.split('\n')[start.line]!.trim()}` : file
    })
  }

  symbols(path: string): Promise<DocumentSymbol[]> {
    return this.askAt('documentSymbol', path, 0)
  }

  /** Returns the code lenses as `line: title`, each resolved. */
  async lenses(path: string): Promise<string[]> {
    const found = await this.askAt<CodeLens[]>('codeLens', path, 0)
    const resolved = found.map((lens) => (lens.command ? lens : this.request<CodeLens>('codeLens/resolve', lens)))
    return (await Promise.all(resolved)).map(({ range, command }) => `${range.start.line + 1}: ${command!.title}`)
  }

  execute<Answer>(command: string, ...given: unknown[]): Promise<Answer> {
    return this.request('workspace/executeCommand', { command, arguments: given })
  }

  request<Answer>(method: string, parameters: unknown): Promise<Answer> {
    return this.#connection.sendRequest(method, parameters)
  }

  notify(method: string, parameters: unknown): Promise<void> {
    return this.#connection.sendNotification(method, parameters)
  }

  /** Returns the latest published diagnostics of a file, open or not; undefined if there are none. */
  published(path: string): readonly Diagnostic[] | undefined {
    return this.#published.get(uri(path))?.diagnostics
  }

  async fixes(path: string): Promise<CodeAction[]> {
    const diagnostics = await this.diagnostics(path)
    const range = { start: positionIn(this.text(path), 0), end: positionIn(this.text(path), this.text(path).length) }
    return this.askAt('codeAction', path, 0, { range, context: { diagnostics } })
  }

  async apply(edit: WorkspaceEdit): Promise<void> {
    for (const [file, edits] of Object.entries(edit.changes ?? {})) {
      const [path] = [...this.#texts].find(([each]) => uri(each) === file)!
      await this.applyEdits(path, edits)
    }
  }

  async applyEdits(path: string, edits: readonly TextEdit[]): Promise<void> {
    const text = this.text(path)
    const placed = edits.map(({ range, newText }) => ({
      start: offsetIn(text, range.start),
      end: offsetIn(text, range.end),
      newText,
    }))
    // Starts with the last edit, so that earlier positions do not move.
    for (const { start, end, newText } of placed.sort((a, b) => b.start - a.start)) {
      await this.edit(path, start, end, newText)
    }
  }
}

/** The language server in a separate process, as editors start it. */
export class SchemaEditorProcess extends SchemaEditor {
  readonly process: ChildProcess

  /** Starts the process; the server is not initialized yet. */
  constructor({ execArgv = [], env = {} }: ServerProcess = {}) {
    const main = `${root}/packages/language-server/dist/main.js`
    const server = spawn(process.execPath, [...execArgv, main, '--stdio'], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...env },
    })
    super(server.stdout, server.stdin)
    this.process = server
  }

  static async greeted(options: ServerProcess = {}): Promise<SchemaEditorProcess> {
    const editor = new SchemaEditorProcess(options)
    await editor.greet({ processId: process.pid })
    return editor
  }

  override async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once('exit', resolve))
    await this.request('shutdown', undefined)
    await this.notify('exit', undefined)
    await ended
  }
}

/** Encodes a path as VS Code does: Node does not encode `+`, `@`, and brackets. */
const uri = (path: string): string => `file://${path.split('/').map(encoded).join('/')}`

const encoded = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

function positionIn(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  const line = before.split('\n').length - 1
  return { line, character: offset - (before.lastIndexOf('\n') + 1) }
}

function offsetIn(text: string, { line, character }: Position): number {
  let start = 0
  for (let at = 0; at < line; at++) start = text.indexOf('\n', start) + 1
  return start + character
}
