import { createFilter } from '@rollup/pluginutils'
import {
  buildModel,
  buildSql,
  convertConfig,
  type Diagnostic,
  findSchemas,
  formatDiagnostic,
  loadConfig,
  OrmError,
  writeFiles,
  writeModel,
} from 'orm-core'
import type { Plugin, PluginContext } from 'rollup'

export interface RollupOrmOptions {
  /** Directory of `orm.<ext>`, or the file itself. @default '.' */
  readonly configDir?: string
  /** Which schema files of the schema directory take part. Default: every one. */
  readonly schema?: string | readonly string[]
  /** Whether warnings fail the build. @default false */
  readonly strict?: boolean
}

/** Generates SQL, PHP classes and runtime configuration when a build starts, and watches their sources. */
export default function orm({ configDir, schema = '**/*schema.xml', strict = false }: RollupOrmOptions = {}): Plugin {
  const takesPart = createFilter(schema)
  return {
    name: 'orm',
    async buildStart() {
      try {
        const config = await loadConfig({ ...(configDir && { configDir }), env: process.env })
        const inputs = (await findSchemas(config.paths.schemaDir)).filter(({ path }) => takesPart(path))
        for (const { path } of inputs) this.addWatchFile(path)
        // Everything is built before anything is written: a problem in one leaves all as they were.
        const onWarning = (warning: Diagnostic) =>
          this.warn({ message: formatDiagnostic(warning), ...locationOf(warning) })
        const sql = await buildSql(inputs, { config, strict, onWarning })
        // The same schemas give the same warnings again.
        const model = await buildModel(inputs, { config })
        const conf = await convertConfig(config)
        await writeFiles(sql, config.paths.sqlDir)
        await writeModel(model, config.paths.phpDir, { sources: inputs.map(({ path }) => path) })
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
  context.error({ message: error.message, ...locationOf(first) })
}

const locationOf = (diagnostic: Diagnostic | undefined) =>
  diagnostic?.place && {
    loc: { file: diagnostic.place.file, line: diagnostic.place.line, column: diagnostic.place.column - 1 },
  }
