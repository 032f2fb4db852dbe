#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'
import { ask, run, terminalPrompts } from '../dist/index.js'

// A command lives for seconds, unless it watches. By default, V8 optimizes hundreds of functions that then hardly run any
// more: a quarter of the processor time of a large build. The flag is known to be in Node 20; others have more tiers.
const isShort = !process.argv.includes('--watch')
if (isShort && process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=400000')

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  interruption,
  ...(process.stdin.isTTY && process.stdout.isTTY && { ask, prompts: terminalPrompts }),
})

/** Ctrl-C ends a watch as done, in its own time. */
function interruption() {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => controller.abort())
  return controller.signal
}
