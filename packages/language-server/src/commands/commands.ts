import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { OrmError } from 'orm-core/internal'
import {
  type Connection,
  type InitializeParams,
  MessageType,
  ShowMessageNotification,
  TextDocumentContentRefreshRequest,
} from 'vscode-languageserver'
import { type CommandName, commandNames } from '../features/lenses.js'
import type { Project } from '../project.js'
import { type OrmScript, ormScript } from './orm-script.js'
import { migrationText } from './preview-migration.js'

/** URI scheme of documents that exist only in the server. */
export const previewScheme = 'orm-migration'

/** Editor names that `schema:diagram --editor` accepts, by the name that an editor reports. */
const editors: readonly (readonly [name: RegExp, editor: string])[] = [
  [/^visual studio code/i, 'vscode'],
  [/^vscodium/i, 'vscodium'],
  [/^cursor/i, 'cursor'],
  [/^zed/i, 'zed'],
  [/phpstorm/i, 'phpstorm'],
  [/idea/i, 'idea'],
]

const isCommand = (name: string): name is CommandName => (commandNames as readonly string[]).includes(name)

/** Commands that an editor can run: builds, previews and browser pages. */
export class Commands {
  readonly #connection: Connection
  readonly #script: OrmScript
  readonly #projectOf: (uri: string) => Promise<Project | undefined>
  /** Preview texts by document URI. */
  readonly #previews = new Map<string, string>()
  #client: Pick<InitializeParams, 'capabilities' | 'clientInfo'> = { capabilities: {} }
  #isTrusted = true

  constructor(connection: Connection, script: OrmScript, projectOf: (uri: string) => Promise<Project | undefined>) {
    this.#connection = connection
    this.#script = script
    this.#projectOf = projectOf
  }

  /** @param isTrusted whether project code may run, including the project's `orm` script */
  start(client: InitializeParams, isTrusted: boolean): void {
    this.#client = client
    this.#isTrusted = isTrusted
  }

  /** Whether the editor can show documents that exist only in the server. */
  get hasOwnDocuments(): boolean {
    return this.#client.capabilities.workspace?.textDocumentContent !== undefined && this.#showsDocuments
  }

  get #showsDocuments(): boolean {
    return this.#client.capabilities.window?.showDocument?.support === true
  }

  /** Returns the commands that are available for a project. */
  async offered({ root }: Project): Promise<ReadonlySet<CommandName>> {
    if (!this.#isTrusted || ormScript(root) === undefined) return new Set(['orm.previewMigration'])
    const hasStudio = this.#showsDocuments && (await this.#script.has(root, 'studio'))
    return new Set([
      'orm.buildNow',
      'orm.previewMigration',
      ...(this.#showsDocuments ? (['orm.openDiagram'] as const) : []),
      ...(hasStudio ? (['orm.openStudio'] as const) : []),
    ])
  }

  /** Runs an editor command. `given` contains the URI of a schema and the name of a database in it. */
  async execute(command: string, given: readonly unknown[]): Promise<unknown> {
    const [uri, database] = given.map((each) => (typeof each === 'string' ? each : undefined))
    const project = uri === undefined ? undefined : await this.#projectOf(uri)
    if (!isCommand(command) || !project) return null
    if (command !== 'orm.previewMigration' && !this.#isTrusted) {
      this.#tell(MessageType.Warning, 'The folder is not trusted, so no code of the project is run.')
      return null
    }
    try {
      switch (command) {
        case 'orm.previewMigration':
          return await this.#preview(project)
        case 'orm.buildNow':
          return await this.#build(project)
        case 'orm.openDiagram':
          return await this.#openPage(
            project,
            ['schema:diagram', '--serve', `--editor=${this.#editor}`],
            database && `d/${encodeURIComponent(database)}`,
          )
        case 'orm.openStudio':
          return await this.#openPage(project, ['studio', ...(database ? [database] : [])])
      }
    } catch (error) {
      this.#tell(MessageType.Error, problemText(error))
      return null
    }
  }

  /** Returns the text of a document that exists only in the server. */
  previewText(uri: string): string {
    return this.#previews.get(uri) ?? ''
  }

  get #editor(): string {
    const { name = '' } = this.#client.clientInfo ?? {}
    return editors.find(([pattern]) => pattern.test(name))?.[1] ?? 'none'
  }

  /** Shows the SQL of the next migration in a read-only document if the editor supports it. Returns the text. */
  async #preview(project: Project): Promise<string> {
    const text = migrationText(await project.planMigrations())
    if (this.hasOwnDocuments) {
      const uri = `${previewScheme}:${encodeURI(pathToFileURL(project.root).pathname)}/next-migration.sql`
      const isOpen = this.#previews.has(uri)
      this.#previews.set(uri, text)
      if (isOpen) await this.#connection.sendRequest(TextDocumentContentRefreshRequest.type, { uri })
      await this.#connection.window.showDocument({ uri, takeFocus: true })
    } else if (this.#showsDocuments) {
      const path = join(await mkdtemp(join(tmpdir(), 'orm-preview-')), 'next-migration.sql')
      await writeFile(path, text)
      await chmod(path, 0o444)
      await this.#connection.window.showDocument({ uri: pathToFileURL(path).href, takeFocus: true })
    }
    return text
  }

  async #build({ root }: Project): Promise<null> {
    const { code, stdout, stderr } = await this.#script.run(root, ['build', '--format=json'])
    const report = reportIn(stdout)
    const changed = report.files.filter(({ outcome }) => ['created', 'updated', 'removed'].includes(outcome)).length
    if (code === 0) {
      const rest = report.files.length - changed
      this.#tell(MessageType.Info, `Orm: ${changed} files written, ${rest} up to date.`)
    } else {
      const errors = report.diagnostics.filter(({ severity }) => severity === 'error')
      const texts = errors.slice(0, 3).map((each) => `${each.code} ${each.message}`)
      this.#tell(MessageType.Error, `Orm: the build failed. ${texts.join('; ') || stderr.trim()}`)
    }
    return null
  }

  async #openPage({ root }: Project, args: readonly string[], path = ''): Promise<null> {
    const address = await this.#script.serve(root, args)
    await this.#connection.window.showDocument({ uri: address + path, external: true })
    return null
  }

  /** Shows a message as a notification, because nobody waits for the answer, and some editors give none. */
  #tell(type: MessageType, message: string): void {
    void this.#connection.sendNotification(ShowMessageNotification.type, { type, message })
  }
}

interface BuildReport {
  readonly files: readonly { readonly outcome: string }[]
  readonly diagnostics: readonly { readonly severity: string; readonly code: string; readonly message: string }[]
}

function reportIn(stdout: string): BuildReport {
  try {
    return JSON.parse(stdout) as BuildReport
  } catch {
    return { files: [], diagnostics: [] }
  }
}

function problemText(error: unknown): string {
  if (!(error instanceof OrmError)) return `Orm: ${error instanceof Error ? error.message : String(error)}`
  const [first, ...rest] = error.diagnostics.filter(({ severity }) => severity === 'error')
  return `Orm: ${first?.code} ${first?.message}${rest.length > 0 ? ` and ${rest.length} more` : ''}`
}
