// The only file of the compiler that accesses the machine: it provides the disk and PHP unless a caller passes others.
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { normalize } from 'node:path'
import { type FileReader, useDisk } from '../files.js'
import { type PhpInput, usePhp } from '../php-runner.js'

/** The maximum size of an input file; see docs/security.md. */
const largestFile = 50e6

async function measured(path: string): Promise<{ readonly size: number; readonly isWhole: boolean }> {
  const found = await stat(path)
  // Directories are let through, because callers handle the error of reading one.
  return { size: found.size, isWhole: found.isFile() || found.isDirectory() }
}

const absent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(String(error.code))

/**
 * Resolves paths like all of Node: `..` removes the preceding name, even if that is a symbolic link. The operating system
 * itself would follow the link first.
 */
const nodeDisk: FileReader = {
  async read(path) {
    try {
      const { size, isWhole } = await measured(normalize(path))
      // A pipe or device may never end, or never start.
      if (!isWhole) throw new Error('it is not a regular file')
      if (size > largestFile) throw new Error(`it is larger than ${largestFile / 1e6} MB`)
      return await readFile(normalize(path))
    } catch (error) {
      if (absent(error)) return undefined
      throw error
    }
  },
  async list(directory) {
    try {
      return (await readdir(normalize(directory))).sort()
    } catch (error) {
      if (absent(error)) return []
      throw error
    }
  },
  async realPath(path) {
    try {
      return await realpath(normalize(path))
    } catch {
      // A schema passed in memory does not exist on the disk.
      return path
    }
  },
}

/**
 * Runs PHP and ends it as soon as the pipe at file descriptor 3 is closed. That happens whenever this process ends: after a
 * `kill -9`, it could not send PHP a signal.
 */
const watchdog = `
exec 4<&0
php "$@" <&4 3<&- 4<&- &
php=$!
{ read -r _ <&3; kill -9 $php; } >/dev/null 2>&1 4<&- &
exec 3<&- 4<&-
wait $php
`

/** Runs code with the local PHP and returns its output; rejects with the first line of the error. */
async function runLocalPhp(code: string, { args = [], env, input = '', timeout }: PhpInput): Promise<string> {
  // Loaded here, because hardly any configuration needs it.
  const [{ spawn }, { platform }] = await Promise.all([import('node:child_process'), import('node:os')])
  const settings = ['-d', 'display_errors=stderr', '-d', 'html_errors=0', '-d', 'log_errors=0']
  const php = [...settings, '-r', code, '--', ...args]
  const options = { stdio: 'pipe' as const, ...(env && { env: env as NodeJS.ProcessEnv }) }
  return new Promise((resolve, reject) => {
    const child =
      platform() === 'win32'
        ? spawn('php', php, options)
        : spawn('/bin/sh', ['-c', watchdog, 'sh', ...php], { ...options, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] })
    const lifeline = child.stdio[3]
    lifeline?.on('error', () => {})
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text
      })
    }
    let isLate = false
    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(() => {
            isLate = true
            lifeline?.destroy()
            if (!lifeline) child.kill()
          }, timeout * 1000)
    const finish = (code: number | null, missing: boolean): void => {
      clearTimeout(timer)
      if (isLate) reject(new Error(`it has not ended after ${timeout} seconds`))
      else if (missing) reject(new Error('there is no "php" on the PATH'))
      else if (code === 0) resolve(output.stdout)
      // Only the first line is shown: a stack trace contains arguments, and one of them may be a password.
      else reject(new Error(output.stderr.trim().split('\n')[0] || 'PHP failed'))
    }
    child.on('error', () => finish(null, true))
    child.on('exit', () => lifeline?.destroy())
    child.on('close', (code) => finish(code, code === 127))
    // PHP may end before it has read everything; the reason is reported above.
    child.stdin.on('error', () => {}).end(input)
  })
}

useDisk(nodeDisk)
usePhp(runLocalPhp)
