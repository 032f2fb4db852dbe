import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { commands, type ExtensionContext, window, workspace } from 'vscode'
import { LanguageClient, TransportKind } from 'vscode-languageclient/node'
import { DiagramView } from './diagram-view.js'

let client: LanguageClient | undefined

/** Called by VS Code when it opens a directory with a schema or a configuration. */
export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand('orm.build', build),
    commands.registerCommand('orm.diff', previewMigration),
    commands.registerCommand('orm.migrate', () => runInTerminal('migrate')),
    commands.registerCommand('orm.diagram', () => showDiagram(context)),
    commands.registerCommand('orm.restart', () => restart(context)),
    workspace.onDidGrantWorkspaceTrust(() => restart(context)),
  )
  await start(context)
}

export const deactivate = (): Promise<void> | undefined => client?.stop()

async function restart(context: ExtensionContext): Promise<void> {
  await client?.stop()
  client = undefined
  await start(context)
}

async function start(context: ExtensionContext): Promise<void> {
  const module = serverModule()
  if (!module) {
    if (!workspace.isTrusted) return
    window.showInformationMessage('Orm: install the language server with "npm install --save-dev orm-language-server".')
    return
  }
  const server = { module, transport: TransportKind.stdio }
  client = new LanguageClient('orm', 'Orm', server, {
    documentSelector: [
      { scheme: 'file', pattern: '**/*schema.xml' },
      { scheme: 'file', pattern: '**/orm.{yaml,yml,json,php,ini,xml}' },
      { scheme: 'file', pattern: '**/orm.{yaml,yml,json,php,ini,xml}.dist' },
      { scheme: 'file', language: 'php' },
    ],
    synchronize: { fileEvents: workspace.createFileSystemWatcher('**/{*schema.xml,orm.*}') },
    initializationOptions: {
      plugins: workspace.isTrusted,
      rowCounts: workspace.getConfiguration('orm').get<boolean>('rowCounts', true),
    },
    middleware: {
      // The lenses above a database run commands of the server. VS Code replaces two of them with a terminal and a view.
      async executeCommand(command, given, next) {
        if (command === 'orm.buildNow') return build()
        return command === 'orm.openDiagram' ? showDiagram(context) : next(command, given)
      },
    },
  })
  await client.start()
}

/** Returns the path of the configured server, or of the one in an open directory, which is project code and must be trusted. */
function serverModule(): string | undefined {
  const named = workspace.getConfiguration('orm').get<string>('server')
  if (named || !workspace.isTrusted) return named || undefined
  return workspace.workspaceFolders
    ?.map(({ uri }) => join(uri.fsPath, 'node_modules', 'orm-language-server', 'dist', 'main.js'))
    .find((path) => existsSync(path))
}

async function build(): Promise<void> {
  await workspace.saveAll(false)
  runInTerminal('build')
}

/** Shows the SQL of the next migration in a document of the server. */
async function previewMigration(): Promise<void> {
  const active = window.activeTextEditor?.document
  const [first] = active?.fileName.endsWith('schema.xml')
    ? [active.uri]
    : await workspace.findFiles('**/*schema.xml', '**/{node_modules,vendor}/**', 1)
  if (client?.isRunning() && first) await commands.executeCommand('orm.previewMigration', first.toString())
  else runInTerminal('migration:diff --dry-run')
}

function runInTerminal(args: string): void {
  const command = workspace.getConfiguration('orm').get<string>('command', 'npx orm')
  const terminal = window.terminals.find(({ name }) => name === 'Orm') ?? window.createTerminal('Orm')
  terminal.show(true)
  terminal.sendText(`${command} ${args}`)
}

async function showDiagram(context: ExtensionContext): Promise<void> {
  const schema = window.activeTextEditor
  const folder = schema && workspace.getWorkspaceFolder(schema.document.uri)
  if (!schema || !folder) return
  await new DiagramView(context, schema, folder.uri.fsPath).draw()
}
