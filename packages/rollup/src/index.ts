import { basename, dirname, resolve } from 'node:path'
import { createFilter, type FilterPattern } from '@rollup/pluginutils'
import { checkOptions, OrmError, spellingNotice } from 'orm-core/internal'
import { wrongOptionType } from 'orm-core/internal/config'
import {
  everything,
  optionsFor,
  outdatedText,
  Project,
  type ProjectReport,
  type RequestOptions,
  requestOf,
  watchedNames,
  writeFiles,
} from 'orm-project/internal'
import { type Log, logOf, unwrittenLog, withoutStack } from './log-of.js'
import { NewSources } from './new-sources.js'
import { type Serving, serve, type ViteServer } from './serve.js'

/** Options of `orm build`, except for those of rollup and Vite, plus options for schema files. */
export interface RollupOrmOptions extends Omit<RequestOptions, (typeof hostOptions)[number]> {
  /** Patterns for the schema files to use, relative to the schema directory or the working directory. Default: all. */
  readonly schema?: string | readonly string[]
  /** Schema files that can be imported as data. @default '**\/*schema.xml' */
  readonly include?: FilterPattern
  /** Schema files whose imports are left to other plugins. */
  readonly exclude?: FilterPattern
  /** Whether an imported `schema.xml` gets a `schema.d.xml.ts` next to it, for TypeScript. @default true */
  readonly types?: boolean
}

const hostOptions = ['watch', 'format', 'validate'] as const

/** The used part of the plugin context of rollup and Vite. */
interface Host {
  readonly meta: { readonly watchMode: boolean }
  addWatchFile(path: string): void
  info(log: Log): void
  warn(log: Log): void
  error(log: Log): never
}

/** A rollup plugin with additional hooks for Vite. Its types match every version of both. */
export interface OrmPlugin {
  readonly name: 'orm'
  readonly enforce: 'pre'
  configureServer(server: ViteServer): void
  buildStart(this: Host): Promise<void>
  load(this: Host, id: string): Promise<LoadedModule | null>
  closeWatcher(): Promise<void>
}

interface LoadedModule {
  readonly code: string
  readonly map: { mappings: '' }
  readonly moduleSideEffects: false
}

/**
 * Generates SQL, PHP classes and runtime configuration when a build starts, watches their sources, and provides the tables of
 * an imported schema as data.
 */
export default function orm(options: RollupOrmOptions = {}): OrmPlugin {
  checkOptions(options, [...optionsFor(everything, hostOptions), 'schema', 'include', 'exclude', 'types'])
  checkOwnOptions(options)
  const { schema, include = '**/*schema.xml', exclude, types = true, ...common } = options
  const isImport = createFilter(include, exclude)
  const patterns = schema === undefined ? undefined : [schema].flat()
  const request = requestOf(everything, common)
  const project = new Project({
    ...request,
    env: process.env,
    patterns,
    takesPart: (path, schemaDir) =>
      !patterns ||
      [schemaDir, '.'].some((from) => createFilter(patterns, null, { resolve: resolve(from) })(resolve(path))),
  })
  const newSources = new NewSources(project)
  let serving: Serving | undefined
  return {
    name: 'orm',
    enforce: 'pre',
    configureServer(server) {
      serving = serve(project, server)
    },
    async buildStart() {
      // The server keeps running with an invalid schema, and shows the error on the page.
      if (serving) return
      const started = performance.now()
      let report: ProjectReport
      try {
        report = await project.build()
      } catch (error) {
        throw error instanceof OrmError ? this.error(withoutStack(logOf(error))) : error
      } finally {
        for (const path of project.sources.files) this.addWatchFile(path)
        if (this.meta.watchMode) this.addWatchFile(await newSources.watch())
      }
      const spelling = await spellingNotice(options.configDir)
      if (spelling) this.info({ message: spelling })
      for (const warning of report.warnings) this.warn(logOf(warning))
      for (const message of report.notices) this.info({ message })
      if (report.isOutdated) this.error(withoutStack({ message: outdatedText(report.files) }))
      if (this.meta.watchMode) {
        const time = Math.round(performance.now() - started)
        this.info({ message: `built in ${time} ms, watching ${watchedNames(project.sources)}` })
      }
      const changes = await project.unwrittenChanges()
      if (changes.length > 0) this.warn(unwrittenLog(changes))
    },
    async load(id) {
      // The path may contain a directory with a question mark in its name.
      const query = /\?[^/\\]*$/.exec(id)?.[0] ?? ''
      const path = id.slice(0, id.length - query.length)
      // With this query, Vite provides the text or the URL of a file.
      const isForVite = /[?&](?:raw|url)\b/.test(query)
      if (id.startsWith('\0') || isForVite || !isImport(path)) return null
      const problem = await serving?.problem()
      if (problem) this.error(withoutStack(problem))
      const module = await project.schemaModule(path)
      if (!module) return null
      if (types && request.mode === 'write') await writeTypes(path, module.types)
      return { code: module.code, map: { mappings: '' }, moduleSideEffects: false }
    },
    closeWatcher: () => newSources.close(),
  }
}

/** Throws an OrmError if an option specific to this plugin has a wrong type. */
function checkOwnOptions({ schema, include, exclude, types }: RollupOrmOptions): void {
  const isGlob = (value: unknown): boolean => typeof value === 'string'
  const isPattern = (value: unknown): boolean => isGlob(value) || value instanceof RegExp
  const given = [
    ['schema', schema, isGlob, 'glob or a list of globs'],
    ['include', include, isPattern, 'glob, an expression or a list of them'],
    ['exclude', exclude, isPattern, 'glob, an expression or a list of them'],
    ['types', types, (value: unknown) => typeof value === 'boolean', 'boolean'],
  ] as const
  const problems = given
    .filter(([, value, isRight]) => ![value ?? []].flat().every(isRight))
    .map(([name, value, , expected]) => wrongOptionType(name, expected, Array.isArray(value) ? 'list' : typeof value))
  if (problems.length > 0) throw new OrmError(problems)
}

/** Writes the declaration file in which TypeScript looks for the types of `schema.xml` (`allowArbitraryExtensions`). */
const writeTypes = (path: string, types: string) =>
  writeFiles(
    [{ path: basename(path).replace(/\.xml$/, '.d.xml.ts'), contents: types, kind: 'schema', keepExisting: false }],
    dirname(path),
  )

// In CommonJS, require('rollup-plugin-orm') returns the function itself, as for other plugins. Compiled code reads `default`.
orm.default = orm

export { orm as 'module.exports' }
