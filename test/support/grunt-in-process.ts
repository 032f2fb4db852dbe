import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

interface Grunt {
  readonly log: { readonly options: { outStream: { write(text: string): void } } }
  readonly task: { clearQueue(): void }
  readonly util: { exit(code: number): void }
  tasks(names: readonly string[], options: object, done: () => void): void
}

/** Modules with grunt's tasks, options, and failure counts, and the project's Gruntfile, which may have changed. */
const state = /\/node_modules\/grunt(?:\/|-legacy-)|\/Gruntfile\.cjs$/

const flags = {
  '--force': { force: true },
  '--no-color': { color: false },
  '--no-write': { write: false },
  '--verbose': { verbose: true },
} as const

/**
 * Runs tasks of `Gruntfile.cjs` in this process, without colors. Starting grunt takes more than half a second of processor
 * time.
 */
export async function gruntInProcess(
  folder: string,
  ...args: readonly string[]
): Promise<{ code: number; output: string }> {
  for (const path of Object.keys(require.cache)) if (state.test(path)) delete require.cache[path]
  const grunt: Grunt = require('grunt')
  const before = process.cwd()
  let output = ''
  process.chdir(folder)
  try {
    const code = await new Promise<number>((resolve) => {
      grunt.log.options.outStream = {
        write: (text) => {
          output += text
        },
      }
      grunt.util.exit = (code) => {
        grunt.task.clearQueue()
        resolve(code)
      }
      const given = args.filter((arg): arg is keyof typeof flags => arg in flags).map((flag) => flags[flag])
      const options = Object.assign({ gruntfile: 'Gruntfile.cjs', color: false }, ...given)
      grunt.tasks(
        args.filter((arg) => !(arg in flags)),
        options,
        () => resolve(0),
      )
    })
    return { code, output }
  } finally {
    process.chdir(before)
  }
}
