import { buildModel, type Diagnostic, disk, findSchemas, loadConfig, writeFiles } from 'orm-core'
import type { Command } from '../command.js'

export const modelBuild: Command = {
  name: 'model:build',
  summary: 'write the PHP classes; your own code in stub classes is never touched',
  options: ['configDir', 'schemaDir', 'recursive', 'outputDir', 'strict', 'format'],
  example: 'orm model:build --output-dir=src/Model',
  async run({ configDir, schemaDir, recursive, outputDir, strict = false }, io, report) {
    const config = await loadConfig({ ...(configDir && { configDir }), env: io.env })
    const inputs = await findSchemas(schemaDir ?? config.paths.schemaDir, disk, {
      recursive: recursive ?? config.generator.recursive,
    })
    const warnings: Diagnostic[] = []
    const files = await buildModel(inputs, { config, strict, onWarning: (warning) => warnings.push(warning) })
    report.diagnostics(warnings)
    report.files(await writeFiles(files, outputDir ?? config.paths.phpDir))
  },
}
