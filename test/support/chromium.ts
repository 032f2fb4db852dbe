import { type Browser, chromium } from 'playwright-core'
import { findProgram } from './command.mjs'

/**
 * Launches a browser without a window, in which nothing has a time limit: Playwright's limits of 30 seconds would make tests fail
 * on a slow machine. Debian has Chromium for that by itself, which takes a third of the processor time of the one with windows;
 * where it is missing, the usual one does the same.
 */
export async function launchChromium(...args: string[]): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: findProgram('chromium-headless-shell') ?? findProgram('chromium') ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', ...args],
    timeout: 0,
  })
  const { newContext } = browser
  // newPage() calls it, too.
  browser.newContext = async (options) => {
    const context = await newContext.call(browser, options)
    context.setDefaultTimeout(0)
    return context
  }
  return browser
}
