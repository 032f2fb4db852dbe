import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { commands, type ExtensionContext, window, workspace } from 'vscode'
import { LanguageClient, TransportKind } from 'vscode-languageclient/node'
import { DiagramView } from './diagram-view.js'

let client: LanguageClient | undefined

/** Called by VS Code when a folder with a schema or a configuration is opened. */
export async function activate(context: ExtensionContext): Promise<void> {
  const run = (name: string, args: string) => commands.registerCommand(name, () => runInTerminal(args))
  context.subscriptions.push(
    run('orm.build', 'build'),
    run('orm.diff', 'migration:diff --dry-run'),
    run('orm.migrate', 'migrate'),
    commands.registerCommand('orm.diagram', () => showDiagram(context)),
    commands.registerCommand('orm.restart', restart),
    workspace.onDidGrantWorkspaceTrust(restart),
  )
  await start()
}

export const deactivate = (): Promise<void> | undefined => client?.stop()

async function restart(): Promise<void> {
  await client?.stop()
  client = undefined
  await start()
}

async function start(): Promise<void> {
  const module = serverModule()
  if (!module) {
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
    initializationOptions: { plugins: workspace.isTrusted },
  })
  await client.start()
}

/** The server that the settings name, or that of one of the open folders. */
function serverModule(): string | undefined {
  const named = workspace.getConfiguration('orm').get<string>('server')
  if (named) return named
  return workspace.workspaceFolders
    ?.map(({ uri }) => join(uri.fsPath, 'node_modules', 'orm-language-server', 'dist', 'main.js'))
    .find((path) => existsSync(path))
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
