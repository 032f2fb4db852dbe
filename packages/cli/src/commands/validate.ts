import { checkAll } from 'orm-core/internal/compile'
import type { CommandWork } from '../command.js'
import { progressLine } from '../progress-line.js'
import { readSchemas, schemaOptions } from '../read-schemas.js'
import { count } from '../report.js'

export const validate: CommandWork = {
  does: { writes: false, asks: false, takesTerminal: false, lasts: false },
  options: schemaOptions,
  examples: ['orm validate', 'orm validate --strict --format=json   # for CI and editors'],
  async run(options, io, report) {
    // Checking a schema needs no passwords, so variables may be unset.
    const { inputs, warnings, compiling } = await readSchemas(options, io, { keepEnv: true })
    const progress = progressLine(io)
    // Generating everything also checks PHP member names and SQL limits. Nothing is written.
    const databases = await checkAll(inputs, {
      ...compiling,
      keepEnv: true,
      onProgress: (done, total) => void (done % 50 === 0 && progress.show(`${done} of ${total} tables`)),
    }).finally(progress.clear)
    report.diagnostics(warnings)
    const tables = databases.reduce((sum, database) => sum + database.tables.length, 0)
    const found = warnings.length > 0 ? `; ${count(warnings.length, 'warning')}` : ''
    report.notice(`${count(inputs.length, 'schema file')} with ${count(tables, 'table')}: no errors${found}`)
  },
}
