import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type ExtensionContext,
  Position,
  Range,
  type TextEditor,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode'

/** Message from the page that a table was clicked, or to the page that the cursor is in a table. */
interface Message {
  readonly table: string
}

/** Script for the diagram page, which runs after the page's own script. */
const bridge = `<script>
const editor = acquireVsCodeApi()
addEventListener('message', ({ data }) => { location.hash = '#' + encodeURIComponent(data.table) })
document.querySelector('main').addEventListener('click', ({ target }) => {
  const table = target.closest('[data-table]')
  if (table) editor.postMessage({ table: table.dataset.table })
})
</script>`

/** Diagram next to the schema. It is redrawn when a schema is saved, and shows the table at the cursor. */
export class DiagramView {
  readonly #panel: WebviewPanel
  readonly #folder: string
  #schema: TextEditor
  #shown = ''

  constructor(context: ExtensionContext, schema: TextEditor, folder: string) {
    this.#schema = schema
    this.#folder = folder
    this.#panel = window.createWebviewPanel('orm.diagram', 'Orm diagram', ViewColumn.Beside, { enableScripts: true })
    this.#panel.iconPath = Uri.joinPath(context.extensionUri, 'icons', 'schema.svg')
    const listeners = [
      workspace.onDidSaveTextDocument(({ fileName }) => {
        if (fileName.endsWith('schema.xml')) void this.draw()
      }),
      window.onDidChangeTextEditorSelection(({ textEditor }) => this.#follow(textEditor)),
      this.#panel.webview.onDidReceiveMessage(({ table }: Message) => this.#goTo(table)),
    ]
    this.#panel.onDidDispose(() => {
      for (const listener of listeners) listener.dispose()
    })
  }

  async draw(): Promise<void> {
    const [command = 'npx', ...args] = workspace.getConfiguration('orm').get<string>('command', 'npx orm').split(' ')
    try {
      await promisify(execFile)(command, [...args, 'schema:diagram'], { cwd: this.#folder })
    } catch (error) {
      window.showErrorMessage(`Orm: the diagram cannot be drawn. ${(error as { stderr?: string }).stderr ?? error}`)
      return
    }
    const database = /<database\b[^>]*\bname="([^"]+)"/.exec(this.#schema.document.getText())?.[1] ?? 'default'
    const page = await readFile(join(this.#folder, 'generated-diagram', `${database}.html`), 'utf8')
    this.#panel.webview.html = page.replace('</html>', `${bridge}</html>`)
    this.#shown = ''
    this.#follow(this.#schema)
  }

  #follow(editor: TextEditor): void {
    if (!editor.document.fileName.endsWith('schema.xml')) return
    this.#schema = editor
    const before = editor.document.getText(new Range(new Position(0, 0), editor.selection.active))
    const table = [...before.matchAll(/<table\b[^>]*\bname="([^"]+)"/g)].at(-1)?.[1]
    if (table === undefined || table === this.#shown) return
    this.#shown = table
    void this.#panel.webview.postMessage({ table } satisfies Message)
  }

  async #goTo(table: string): Promise<void> {
    for (const uri of await workspace.findFiles('**/*schema.xml', '**/{node_modules,vendor}/**')) {
      const document = await workspace.openTextDocument(uri)
      const name = table
        .split('.')
        .at(-1)!
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      const found = new RegExp(`<table\\b[^>]*\\bname="${name}"`).exec(document.getText())
      if (!found) continue
      this.#shown = table
      const at = document.positionAt(found.index)
      await window.showTextDocument(document, { viewColumn: ViewColumn.One, selection: new Range(at, at) })
      return
    }
  }
}
