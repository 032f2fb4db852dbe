import {
  cannotRead,
  type Diagnostic,
  disk,
  findSchemas,
  formatSchema,
  type InputFile,
  loadConfig,
  OrmError,
} from 'orm-core/internal'
import { isChange, replaceFiles, type WriteResult } from 'orm-project/internal/writer'
import type { CommandWork } from '../command.js'

export const format: CommandWork = {
  does: { writes: true, asks: false, takesTerminal: false, lasts: false },
  options: ['configDir', 'schemaDir', 'recursive', 'check', 'dryRun', 'plugins', 'format'],
  argument: { name: 'file', help: 'schema files (default: those of the schema directory)', isList: true },
  examples: ['orm format', 'orm format --check --quiet   # for CI: exit code 5 if a file is not formatted'],
  async run({ configDir, schemaDir, recursive, check = false, dryRun = false, plugins }, io, report, { args }) {
    const inputs = args.length > 0 ? await readAll(args) : await find()
    const problems: Diagnostic[] = []
    const results: (WriteResult & { readonly contents: Uint8Array })[] = []
    for (const { path, contents } of inputs) {
      const bytes = typeof contents === 'string' ? Buffer.from(contents) : contents
      try {
        const formatted = formatSchema({ path, contents: bytes })
        const outcome = Buffer.compare(formatted, bytes) === 0 ? 'unchanged' : 'updated'
        results.push({ path, outcome, contents: formatted })
      } catch (error) {
        if (!(error instanceof OrmError)) throw error
        problems.push(...error.diagnostics)
      }
    }
    // If one file is not XML, no file is formatted, as in a build.
    if (problems.length > 0) throw new OrmError(problems)
    const changed = results.filter(isChange)
    if (!check && !dryRun) replaceFiles(changed)
    report.files(results.map(({ path, outcome }) => ({ path, outcome })))
    return check && changed.length > 0 ? 5 : undefined

    async function find(): Promise<InputFile[]> {
      const config = await loadConfig({ ...(configDir && { configDir }), env: io.env, keepEnv: true, plugins })
      return findSchemas(schemaDir || config.paths.schemaDir, disk, {
        recursive: recursive ?? config.generator.recursive,
      })
    }
  },
}

async function readAll(paths: readonly string[]): Promise<InputFile[]> {
  const inputs: InputFile[] = []
  for (const path of paths) {
    const contents = await disk.read(path).catch((error: Error) => {
      throw new OrmError([cannotRead(undefined, path, error.message)])
    })
    if (contents === undefined) throw new OrmError([cannotRead(undefined, path, 'there is no such file')])
    inputs.push({ path, contents })
  }
  return inputs
}
