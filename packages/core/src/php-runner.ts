/**
 * Includes a PHP file and returns its value as JSON; rejects with the reason if that is impossible. It may report the files
 * that this file includes, so that they are watched too.
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
// What functions print at shutdown must not follow the JSON.
ob_start(static fn (): string => '');
`

/** The time limit for a configuration in seconds; `ORM_PHP_TIMEOUT` overrides it. */
const configTimeout = 5

/** The local PHP. A caller can pass another runner, or none. */
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
  /** The input that the code reads from `STDIN`. */
  readonly input?: string
  /** The time limit in seconds; if absent, there is no limit. */
  readonly timeout?: number
}

/** Runs code with the local PHP and returns its output; rejects with the first line of the error. */
export type EvaluatePhp = (code: string, input: PhpInput) => Promise<string>

let host: EvaluatePhp = () => Promise.reject(new Error('there is no PHP here'))

/** Called by `entries/host.ts`, the only file that starts processes. */
export const usePhp = (evaluate: EvaluatePhp): void => {
  host = evaluate
}

export const evaluatePhp: EvaluatePhp = (code, input) => host(code, input)
