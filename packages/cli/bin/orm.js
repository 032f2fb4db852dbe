#!/usr/bin/env node
import { ask, run, terminalPrompts } from '../dist/index.js'

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
