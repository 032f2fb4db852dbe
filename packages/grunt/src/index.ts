import { readFileSync } from 'node:fs'
import {
  type BuildOptions,
  type BuiltFile,
  buildModel,
  buildSql,
  type Config,
  convertConfig,
  formatDiagnostic,
  type InputFile,
  loadConfig,
  OrmError,
  type OrmOptions,
  type SqlBuildOptions,
  withConnections,
  writeFiles,
  writeModel,
} from 'orm-core'
import { insertSql, lossText } from 'orm-database'

type Grunt = typeof import('grunt')
type Build = (inputs: InputFile[], options: SqlBuildOptions & { config: Config }) => Promise<BuiltFile[]>

/** Options of every task; see those of orm-core. */
type TaskOptions = Pick<BuildOptions, 'configDir' | 'strict'>

/** Options of `orm_insert`. */
type InsertTaskOptions = Pick<OrmOptions, 'configDir' | 'connection' | 'sqlDir' | 'safe'>

/** Registers the multi-tasks orm_sql, orm_model, orm_config and orm_insert. */
export default function ormTasks(grunt: Grunt): void {
  const builds: Record<string, { description: string; build: Build; write?: typeof writeModel }> = {
    orm_sql: {
      description: 'Write the SQL that creates the tables.',
      build: buildSql,
    },
    orm_model: { description: 'Write the PHP classes.', build: buildModel, write: writeModel },
    orm_config: { description: 'Write the runtime configuration.', build: (_, { config }) => convertConfig(config) },
  }
  for (const [name, { description, build, write = writeFiles }] of Object.entries(builds)) {
    grunt.registerMultiTask(name, description, function task(this: grunt.task.IMultiTask<unknown>) {
      run(grunt, this.async(), async () => {
        const { configDir, strict = false } = this.options<TaskOptions>({})
        const config = await loadConfig({ ...(configDir && { configDir }), env: process.env })
        const onWarning: BuildOptions['onWarning'] = (warning) => grunt.log.writeln(`>> ${formatDiagnostic(warning)}`)
        for (const { src = [], dest = '.' } of this.files) {
          const inputs = src.map((path) => ({ path, contents: readFileSync(path) }))
          const results = await write(await build(inputs, { config, strict, onWarning, outputDir: dest }), dest, {
            sources: src,
          })
          const written = results.filter(({ outcome }) => outcome === 'created' || outcome === 'updated')
          grunt.log.ok(`${written.length} of ${results.length} files written to ${dest}`)
        }
      })
    })
  }
  grunt.registerMultiTask(
    'orm_insert',
    'Create the tables in the database.',
    function task(this: grunt.task.IMultiTask<unknown>) {
      run(grunt, this.async(), async () => {
        const { configDir, connection, sqlDir, safe = false } = this.options<InsertTaskOptions>({})
        const loaded = await loadConfig({ ...(configDir && { configDir }), env: process.env })
        const reports = await insertSql({
          config: withConnections(loaded, connection),
          safe,
          ...(sqlDir && { sqlDir }),
          // Names what goes; nobody is asked, since a task may run where nobody is.
          confirm: async (losses) => {
            for (const loss of losses) grunt.log.writeln(`${lossText(loss)} will be dropped`)
            return true
          },
        })
        for (const { connection: name, statements } of reports) {
          grunt.log.ok(`${statements} statements executed on connection "${name}"`)
        }
      })
    },
  )
}

/** grunt prints each diagnostic on a line of its own and fails the task. */
function run(grunt: Grunt, done: (success: boolean | Error) => void, work: () => Promise<void>): void {
  work().then(
    () => done(true),
    (error: Error) => {
      if (!(error instanceof OrmError)) return done(error)
      for (const line of error.message.split('\n')) grunt.log.error(line)
      done(false)
    },
  )
}
