import { contributionsOf, filesOf } from '../behaviors/index.js'
import type { Config } from '../config/index.js'
import { type Diagnostic, OrmError } from '../errors/index.js'
import { classTwice, memberTwice } from '../errors/schema/php-name-errors.js'
import { type Database, qualifiedName, type Table } from '../model/index.js'
import { ClassNames } from '../php/class-names.js'
import { mayHaveMemberTwice } from '../php/member-names.js'
import { modelSettings } from '../php/model-settings.js'
import { Notices } from '../php/notice.js'
import { classesOf, type PlannedClass, renderLoader } from '../php/render.js'
import type { BuiltFile } from './built-file.js'
import { loaderPlace } from './config.js'
import type { OutputContext, OutputFile } from './define-output.js'
import { TableFiles } from './table-files.js'

/**
 * Generates each file on demand, so that thousands need not be in memory at the same time. Problems are thrown at the end.
 *
 * @param isCheck whether only problems and paths are of interest: the classes are then empty
 */
export function* modelFiles(
  databases: readonly Database[],
  config: Config,
  { findBehavior, memory, progress, schemas }: OutputContext,
  isCheck = false,
): Generator<OutputFile, void, undefined> {
  const tableFiles = memory(TableFiles)
  const settings = modelSettings(config)
  tableFiles?.begin(settings)
  const classes = new ClassNames(settings)
  const problems: Diagnostic[] = []
  // PHP and some file systems ignore case.
  const makers = new Map<string, { readonly table: Table; readonly render: () => readonly BuiltFile[] }>()
  const total = databases.reduce((sum, { tables }) => sum + tables.length, 0)
  const sources = new Notices(settings.schemaDir)
  let done = 0
  for (const database of databases) {
    for (const table of database.tables) {
      progress(++done, total)
      if (table.referenceOnly) continue
      const from = sources.nameOf(table)
      const plan = (): PlannedClass[] =>
        classesOf(table, database, settings, classes, contributionsOf(table, database, classes, findBehavior))
      const others = (own: readonly { readonly file: string }[]): BuiltFile[] =>
        filesOf(
          table,
          database,
          classes,
          findBehavior,
          own.map(({ file }) => file),
        ).map(({ path, content, overwrite = true }) => builtFile(path, content, !overwrite, from))
      const render = (): BuiltFile[] => {
        const rendered = plan().map((planned) => planned.render())
        refuseClashes(
          rendered.flatMap(({ clashes }) => clashes),
          table,
        )
        return [
          ...rendered.map(({ file, contents, stub }) => builtFile(file, contents, stub, from)),
          ...others(rendered),
        ]
      }
      const check = (): BuiltFile[] => {
        const planned = plan()
        // What the code of a behavior adds is known only after running it.
        if (table.behaviors.length > 0 || mayHaveMemberTwice(table)) {
          refuseClashes(
            planned.flatMap((each) => each.clashes()),
            table,
          )
        }
        return [...planned.map(({ file, stub }) => builtFile(file, '', stub, from)), ...others(planned)]
      }
      const make = isCheck ? check : () => tableFiles?.filesOf(table, database, render) ?? render()
      const files = filesOrProblems(make, problems)
      for (const file of files) {
        const key = file.path.toLowerCase()
        const first = makers.get(key)
        if (!first) {
          makers.set(key, { table, render })
          if (problems.length === 0) yield file
          continue
        }
        const contents = isCheck ? render().find(({ path }) => path === file.path)?.contents : file.contents
        if (!first.render().some((other) => other.path === file.path && other.contents === contents)) {
          problems.push(fileTwice(table, file.path, first.table))
        }
      }
    }
  }
  tableFiles?.finish()
  if (problems.length > 0) throw new OrmError(problems)
  const loader = (): string => renderLoader(databases, classes, settings.schemaDir)
  const contents = isCheck ? '' : (tableFiles?.loaderOf(databases, loader) ?? loader())
  yield { ...loaderPlace(config), contents, kind: 'loader', schemas }
}

const builtFile = (path: string, contents: string, stub: boolean, from: string): BuiltFile => ({
  path,
  contents,
  kind: stub ? 'stub' : 'base',
  keepExisting: stub,
  from,
})

function refuseClashes(clashes: readonly string[], table: Table): void {
  if (clashes.length === 0) return
  throw new OrmError(clashes.map((member) => memberTwice(table.origin, qualifiedName(table), member)))
}

/** Returns files, or collects problems, so that those of all tables are reported together. */
function filesOrProblems(make: () => readonly BuiltFile[], problems: Diagnostic[]): readonly BuiltFile[] {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof OrmError)) throw error
    problems.push(...error.diagnostics)
    return []
  }
}

/** Reports two tables that generate the same file. They may share only an interface, not, for example, an enum and a class. */
const fileTwice = (table: Table, file: string, other: Table): Diagnostic =>
  classTwice(table.origin, qualifiedName(table), file.replace(/\.php$/, '').replaceAll('/', '\\'), qualifiedName(other))
