import { type Browser, chromium } from 'playwright-core'
import { findProgram } from './command.mjs'

/**
 * Launches a headless browser without time limits: Playwright's limits of 30 seconds would make tests fail on a slow machine.
 * Debian packages Chromium's headless shell separately; it needs a third of the processor time of the full browser. Where it is
 * missing, the full browser is used.
 */
export async function launchChromium(...args: string[]): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: findProgram('chromium-headless-shell') ?? findProgram('chromium') ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', ...args],
    timeout: 0,
  })
  const { newContext } = browser
  // newPage() also calls this function.
  browser.newContext = async (options) => {
    const context = await newContext.call(browser, options)
    context.setDefaultTimeout(0)
    return context
  }
  return browser
}
