import { createFilter } from '@rollup/pluginutils'
import { buildModel, buildSql, convertConfig, findSchemas, loadConfig, OrmError, writeFiles } from 'orm-core'
import type { Plugin, PluginContext } from 'rollup'

export interface RollupOrmOptions {
  /** Directory of `orm.<ext>`, or the file itself. @default '.' */
  readonly configDir?: string
  /** Which schema files of the schema directory take part. Default: every one. */
  readonly schema?: string | readonly string[]
}

/** Generates SQL, PHP classes and runtime configuration when a build starts, and watches their sources. */
export default function orm({ configDir, schema = '**/*schema.xml' }: RollupOrmOptions = {}): Plugin {
  const takesPart = createFilter(schema)
  return {
    name: 'orm',
    async buildStart() {
      try {
        const config = await loadConfig({ ...(configDir && { configDir }), env: process.env })
        const inputs = (await findSchemas(config.paths.schemaDir)).filter(({ path }) => takesPart(path))
        for (const { path } of inputs) this.addWatchFile(path)
        // Everything is built before anything is written: a problem in one leaves all as they were.
        const sql = await buildSql(inputs, { config })
        const model = await buildModel(inputs, { config })
        const conf = await convertConfig(config)
        await writeFiles(sql, config.paths.sqlDir)
        await writeFiles(model, config.paths.phpDir)
        await writeFiles(conf, config.paths.phpConfDir)
      } catch (error) {
        fail(this, error)
      }
    },
  }
}

function fail(context: PluginContext, error: unknown): never {
  if (!(error instanceof OrmError)) throw error
  const [first] = error.diagnostics
  context.error({
    message: error.message,
    ...(first?.place && { loc: { file: first.place.file, line: first.place.line, column: first.place.column - 1 } }),
  })
}
