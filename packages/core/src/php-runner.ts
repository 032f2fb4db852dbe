/**
 * Includes a PHP file and gives what it returns as JSON text; rejects with the reason where that is not possible. It may name
 * the files that this one includes, so that they are watched too.
 */
export type RunPhp = (
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  onInclude?: (path: string) => void,
) => Promise<string>

const script = `
ob_start(static fn (): string => '');
$value = include $argv[1];
ob_end_clean();
fwrite(STDOUT, json_encode($value, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES));
fwrite(STDOUT, "\\0" . json_encode(array_slice(get_included_files(), 1), JSON_INVALID_UTF8_IGNORE));
`

/** Seconds that a configuration may take, unless `ORM_PHP_TIMEOUT` says otherwise. */
const configTimeout = 5

/** The PHP of this machine. A caller can hand in another one, or none. */
export const localPhp: RunPhp = async (file, env, onInclude) => {
  const timeout = Number(env.ORM_PHP_TIMEOUT) || configTimeout
  const [json = '', included = '[]'] = (await evaluatePhp(script, { args: [file], env: { ...env }, timeout })).split(
    '\0',
  )
  for (const path of JSON.parse(included) as string[]) onInclude?.(path)
  return json
}

export interface PhpInput {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  /** What the code reads from `STDIN`. */
  readonly input?: string
  /** Seconds after which it is ended; without it, the code takes as long as it needs. */
  readonly timeout?: number
}

/** Runs code with the PHP of this machine and gives what it prints; rejects with the first line of what went wrong. */
export type EvaluatePhp = (code: string, input: PhpInput) => Promise<string>

let host: EvaluatePhp = () => Promise.reject(new Error('there is no PHP here'))

/** Called by `entries/host.ts`, which alone starts processes. */
export const usePhp = (evaluate: EvaluatePhp): void => {
  host = evaluate
}

export const evaluatePhp: EvaluatePhp = (code, input) => host(code, input)
