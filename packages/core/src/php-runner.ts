/** Includes a PHP file and gives what it returns as JSON text; rejects with the reason where that is not possible. */
export type RunPhp = (file: string, env: Readonly<Record<string, string | undefined>>) => Promise<string>

const script = `
ob_start();
$value = include $argv[1];
ob_end_clean();
echo json_encode($value, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
`

/** The PHP of this machine. A caller can hand in another one, or none. */
export const localPhp: RunPhp = (file, env) => evaluatePhp(script, { args: [file], env: { ...env } })

export interface PhpInput {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  /** What the code reads from `STDIN`. */
  readonly input?: string
}

/** Runs code with the PHP of this machine and gives what it prints; rejects with the first line of what went wrong. */
export async function evaluatePhp(code: string, { args = [], env, input = '' }: PhpInput): Promise<string> {
  // Loaded here, as hardly any configuration needs it.
  const { execFile } = await import('node:child_process')
  const settings = ['-d', 'display_errors=stderr', '-d', 'html_errors=0', '-d', 'log_errors=0']
  const options = { maxBuffer: 2 ** 26, ...(env && { env: env as NodeJS.ProcessEnv }) }
  return new Promise((resolve, reject) => {
    const child = execFile('php', [...settings, '-r', code, '--', ...args], options, (error, stdout, stderr) => {
      if (!error) resolve(stdout)
      else if (error.code === 'ENOENT') reject(new Error('there is no "php" on the PATH'))
      // Only the first line: a stack trace shows arguments, and among them there may be a password.
      else reject(new Error(stderr.trim().split('\n')[0] || 'PHP failed'))
    })
    // PHP may end before it has read everything; why it did is told above.
    child.stdin?.on('error', () => {}).end(input)
  })
}
