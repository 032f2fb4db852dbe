import { buildModel, type Diagnostic, disk, findSchemas, isChange, loadConfig, writeModel } from 'orm-core'
import type { CommandWork } from '../command.js'

export const modelBuild: CommandWork = {
  options: ['configDir', 'schemaDir', 'recursive', 'outputDir', 'check', 'dryRun', 'strict', 'format'],
  examples: ['orm model:build --output-dir=src/Model'],
  async run(options, io, report) {
    const { configDir, schemaDir, recursive, outputDir, check = false, dryRun = false, strict = false } = options
    const config = await loadConfig({ ...(configDir && { configDir }), env: io.env })
    const inputs = await findSchemas(schemaDir ?? config.paths.schemaDir, disk, {
      recursive: recursive ?? config.generator.recursive,
    })
    const warnings: Diagnostic[] = []
    const files = await buildModel(inputs, { config, strict, onWarning: (warning) => warnings.push(warning) })
    report.diagnostics(warnings)
    const results = await writeModel(files, outputDir ?? config.paths.phpDir, { dryRun: dryRun || check })
    report.files(results)
    return check && results.some(isChange) ? 5 : undefined
  },
}
