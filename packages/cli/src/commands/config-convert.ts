import { convertConfig, loadConfig } from 'orm-core/internal/config'
import { type WriteResult, writeFiles } from 'orm-project/internal/writer'
import type { CommandWork } from '../command.js'

export const configConvert: CommandWork = {
  options: ['configDir', 'outputDir', 'outputFile', 'loaderScriptDir', 'keepEnv', 'overwrite', 'plugins'],
  examples: ['orm config:convert --keep-env'],
  async run({ configDir, outputDir, outputFile, loaderScriptDir, keepEnv, overwrite = false, plugins }, io) {
    const config = await loadConfig({
      env: io.env,
      plugins,
      ...(configDir && { configDir }),
      ...(keepEnv && { keepEnv }),
      // Where nothing says where the loader is, it follows the output directory.
      overrides: { paths: { phpConfDir: outputDir, loaderScriptDir } },
    })
    const files = await convertConfig(config, { ...(outputFile && { outputFile }), ...(keepEnv && { keepEnv }) })
    const [{ path, outcome }] = (await writeFiles(files, config.paths.phpConfDir, { overwrite })) as [WriteResult]
    io.stdout.write(`${words[outcome]} ${path}\n`)
  },
}

const words: Readonly<Record<WriteResult['outcome'], string>> = {
  created: 'wrote',
  updated: 'updated',
  unchanged: 'no change required:',
  kept: 'kept',
  removed: 'removed',
  orphaned: 'orphaned',
}
