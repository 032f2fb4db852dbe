#!/usr/bin/env node
import { ask, run, terminalPrompts } from '../dist/index.js'

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  ...(process.stdin.isTTY && process.stdout.isTTY && { ask, prompts: terminalPrompts }),
})
