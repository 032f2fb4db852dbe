import { run } from 'orm-cli'

/** How a run of the `orm` script ended. */
export interface ScriptOutcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** The same, with both outputs in their order. */
export interface InProcessOutcome extends ScriptOutcome {
  readonly output: string
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Does in this process what the `orm` script does in its own, which takes half a second to start. Commands work in the current
 * directory, which is one for the whole process, so they run one after the other.
 */
export function ormInProcess(folder: string, args: readonly string[]): Promise<InProcessOutcome> {
  const outcome = last.then(() => runIn(folder, args))
  last = outcome.catch(() => {})
  return outcome
}

async function runIn(folder: string, args: readonly string[]): Promise<InProcessOutcome> {
  const shown = { stdout: '', stderr: '', output: '' }
  const outputTo = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      shown[name] += text
      shown.output += text
    },
  })
  const before = process.cwd()
  process.chdir(folder)
  try {
    const code = await run(args, { env: process.env, stdout: outputTo('stdout'), stderr: outputTo('stderr') })
    return { code, ...shown }
  } finally {
    process.chdir(before)
  }
}
