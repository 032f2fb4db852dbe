import { type ChildProcess, spawn } from 'node:child_process'
import { request } from 'node:http'
import type { ExecutionContext } from 'ava'
import type { Browser, BrowserContext, Dialog, Page, Request } from 'playwright-core'
import { launchChromium } from './chromium.js'
import { end } from './command.mjs'
import { ormScript } from './orm-script.js'

/** A running `orm studio`. */
export class StudioProcess {
  private constructor(
    readonly child: ChildProcess,
    /** Includes the token. */
    readonly url: string,
  ) {
    child.stderr?.on('data', (part) => {
      this.errors += part
    })
  }

  /** The output on standard error so far. */
  errors = ''

  static async start(
    folder: string,
    { env = {} }: { readonly env?: Readonly<Record<string, string>> } = {},
    ...args: string[]
  ): Promise<StudioProcess> {
    const options = { cwd: folder, env: { ...process.env, ...env } }
    const child = spawn(
      process.execPath,
      [ormScript, 'studio', ...(args.some((arg) => arg.startsWith('--port=')) ? [] : ['--port=0']), ...args],
      options,
    )
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

  /** Returns the address of a view with the token. */
  at(path: string): string {
    return `${this.origin}${path}#token=${this.token}`
  }

  get token(): string {
    return this.url.split('token=')[1]!
  }

  /** Sends a request as the page does. */
  ask(name: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const { host, port } = new URL(this.origin)
    const all = { host, authorization: `Bearer ${this.token}`, 'content-type': 'application/json', ...headers }
    return new Promise((resolve, reject) => {
      // Only browsers know the name everywhere, and fetch() does not let it be a header.
      const sent = request(
        { host: '127.0.0.1', port, path: `/api/${name}`, method: 'POST', headers: all },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part) => parts.push(part))
          answer.on('error', reject)
          answer.on('end', () => resolve(new Response(Buffer.concat(parts), { status: answer.statusCode! })))
        },
      )
      sent.on('error', reject)
      sent.end(JSON.stringify(body))
    })
  }

  async stop(): Promise<void> {
    await end(this.child)
  }
}

interface Tab {
  readonly page: Page
  readonly context: BrowserContext
}

let browser: Promise<Browser> | undefined
/** The tab that no test is using. Opening a tab takes twice the processor time of loading another page in one. */
let free: Tab | undefined

/** Returns one browser for all tests of a file. */
function launched(): Promise<Browser> {
  browser ??= launchChromium()
  return browser
}

export async function closeBrowser(): Promise<void> {
  const closing = browser
  browser = undefined
  free = undefined
  await (await closing)?.close()
}

async function newTab(options: Parameters<Browser['newContext']>[0] = {}): Promise<Tab> {
  const context = await (await launched()).newContext({ viewport: { width: 1280, height: 720 }, ...options })
  return { context, page: await context.newPage() }
}

/** Removes everything that a test has left in a tab and its browser context. */
async function clean({ page, context }: Tab): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close()
  // An address of the same site keeps the process of the tab; it has no script that could write again.
  await page.goto(`${new URL(page.url()).origin}/studio.css`)
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await context.clearCookies()
}

/**
 * Returns a tab that fails the test if an error or a request to another site occurs. It contains nothing from other tests: it
 * is new if options are given or if a test is using the existing tab.
 */
export async function openPage(t: ExecutionContext, options?: Parameters<Browser['newContext']>[0]): Promise<Tab> {
  const tab = (options ? undefined : free) ?? (await newTab(options))
  if (tab === free) free = undefined
  const { page, context } = tab
  const onError = (error: Error) => t.fail(`${error.message}\n${error.stack}`)
  const onRequest = (request: Request) => {
    if (!/^(?:http:\/\/(?:127\.0\.0\.1|\w+\.localhost):|blob:|data:)/.test(request.url()))
      t.fail(`the page asked ${request.url()}`)
  }
  // The page asks before staged changes get lost.
  const onDialog = (dialog: Dialog) => void dialog.accept()
  page.on('pageerror', onError)
  page.on('dialog', onDialog)
  page.on('request', onRequest)
  t.teardown(async () => {
    page.off('pageerror', onError)
    page.off('dialog', onDialog)
    page.off('request', onRequest)
    if (options || free || !t.passed) return context.close()
    await clean(tab)
    free = tab
  })
  return tab
}
