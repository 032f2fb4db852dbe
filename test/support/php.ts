import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.mjs'
import { spend } from './spending.mjs'
import { type PhpOutcome, type WarmScript, warmPhp } from './warm-php.js'

export interface PhpOptions {
  readonly cwd?: string
  /** Variables added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** A PHP file to run first instead of `strict.php`, which it must load. */
  readonly prepend?: string
}

/** An error for a PHP script that failed. The message has the exit code and all output. */
export class PhpError extends Error {
  override readonly name = 'PhpError'
}

const support = join(root, 'test', 'support')

/** Settings that turn every notice and every failed `assert` into an exception and separate errors from the output. */
export const phpSettings = Object.entries({
  error_reporting: '-1',
  display_errors: 'stderr',
  log_errors: '0',
  html_errors: '0',
  'zend.assertions': '1',
  'assert.exception': '1',
}).flatMap(([name, value]) => ['-d', `${name}=${value}`])

/**
 * Runs PHP code in a separate process and returns its output. Throws on any warning, notice, deprecation, or failed `assert`.
 * See `warm.php` for how most of these processes start.
 *
 * @example t.is(await runPhp('echo 6 * 7;'), '42')
 */
export function runPhp(code: string, options: PhpOptions = {}): Promise<string> {
  // The code starts on the first line, so line numbers in messages match the caller's code.
  return outputOf({ code: /^\s*<\?php/.test(code) ? code : `<?php ${code}` }, options)
}

/** Runs a PHP file; see `runPhp`. */
export function runPhpFile(file: string, options: PhpOptions = {}): Promise<string> {
  return outputOf(file, options)
}

/** Checks files with PHP's parser, all in one process, and returns one message for each invalid file. */
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

/** Runs PHP code or a file and returns the outcome, even if it fails. */
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
        // Without an exit code, PHP did not even start or was ended by a signal, and the message says why.
        else resolve({ code: undefined, stdout, stderr, message: error.message })
      },
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
