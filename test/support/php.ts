import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.mjs'
import { spend } from './spending.mjs'
import { type PhpOutcome, type WarmScript, warmPhp } from './warm-php.js'

export interface PhpOptions {
  readonly cwd?: string
  /** Added to our environment. */
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** A PHP file to run first instead of `strict.php`, which it must load itself. */
  readonly prepend?: string
}

/** PHP ended with an error; the message has its exit code and all that it wrote. */
export class PhpError extends Error {
  override readonly name = 'PhpError'
}

const support = join(root, 'test', 'support')

/** Every notice is an exception, every failed `assert` too, and errors go where a test can tell them from output. */
export const phpSettings = Object.entries({
  error_reporting: '-1',
  display_errors: 'stderr',
  log_errors: '0',
  html_errors: '0',
  'zend.assertions': '1',
  'assert.exception': '1',
}).flatMap(([name, value]) => ['-d', `${name}=${value}`])

/**
 * Runs PHP code and gives what it printed. A warning, a notice, a deprecation or a failed `assert` makes it throw. The code has a
 * process of its own; see `warm.php` for how most of them start.
 *
 * @example t.is(await runPhp('echo 6 * 7;'), '42')
 */
export function runPhp(code: string, options: PhpOptions = {}): Promise<string> {
  // On the first line, so that messages count the caller's lines.
  return outputOf({ code: /^\s*<\?php/.test(code) ? code : `<?php ${code}` }, options)
}

/** Runs a PHP file; see `runPhp`. */
export function runPhpFile(file: string, options: PhpOptions = {}): Promise<string> {
  return outputOf(file, options)
}

/** What PHP's parser says of the files, one message a broken file; all in one process. */
export async function lintPhp(files: readonly string[]): Promise<string[]> {
  const names = files.map((file) => `${file}\n`).join('')
  const before = ['-d', `auto_prepend_file=${join(support, 'strict.php')}`]
  const options = { cwd: process.cwd(), env: process.env }
  const { code, stdout, stderr } = await start([...before, '-f', join(support, 'lint.php')], names, options)
  if (code !== 0 || stderr !== '') throw new PhpError(`${stdout}${stderr}`)
  return stdout.split('\n').filter(Boolean)
}

async function outputOf(file: WarmScript['file'], options: PhpOptions): Promise<string> {
  const { code, stdout, stderr, message } = await phpOutcome(file, options)
  if (code === 0 && stderr === '') return stdout
  throw new PhpError(`PHP ended with ${code === 0 ? 'a complaint' : (message ?? `code ${code}`)}\n${stdout}${stderr}`)
}

/** Runs PHP code or a file, whatever comes of it. */
export async function phpOutcome(
  file: WarmScript['file'],
  { cwd = process.cwd(), env, args = [], prepend = join(support, 'strict.php') }: PhpOptions = {},
): Promise<PhpOutcome & { readonly message?: string }> {
  const warm = warmPhp(phpSettings)
  const all = { ...process.env, ...env }
  if (!warm) {
    const before = ['-d', `auto_prepend_file=${prepend}`]
    return typeof file === 'string'
      ? start([...before, '-f', file, '--', ...args], '', { cwd, env: all })
      : start([...before, '--', ...args], file.code, { cwd, env: all })
  }
  const outcome = await spend('warm PHP', () => warm.run({ cwd, env: all, prepend, file, args }))
  return outcome.code === undefined ? { ...outcome, message: 'a signal' } : outcome
}

function start(
  args: readonly string[],
  input: string,
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<PhpOutcome & { readonly message?: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      'php',
      [...phpSettings, ...args],
      { ...options, maxBuffer: 2 ** 28 },
      (error, stdout, stderr) => {
        if (error === null) resolve({ code: 0, stdout, stderr })
        else if (typeof error.code === 'number') resolve({ code: error.code, stdout, stderr })
        // Without a number PHP did not even start, or a signal ended it, and the message says why.
        else resolve({ code: undefined, stdout, stderr, message: error.message })
      },
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
