import { relative } from 'node:path'
import {
  type Connection,
  ErrorCodes,
  type InitializeResult,
  LSPErrorCodes,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  TextDocumentContentRequest,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { Commands, previewScheme } from './commands/commands.js'
import { OrmScript } from './commands/orm-script.js'
import { RowCounts } from './commands/row-counts.js'
import { completeConfig, hoverConfig } from './config/config-features.js'
import { complete } from './features/completion.js'
import { diagnosticsByFile } from './features/diagnostics.js'
import { format } from './features/format.js'
import { hover } from './features/hover.js'
import { commandNames, countedTable, lenses, type RowsLens, rowsTitle } from './features/lenses.js'
import { declarationsOfPhp, definition, references, stubClasses } from './features/navigation.js'
import { foldings, symbols } from './features/outline.js'
import { quickFixes } from './features/quick-fixes.js'
import { nameProblem, rename, renamedRange } from './features/rename.js'
import { isConfig, isSchema } from './file-kinds.js'
import { findPhpUses } from './php-uses.js'
import type { Project } from './project.js'
import { pathOf, type SchemaFile } from './schema-file.js'
import { watchSources } from './watch-sources.js'
import { Workspace } from './workspace.js'

/** Options that an editor passes when it starts the server. */
interface InitializationOptions {
  /** Whether project code may run, such as behaviors. Editors pass whether the directory is trusted. */
  readonly plugins?: boolean
  /** Whether databases may be queried for row counts. @default true */
  readonly rowCounts?: boolean
}

const capabilities: InitializeResult['capabilities'] = {
  textDocumentSync: TextDocumentSyncKind.Incremental,
  completionProvider: { triggerCharacters: ['<', ' ', '"', "'", ',', '.'] },
  hoverProvider: true,
  definitionProvider: true,
  implementationProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  documentSymbolProvider: true,
  foldingRangeProvider: true,
  documentFormattingProvider: true,
  codeActionProvider: { codeActionKinds: ['quickfix'] },
  codeLensProvider: { resolveProvider: true },
  executeCommandProvider: { commands: commandNames },
}

/** Serves an editor until it closes the connection. */
export function startServer(connection: Connection): void {
  const documents = new TextDocuments(TextDocument)
  /** URIs of open documents by path, because editors encode `+`, `@` and the colon of a drive in different ways. */
  const addresses = new Map<string, string>()
  const workspace = new Workspace({
    find: (path) => {
      const address = addresses.get(path)
      return address === undefined ? undefined : documents.get(address)
    },
    paths: () => [...addresses.keys()],
  })
  const compilations = new Map<Project, Compilation>()

  const isSource = (path: string): boolean =>
    isSchema(path) || isConfig(path) || workspace.including(path) !== undefined

  /** Returns the open files of a project, including PHP. */
  const openFiles = (project: Project): string[] =>
    documents.keys().flatMap((uri) => {
      const path = pathOf(uri)
      return path !== undefined && workspace.projectOf(path) === project ? [path] : []
    })

  const compilationOf = (project: Project): Compilation => {
    const known = compilations.get(project)
    if (known) return known
    const made = new Compilation(project, connection, () => openFiles(project).filter(isSource))
    compilations.set(project, made)
    return made
  }

  let stage: 'new' | 'running' | 'ended' = 'new'
  const checkStage = (): void => {
    if (stage === 'new') throw new ResponseError(ErrorCodes.ServerNotInitialized, 'The server is not initialized.')
    if (stage === 'ended') throw new ResponseError(ErrorCodes.InvalidRequest, 'The server is shut down.')
  }

  /** Returns the project and schema file for a request, or undefined for other files. */
  const opened = async (uri: string): Promise<{ project: Project; file: SchemaFile } | undefined> => {
    checkStage()
    const path = pathOf(uri)
    if (path === undefined || !(isSchema(path) || workspace.including(path))) return undefined
    const project = workspace.projectOf(path)
    await compilationOf(project).first
    const file = project.file(path)
    return file && { project, file }
  }

  const openConfig = (uri: string): { path: string; document: TextDocument } | undefined => {
    checkStage()
    const path = pathOf(uri)
    const document = documents.get(uri)
    return path !== undefined && document && isConfig(path) ? { path, document } : undefined
  }

  /** Shows a message as a notification, because nobody waits for the answer, and some editors give none. */
  const show = (type: MessageType, message: string) =>
    void connection.sendNotification(ShowMessageNotification.type, { type, message })

  const rowCounts = new RowCounts()
  const script = new OrmScript()
  const commands = new Commands(connection, script, async (uri) => (await opened(uri))?.project)
  let hasRows = true

  connection.onInitialize((client): InitializeResult => {
    if (stage !== 'new') throw new ResponseError(ErrorCodes.InvalidRequest, 'The server is initialized already.')
    stage = 'running'
    const options = client.initializationOptions as InitializationOptions | undefined
    workspace.plugins = options?.plugins ?? true
    hasRows = workspace.plugins && (options?.rowCounts ?? true)
    commands.start(client, workspace.plugins)
    const own = commands.hasOwnDocuments && { workspace: { textDocumentContent: { schemes: [previewScheme] } } }
    return { capabilities: { ...capabilities, ...own }, serverInfo: { name: 'orm-language-server' } }
  })
  connection.onShutdown(() => {
    stage = 'ended'
    script.stop()
    for (const compilation of compilations.values()) compilation.end()
  })

  const compile = ({ document }: { readonly document: TextDocument }): void => {
    const path = pathOf(document.uri)
    if (path === undefined || !isSource(path)) return
    const project = workspace.projectOf(path)
    if (isConfig(path)) project.forgetBehaviors()
    void compilationOf(project).run()
  }
  documents.onDidOpen(({ document }) => {
    const path = pathOf(document.uri)
    if (path !== undefined) addresses.set(path, document.uri)
  })
  documents.onDidChangeContent(compile)
  documents.onDidClose((closed) => {
    const path = pathOf(closed.document.uri)
    if (path !== undefined && addresses.get(path) === closed.document.uri) addresses.delete(path)
    const project = path === undefined ? undefined : workspace.projectOf(path)
    if (!project || openFiles(project).length > 0) return compile(closed)
    // No file of the project is open any more.
    compilations.get(project)?.end()
    compilations.delete(project)
    workspace.remove(project)
  })
  connection.onDidChangeWatchedFiles(() => {
    for (const project of workspace.projects) void compilationOf(project).renew()
  })

  connection.onCompletion(async ({ textDocument, position }) => {
    const config = openConfig(textDocument.uri)
    if (config) return completeConfig(config.path, config.document, position)
    const at = await opened(textDocument.uri)
    return at ? complete(at.project, at.file, position) : []
  })
  connection.onHover(async ({ textDocument, position }) => {
    const config = openConfig(textDocument.uri)
    if (config) return hoverConfig(config.path, config.document, position) ?? null
    const at = await opened(textDocument.uri)
    return (at && hover(at.project, at.file, position)) ?? null
  })
  connection.onDefinition(async ({ textDocument, position }) => {
    const at = await opened(textDocument.uri)
    if (at) return definition(at.project, at.file, position)
    const path = pathOf(textDocument.uri)
    const document = documents.get(textDocument.uri)
    if (path === undefined || !document || !path.endsWith('.php')) return []
    const project = workspace.projectOf(path)
    await compilationOf(project).first
    return declarationsOfPhp(project, document.getText(), document.offsetAt(position))
  })
  connection.onImplementation(async ({ textDocument, position }) => {
    const at = await opened(textDocument.uri)
    return at ? stubClasses(at.project, at.file, position) : []
  })
  connection.onReferences(async ({ textDocument, position, context }) => {
    const at = await opened(textDocument.uri)
    return at ? references(at.project, at.file, position, context.includeDeclaration) : []
  })
  connection.onPrepareRename(async ({ textDocument, position }) => {
    const at = await opened(textDocument.uri)
    return (at && renamedRange(at.file, position)) ?? null
  })
  connection.onRenameRequest(async ({ textDocument, position, newName }) => {
    const at = await opened(textDocument.uri)
    const problem = nameProblem(newName)
    if (problem !== undefined) throw new ResponseError(LSPErrorCodes.RequestFailed, problem)
    const renaming = at && rename(at.project, at.file, position, newName)
    if (!renaming) return null
    const { edit, option, phpNames } = renaming
    const uses = await findPhpUses(at.project.root, phpNames)
    const found = uses.map(({ path, line, name }) => `${relative(at.project.root, path)}:${line} ${name}`)
    if (found.length > 0) {
      show(
        MessageType.Warning,
        `PHP code uses the old name in ${found.length === 1 ? 'one place' : `${found.length} places`}:\n${found.slice(0, 20).join('\n')}`,
      )
    }
    if (option) show(MessageType.Info, `To keep the rows, run: orm migration:diff ${option}`)
    return edit
  })
  connection.onDocumentSymbol(async ({ textDocument }) => {
    const at = await opened(textDocument.uri)
    return at ? symbols(at.file) : []
  })
  connection.onFoldingRanges(async ({ textDocument }) => {
    const at = await opened(textDocument.uri)
    return at ? foldings(at.file) : []
  })
  connection.onDocumentFormatting(async ({ textDocument }) => {
    const at = await opened(textDocument.uri)
    return at ? format(at.file) : []
  })
  connection.onCodeAction(async ({ textDocument, context }) => {
    const at = await opened(textDocument.uri)
    return at ? quickFixes(at.project, at.file, context.diagnostics) : []
  })

  connection.onCodeLens(async ({ textDocument }) => {
    const at = await opened(textDocument.uri)
    return at ? lenses(at.project, at.file, { commands: await commands.offered(at.project), hasRows }) : []
  })
  connection.onCodeLensResolve(async (lens) => {
    const data = lens.data as RowsLens | undefined
    if (!data) return lens
    const at = await opened(data.uri)
    const counted = at && countedTable(at.project, data)
    if (!counted) return { ...lens, command: rowsTitle({ problem: 'rows not known' }) }
    const count = await rowCounts.count(at.project.root, data.table.database, counted.connection, counted.table)
    return { ...lens, command: rowsTitle(count) }
  })
  connection.onExecuteCommand(({ command, arguments: given = [] }) => commands.execute(command, given))
  connection.onRequest(TextDocumentContentRequest.type, ({ uri }) => ({ text: commands.previewText(uri) }))

  documents.listen(connection)
  connection.listen()
}

/** Ends a compilation whose text has changed in the meantime. */
class Outdated extends Error {}

/** Number of event loop turns for messages between two steps: reading, dispatching and answering take one turn each. */
const turns = 3

/** Milliseconds between a change and the compilation. */
const pause = 15

/** Compiles a project repeatedly, one compilation at a time, and publishes the diagnostics. */
class Compilation {
  readonly #project: Project
  readonly #connection: Connection
  /** Returns the open schemas and configurations of the project. */
  readonly #openFiles: () => readonly string[]
  #running: Promise<void> | undefined
  #isOutdated = false
  /** URIs with published diagnostics. */
  #reported = new Set<string>()
  #first: Promise<void> | undefined
  readonly #ending = new AbortController()

  constructor(project: Project, connection: Connection, openFiles: () => readonly string[]) {
    this.#project = project
    this.#connection = connection
    this.#openFiles = openFiles
  }

  /** Resolves after the first compilation of the project. */
  get first(): Promise<void> {
    if (!this.#first) void this.run()
    return this.#first!
  }

  /** Compiles again without cached behaviors, after something other than the text of a schema has changed. */
  renew(): Promise<void> {
    this.#project.forgetBehaviors()
    return this.run()
  }

  /** Ends the compilation and removes all diagnostics of the project. */
  end(): void {
    this.#ending.abort()
    for (const uri of this.#reported) void this.#connection.sendDiagnostics({ uri, diagnostics: [] })
  }

  run(): Promise<void> {
    this.#isOutdated = true
    this.#running ??= this.#repeat().finally(() => {
      this.#running = undefined
    })
    this.#first ??= this.#running.then(() => {
      void watchSources(this.#project, this.#ending.signal, () => this.renew())
    })
    return this.#running
  }

  async #repeat(): Promise<void> {
    while (this.#isOutdated) {
      // Waits for further typing, and lets completion requests, which editors send at the same time, be answered first.
      await new Promise((resolve) => setTimeout(resolve, pause))
      this.#isOutdated = false
      await this.#compile()
    }
  }

  /** Answers pending requests, and ends the compilation if it is outdated. */
  async #pause(): Promise<void> {
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
    if (this.#isOutdated) throw new Outdated()
  }

  async #compile(): Promise<void> {
    const project = this.#project
    const problems = await project
      .compile(() => this.#pause())
      .catch((error: Error) => {
        if (!(error instanceof Outdated)) this.#connection.console.error(error.stack ?? error.message)
        return []
      })
    if (this.#isOutdated || this.#ending.signal.aborted) return
    const texts = {
      absolute: (path: string) => project.absolute(path),
      documentOf: (path: string) => project.file(path)?.document ?? project.openDocument(path),
      uriOf: (path: string) => project.uriOf(path),
    }
    const fallback = project.files()[0]?.path ?? project.absolute('schema.xml')
    const byFile = diagnosticsByFile(problems, texts, fallback)
    // Open files without problems get an empty list, which shows that they were checked and removes old diagnostics.
    for (const path of this.#openFiles()) if (!byFile.has(path)) byFile.set(path, [])
    const found = [...byFile].map(([path, diagnostics]) => {
      const version = project.openDocument(path)?.version
      return { uri: project.uriOf(path), diagnostics, ...(version !== undefined && { version }) }
    })
    const shown = new Set(found.map(({ uri }) => uri))
    const fixed = [...this.#reported].filter((uri) => !shown.has(uri)).map((uri) => ({ uri, diagnostics: [] }))
    this.#reported = new Set(found.filter(({ diagnostics }) => diagnostics.length > 0).map(({ uri }) => uri))
    for (const each of [...fixed, ...found]) await this.#connection.sendDiagnostics(each)
  }
}
