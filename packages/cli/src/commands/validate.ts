import { buildAll, type Diagnostic, disk, findSchemas, loadConfig } from 'orm-core/internal'
import { vendorOptionNames } from 'orm-core/internal/options'
import type { CommandWork } from '../command.js'
import { progressLine } from '../progress-line.js'
import { count } from '../report.js'

export const validate: CommandWork = {
  options: [
    'configDir',
    'schemaDir',
    'recursive',
    'connection',
    'platform',
    ...vendorOptionNames,
    'tablePrefix',
    'plugins',
    'ignoreUnknownBehaviors',
    'allowUnknownConstraints',
    'strict',
    'format',
  ],
  examples: ['orm validate', 'orm validate --strict --format=json   # for CI and editors'],
  async run(options, io, report) {
    const { schemaDir, recursive, strict = false, plugins } = options
    // Passwords are not needed to check a schema, so that variables may be unset.
    const config = await loadConfig({ ...options, env: io.env, keepEnv: true })
    const warnings: Diagnostic[] = []
    const onWarning = (warning: Diagnostic) => warnings.push(warning)
    const inputs = await findSchemas(schemaDir || config.paths.schemaDir, disk, {
      recursive: recursive ?? config.generator.recursive,
      ...(!strict && { onWarning }),
    })
    const progress = progressLine(io)
    // Names of PHP members and limits of SQL are checked when these are made; nothing is written.
    const { databases } = await buildAll(inputs, {
      config,
      strict,
      onWarning,
      plugins,
      keepEnv: true,
      ignoreUnknownBehaviors: options.ignoreUnknownBehaviors,
      allowUnknownConstraints: options.allowUnknownConstraints,
      onProgress: (done, total) => void (done % 50 === 0 && progress.show(`${done} of ${total} tables`)),
    }).finally(progress.clear)
    report.diagnostics(warnings)
    const tables = databases.reduce((sum, database) => sum + database.tables.length, 0)
    const found = warnings.length > 0 ? `; ${count(warnings.length, 'warning')}` : ''
    report.notice(`${count(inputs.length, 'schema file')} with ${count(tables, 'table')}: no errors${found}`)
  },
}
