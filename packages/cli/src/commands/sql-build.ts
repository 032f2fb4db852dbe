import { buildSql, type Diagnostic, disk, findSchemas, loadConfig } from 'orm-core/internal'
import { vendorOptionNames } from 'orm-core/internal/options'
import { writeFiles } from 'orm-project/internal'
import type { CommandWork } from '../command.js'

export const sqlBuild: CommandWork = {
  options: [
    'configDir',
    'schemaDir',
    'recursive',
    'outputDir',
    'connection',
    'platform',
    ...vendorOptionNames,
    'tablePrefix',
    'overwrite',
    'validate',
    'plugins',
    'ignoreUnknownBehaviors',
    'allowUnknownConstraints',
    'strict',
    'format',
  ],
  examples: ['orm sql:build --schema-dir=schema'],
  async run(options, io, report) {
    const { schemaDir, recursive, outputDir, overwrite = false, strict = false } = options
    const config = await loadConfig({ ...options, env: io.env })
    const directory = outputDir || config.paths.sqlDir
    const warnings: Diagnostic[] = []
    const onWarning = (warning: Diagnostic) => warnings.push(warning)
    const inputs = await findSchemas(schemaDir || config.paths.schemaDir, disk, {
      recursive: recursive ?? config.generator.recursive,
      ...(!strict && { onWarning }),
    })
    const files = await buildSql(inputs, {
      config,
      outputDir: directory,
      overwrite,
      whole: !schemaDir || schemaDir === config.paths.schemaDir,
      strict,
      onWarning,
      plugins: options.plugins,
      ignoreUnknownBehaviors: options.ignoreUnknownBehaviors,
      allowUnknownConstraints: options.allowUnknownConstraints,
    })
    report.diagnostics(warnings)
    report.files(await writeFiles(files, directory, { overwrite }))
    for (const { notice } of files) if (notice) report.notice(notice)
  },
}
