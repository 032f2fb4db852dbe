import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

type Done = (error?: Error | null) => void

interface Gulp {
  on(event: 'error', listener: () => void): void
  series(task: unknown): (done: Done) => void
}

let loaded = 0

/**
 * Runs a task of `gulpfile.mjs` in this process. Starting gulp takes a second of processor time. `output` contains what the
 * task printed and, if it failed, its error.
 */
export async function gulpInProcess(folder: string, task = 'default'): Promise<{ code: number; output: string }> {
  // gulp has no type declarations.
  const { default: gulp } = (await import('gulp' as string)) as { default: Gulp }
  // gulp's command-line script also listens for errors and prints them; without a listener, the process would end.
  if (loaded === 0) gulp.on('error', () => {})
  const { cwd, warn } = { cwd: process.cwd(), warn: console.warn }
  let output = ''
  process.chdir(folder)
  console.warn = (text: string) => {
    output += `${text}\n`
  }
  try {
    const file = `${pathToFileURL(join(folder, 'gulpfile.mjs'))}?${++loaded}`
    const tasks = (await import(file)) as Record<string, unknown>
    const error = await new Promise<Error | null | undefined>((resolve) => gulp.series(tasks[task])(resolve))
    return error ? { code: 1, output: `${output}${error}` } : { code: 0, output }
  } finally {
    console.warn = warn
    process.chdir(cwd)
  }
}
