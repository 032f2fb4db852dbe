import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type OutputOptions, type RollupOptions, rollup } from 'rollup'

let loaded = 0

/**
 * Builds `rollup.config.mjs` in this process. Starting rollup takes half a second of processor time. `output` contains the
 * messages and, if the build failed, its error.
 */
export async function rollupInProcess(folder: string): Promise<{ code: number; output: string }> {
  const before = process.cwd()
  let output = ''
  process.chdir(folder)
  try {
    const file = `${pathToFileURL(join(folder, 'rollup.config.mjs'))}?${++loaded}`
    const { default: config } = (await import(file)) as { default: RollupOptions }
    const onLog = (_level: string, { message }: { message: string }) => {
      output += `${message}\n`
    }
    const build = await rollup({ ...config, onLog })
    await build.write(config.output as OutputOptions)
    await build.close()
    return { code: 0, output }
  } catch (error) {
    return { code: 1, output: output + error }
  } finally {
    process.chdir(before)
  }
}
