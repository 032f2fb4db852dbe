import { buildModel, findSchemas, loadConfig, writeFiles } from 'orm-core'
import type { Command } from '../command.js'
import { reportFiles } from '../report.js'

export const modelBuild: Command = {
  name: 'model:build',
  summary: 'write the PHP classes; your own code in stub classes is never touched',
  options: ['configDir', 'schemaDir', 'outputDir'],
  example: 'orm model:build --output-dir=src/Model',
  async run({ configDir, schemaDir, outputDir }, io) {
    const config = await loadConfig({ ...(configDir && { configDir }), env: io.env })
    const inputs = await findSchemas(schemaDir ?? config.paths.schemaDir)
    const files = await buildModel(inputs, { config })
    reportFiles(await writeFiles(files, outputDir ?? config.paths.phpDir), io)
  },
}
