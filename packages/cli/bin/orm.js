#!/usr/bin/env node
'use strict'

// CommonJS, as package.json beside it says: the loader of modules, which most commands do not need, takes 20 ms to start.
require('node:crypto')
require('node:fs/promises')
require('node:os')
const { join } = require('node:path')
const { isatty } = require('node:tty')
require('node:timers/promises')
// The function is loaded when it is asked for.
require('node:util').parseArgs
const { setFlagsFromString } = require('node:v8')
const load = require('orm-core/internal/load')

// A command lives for seconds, unless it watches. By default, V8 optimizes hundreds of functions that then hardly run any
// more: without the first two flags, a build of 100 tables takes 24 % more processor time (896 instead of 724 ms), sql:build 18 %.
// Functions that are optimized without those that they call cost less than they save. V8 also begins to look for garbage in all
// of the memory, and is done when the command ends: without the third flag, sql:build of 100 tables takes 10 % more (376 instead of
// 343 ms), model:build 8 %. The flags are known to be in Node 20; others have more tiers.
const isShort = !['--watch', '--serve'].some((flag) => process.argv.includes(flag))
if (isShort && process.versions.node.startsWith('20.')) {
  // Node compiles its own modules again that are loaded later: nearly all commands need those that are loaded above.
  const flags = ['--interrupt-budget=400000', '--no-turbo-inlining', '--no-incremental-marking']
  for (const flag of flags) setFlagsFromString(flag)
}

load.purpose = process.argv.slice(2).find((arg) => /^[a-z][a-z:-]*$/.test(arg)) ?? ''
const { ask, run, terminalPrompts } = load(join(__dirname, '../bundle/index.cjs'))

const ending = new AbortController()
for (const stream of [process.stdout, process.stderr]) stream.on('error', giveUp)

run(process.argv.slice(2), {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  interruption,
  // Asking process.stdin would open it.
  ...(isatty(0) && process.stdout.isTTY && { ask, prompts: terminalPrompts }),
}).then((code) => {
  process.exitCode ||= code
})

/** Ctrl-C ends a watch as done, in its own time. */
function interruption() {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort())
  return ending.signal
}

/**
 * The reader has gone, as in `orm build | head`: what was begun is finished, but a watch has nobody left to tell.
 *
 * @param {NodeJS.ErrnoException} error
 */
function giveUp({ code: reason, message }) {
  ending.abort()
  if (reason === 'EPIPE') return
  if (!process.exitCode) process.stderr.write(`orm: cannot write what there is to say: ${message}\n`)
  process.exitCode = 1
}
