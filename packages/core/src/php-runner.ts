/** Includes a PHP file and gives what it returns as JSON text; rejects with the reason where that is not possible. */
export type RunPhp = (file: string, env: Readonly<Record<string, string | undefined>>) => Promise<string>

const script = `
ob_start(static fn (): string => '');
$value = include $argv[1];
ob_end_clean();
fwrite(STDOUT, json_encode($value, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES));
`

/** Seconds that a configuration may take, unless `ORM_PHP_TIMEOUT` says otherwise. */
const configTimeout = 5

/** The PHP of this machine. A caller can hand in another one, or none. */
export const localPhp: RunPhp = (file, env) =>
  evaluatePhp(script, { args: [file], env: { ...env }, timeout: Number(env.ORM_PHP_TIMEOUT) || configTimeout })

export interface PhpInput {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  /** What the code reads from `STDIN`. */
  readonly input?: string
  /** Seconds after which it is ended; without it, the code takes as long as it needs. */
  readonly timeout?: number
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
export async function evaluatePhp(code: string, { args = [], env, input = '', timeout }: PhpInput): Promise<string> {
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
