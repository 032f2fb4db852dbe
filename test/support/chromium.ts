import { type Browser, chromium } from 'playwright-core'
import { findProgram } from './command.mjs'

/**
 * A browser without a window. Debian has Chromium for that by itself, which takes a third of the processor time of the one with
 * windows; where it is missing, the usual one does the same.
 */
export const launchChromium = (...args: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: findProgram('chromium-headless-shell') ?? findProgram('chromium') ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', ...args],
  })
