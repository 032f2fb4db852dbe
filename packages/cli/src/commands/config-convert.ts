import { convertConfig, loadConfig, writeFiles } from 'orm-core'
import type { Command } from '../command.js'
import { reportFiles } from '../report.js'

export const configConvert: Command = {
  name: 'config:convert',
  summary: 'write the runtime configuration as a PHP file',
  options: ['configDir', 'outputDir'],
  example: 'orm config:convert',
  async run({ configDir, outputDir }, io) {
    const config = await loadConfig({ ...(configDir && { configDir }), env: io.env })
    const files = await convertConfig(config)
    reportFiles(await writeFiles(files, outputDir ?? config.paths.phpConfDir), io)
  },
}
