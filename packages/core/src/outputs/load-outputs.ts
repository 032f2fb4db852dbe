import { type Config, placesIn } from '../config/index.js'
import { type Diagnostic, OrmError } from '../errors/index.js'
import { notLoaded, notRun, outputOfTwo } from '../errors/output-errors.js'
import type { FileReader } from '../files.js'
import { loadExport } from '../modules.js'
import { type Output, outputVersion } from './define-output.js'
import { bundledDirectories } from './directories.js'
import type { RunnableOutput } from './run-output.js'
import { templateOutput } from './templates.js'

export interface LoadOutputsOptions {
  /** The project directory, from which modules and templates are resolved. */
  readonly root: string
  readonly files: FileReader
  /** Whether project code may be run. @default true */
  readonly plugins?: boolean | undefined
  readonly onWarning?: ((warning: Diagnostic) => void) | undefined
}

/** Loads the configured outputs, templates last. Throws an OrmError with everything that cannot be loaded. */
export async function loadOutputs({ generator }: Config, options: LoadOutputsOptions): Promise<RunnableOutput[]> {
  const { root, files, plugins = true, onWarning = () => {} } = options
  const { outputs = [], templates = [] } = generator
  const modules = Object.entries(outputs).map(([key, specifier]) => ({ key, specifier }))
  const isList = Array.isArray(outputs)
  const moduleMarks = placesIn(outputs)
  const templateMarks = placesIn(templates)
  if (!plugins) {
    for (const [index, { specifier }] of modules.entries()) onWarning(notRun(moduleMarks[index], 'output', specifier))
    for (const [index, { template }] of templates.entries())
      onWarning(notRun(templateMarks[index], 'template', template))
    return []
  }
  const loaded: RunnableOutput[] = []
  const problems: Diagnostic[] = []
  const taken = new Set(Object.keys(bundledDirectories))
  for (const [index, { key, specifier }] of modules.entries()) {
    const at = moduleMarks[index]
    const found = await loadExport(specifier, root, files)
    const problem = 'problem' in found ? found.problem : refusal(found.value)
    if (problem !== undefined || 'problem' in found) {
      problems.push(notLoaded(at, 'output', specifier, problem ?? ''))
      continue
    }
    const output = found.value as Output
    const name = isList ? output.name : key
    if (taken.has(name)) problems.push(outputOfTwo(at, name))
    taken.add(name)
    loaded.push({ output: { ...output, name }, file: found.file, at })
  }
  for (const [index, entry] of templates.entries()) {
    try {
      loaded.push(await templateOutput(entry, { root, files, at: templateMarks[index] }))
    } catch (error) {
      if (!(error instanceof OrmError)) throw error
      problems.push(...error.diagnostics)
    }
  }
  if (problems.length > 0) throw new OrmError(problems)
  return loaded
}

/** Returns why an export is not an output. */
function refusal(value: unknown): string | undefined {
  const { outputVersion: version, build } = Object(value) as Partial<Output> & { readonly outputVersion?: unknown }
  if (typeof build !== 'function' || version === undefined) return 'its export is not made by defineOutput()'
  if (version === outputVersion) return undefined
  return `it is made for version ${version} of the output interface, but the current version is ${outputVersion}`
}
