import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.mjs'

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
 * Runs PHP code and gives what it printed. A warning, a notice, a deprecation or a failed `assert` makes it throw.
 *
 * @example t.is(await runPhp('echo 6 * 7;'), '42')
 */
export function runPhp(code: string, options: PhpOptions = {}): Promise<string> {
  // On the first line, so that messages count the caller's lines.
  const script = /^\s*<\?php/.test(code) ? code : `<?php ${code}`
  return start(['--', ...(options.args ?? [])], script, options)
}

/** Runs a PHP file; see `runPhp`. */
export function runPhpFile(file: string, options: PhpOptions = {}): Promise<string> {
  return start(['-f', file, '--', ...(options.args ?? [])], '', options)
}

/** What PHP's parser says of the files, one message a broken file; all in one process. */
export async function lintPhp(files: readonly string[]): Promise<string[]> {
  const output = await start(['-f', join(support, 'lint.php')], files.map((file) => `${file}\n`).join(''), {})
  return output.split('\n').filter(Boolean)
}

function start(args: readonly string[], input: string, phpOptions: PhpOptions): Promise<string> {
  const { cwd, env, prepend = join(support, 'strict.php') } = phpOptions
  const allArgs = [...phpSettings, '-d', `auto_prepend_file=${prepend}`, ...args]
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 28 }
    const child = execFile('php', allArgs, options, (error, stdout, stderr) => {
      if (error === null && stderr === '') return resolve(stdout)
      // Without a number PHP did not even start, and the message says why.
      const end = typeof error?.code === 'number' ? `code ${error.code}` : (error?.message ?? 'a complaint')
      reject(new PhpError(`PHP ended with ${end}\n${stdout}${stderr}`))
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
