// The one file of the compiler that touches the machine: it hands in the disk and PHP where a caller names no others.
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { normalize } from 'node:path'
import { type FileReader, useDisk } from '../files.js'
import { type PhpInput, usePhp } from '../php-runner.js'

/** No input is that large; see docs/security.md. */
const largestFile = 50e6

async function measured(path: string): Promise<{ readonly size: number; readonly isWhole: boolean }> {
  const found = await stat(path)
  // What reading says of a directory is known to those who ask.
  return { size: found.size, isWhole: found.isFile() || found.isDirectory() }
}

const absent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(String(error.code))

/**
 * Paths are read as they are written to: `..` takes back the name before it, also where that is a symbolic link, as in
 * all of Node. The system itself would follow the link first.
 */
const nodeDisk: FileReader = {
  async read(path) {
    try {
      const { size, isWhole } = await measured(normalize(path))
      // A pipe or a device may have no end, or never begin.
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
      // A schema that was handed in from memory is nowhere on the disk.
      return path
    }
  },
}

/**
 * Runs PHP and ends it as soon as the pipe that is file 3 is closed, which happens with this process, however that ends:
 * no signal of ours would reach PHP after a `kill -9`.
 */
const watchdog = `
exec 4<&0
php "$@" <&4 3<&- 4<&- &
php=$!
{ read -r _ <&3; kill -9 $php; } >/dev/null 2>&1 4<&- &
exec 3<&- 4<&-
wait $php
`

/** Runs code with the PHP of this machine and gives what it prints; rejects with the first line of what went wrong. */
async function runLocalPhp(code: string, { args = [], env, input = '', timeout }: PhpInput): Promise<string> {
  // Loaded here, as hardly any configuration needs it.
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
      // Only the first line: a stack trace shows arguments, and among them there may be a password.
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
