import { type ChildProcess, spawn } from 'node:child_process'
import type { ExecutionContext } from 'ava'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium } from './chromium.js'
import { ormScript } from './orm-script.js'

/** A running `orm studio`. */
export class StudioProcess {
  private constructor(
    readonly child: ChildProcess,
    /** With the token. */
    readonly url: string,
  ) {
    child.stderr?.on('data', (part) => {
      this.errors += part
    })
  }

  /** What it has written to the standard error since it runs. */
  errors = ''

  static async start(
    folder: string,
    { env = {} }: { readonly env?: Readonly<Record<string, string>> } = {},
    ...args: string[]
  ): Promise<StudioProcess> {
    const options = { cwd: folder, env: { ...process.env, ...env } }
    const child = spawn(process.execPath, [ormScript, 'studio', '--port=0', ...args], options)
    const url = await new Promise<string>((resolve, reject) => {
      let output = ''
      const read = (part: Buffer) => {
        output += part
        const [found] = /http:\S+/.exec(output) ?? []
        if (found) resolve(found)
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.on('exit', (code) => reject(new Error(`orm studio ended with code ${code}\n${output}`)))
    })
    return new StudioProcess(child, url)
  }

  get origin(): string {
    return new URL(this.url).origin
  }

  /** The address of a view, with the token. */
  at(path: string): string {
    return `${this.origin}${path}#token=${this.token}`
  }

  get token(): string {
    return this.url.split('token=')[1]!
  }

  /** Sends a request as the page does. */
  ask(name: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.origin}/api/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return
    const ended = new Promise((resolve) => this.child.once('exit', resolve))
    this.child.kill('SIGTERM')
    await ended
  }
}

let browser: Promise<Browser> | undefined

/** One browser for all tests of a file. */
function launched(): Promise<Browser> {
  browser ??= launchChromium()
  return browser
}

export async function closeBrowser(): Promise<void> {
  const closing = browser
  browser = undefined
  await (await closing)?.close()
}

/** A tab whose errors, and whose requests to anybody else, fail the test. */
export async function openPage(
  t: ExecutionContext,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await (await launched()).newContext({ viewport: { width: 1280, height: 720 }, ...options })
  t.teardown(() => context.close())
  const page = await context.newPage()
  page.on('pageerror', (error) => t.fail(`${error.message}\n${error.stack}`))
  page.on('request', (request) => {
    if (!/^(?:http:\/\/127\.0\.0\.1:|blob:|data:)/.test(request.url())) t.fail(`the page asked ${request.url()}`)
  })
  return { page, context }
}
