#!/usr/bin/env node
'use strict'

// CommonJS, as set by the package.json next to it: loading the ES module loader, which most commands do not need, takes 20 ms.
require('node:crypto')
require('node:fs/promises')
require('node:os')
const { join } = require('node:path')
const { isatty } = require('node:tty')
require('node:timers/promises')
// Accessing the function loads its module.
require('node:util').parseArgs
const { setFlagsFromString } = require('node:v8')
const load = require('orm-core/internal/load')

// A command runs for seconds, unless it watches. By default, V8 optimizes hundreds of functions that then hardly run again:
// without the first two flags, a build of 100 tables takes 24 % more processor time (896 instead of 724 ms), and sql:build 18
// %. Optimizing functions without inlining costs less than it saves. V8 also starts incremental garbage collection of the whole
// memory, which finishes only when the command ends: without the third flag, sql:build of 100 tables takes 10 % more (376
// instead of 343 ms), and model:build 8 %. These flags are known to exist in Node 20. Later versions have more compiler tiers.
const isShort = !['--watch', '--serve'].some((flag) => process.argv.includes(flag))
if (isShort && process.versions.node.startsWith('20.')) {
  // With these flags, Node recompiles its own modules that are loaded later, so modules that nearly all commands need are
  // loaded above.
  const flags = ['--interrupt-budget=400000', '--no-turbo-inlining', '--no-incremental-marking']
  for (const flag of flags) setFlagsFromString(flag)
}

load.purpose = process.argv.slice(2).find((arg) => /^[a-z][a-z:-]*$/.test(arg)) ?? ''
const { ask, Interrupted, run, terminalPrompts } = load(join(__dirname, '../bundle/index.cjs'))

const ending = new AbortController()
for (const stream of [process.stdout, process.stderr]) stream.on('error', giveUp)

run(process.argv.slice(2), {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  interruption,
  // Accessing process.stdin would open it.
  ...(isatty(0) && process.stdout.isTTY && { ask, prompts: terminalPrompts }),
}).then((code) => {
  process.exitCode ||= code
})

/** Returns a signal for Ctrl-C and the end by a supervisor, so that a command that lasts can end normally. */
function interruption() {
  process.once('SIGINT', () => ending.abort(new Interrupted()))
  process.once('SIGTERM', () => ending.abort())
  return ending.signal
}

/**
 * Handles an output that was closed, as in `orm build | head`: current work is finished, but a watch ends.
 *
 * @param {NodeJS.ErrnoException} error
 */
function giveUp({ code: reason, message }) {
  ending.abort()
  if (reason === 'EPIPE') return
  if (!process.exitCode) process.stderr.write(`orm: cannot write what there is to say: ${message}\n`)
  process.exitCode = 1
}
