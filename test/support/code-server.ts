import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cachedFolder } from './cached-folder.mjs'
import { run, runNpm } from './command.mjs'
import { environmentOfNode } from './node-versions.mjs'
import { freePort, untilListening } from './ports.js'

/** The version of code-server, which runs VS Code in a browser. */
const version = '4.139.1'

/** The Node version that code-server requires. */
const nodeVersion = '24'

/** Settings that hide what VS Code shows besides the files on first use. */
const settings = {
  'chat.disableAIFeatures': true,
  'editor.minimap.enabled': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
}

/**
 * Returns the folder of code-server, fetched from npm once (500 MB). Its native modules are not compiled, as that requires a
 * compiler and Node's headers. Without them it has no terminal and writes its log to the console.
 */
const installed = (): Promise<string> =>
  cachedFolder('orm-code-server', version, async (stage) => {
    const { PATH } = await environmentOfNode(nodeVersion)
    const install = async (cwd: string, ...packages: readonly string[]): Promise<void> => {
      const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--engine-strict=false']
      const { code, output } = await runNpm(['install', ...options, ...packages], {
        cwd,
        env: { ...process.env, PATH },
      })
      if (code !== 0) throw new Error(`code-server could not be fetched from npm:\n${output}`)
    }
    await install(stage, '--prefix', stage, '--no-save', `code-server@${version}`)
    // The install script of code-server would install these dependencies.
    const code = join(stage, 'node_modules/code-server/lib/vscode')
    await install(code)
    await install(join(code, 'extensions'))
  })

export interface CodeServer {
  /** Returns the address of the page that shows a folder. */
  url(folder: string): string
  /** Returns the server's output so far. */
  log(): string
  stop(): Promise<void>
}

/**
 * Starts a VS Code with one extension and nothing else.
 *
 * @param place  a folder for its data
 * @param extension  path of a `.vsix` file
 * @param own  user settings
 */
export async function startCodeServer(place: string, extension: string, own: object = {}): Promise<CodeServer> {
  const script = join(await installed(), 'node_modules/code-server/out/node/entry.js')
  const { PATH } = await environmentOfNode(nodeVersion)
  const env = { ...process.env, PATH, XDG_CONFIG_HOME: join(place, 'config') }
  const folders = ['--user-data-dir', join(place, 'data'), '--extensions-dir', join(place, 'extensions')]
  mkdirSync(join(place, 'data/User'), { recursive: true })
  writeFileSync(join(place, 'data/User/settings.json'), JSON.stringify({ ...settings, ...own }))
  const added = await run('node', [script, ...folders, '--install-extension', extension], { cwd: place, env })
  if (added.code !== 0) throw new Error(added.output)
  const port = await freePort()
  const options = ['--auth=none', `--bind-addr=127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check']
  const server = spawn('node', [script, ...folders, ...options], { cwd: place, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let written = ''
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text) => (written += text))
  await untilListening(port)
  return {
    url: (folder) => `http://127.0.0.1:${port}/?folder=${encodeURIComponent(folder)}`,
    log: () => written,
    async stop() {
      const ended = once(server, 'exit')
      server.kill()
      await ended
    },
  }
}
