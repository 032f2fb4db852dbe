import { resolve } from 'node:path'
import {
  compileSchema,
  disk,
  type InputFile,
  noSeedFiles,
  OrmError,
  phpSeedFailed,
  planSeeds,
  seedFormats,
} from 'orm-core/internal'
import type { SeedReport } from 'orm-database'
import { type CommandWork, UsageError } from '../command.js'
import { agrees } from '../io.js'
import { bootstrapFiles, bootstrapFlag, runPhpSeeds } from '../php-project.js'
import { progressLine } from '../progress-line.js'
import { readSchemas, schemaOptions } from '../read-schemas.js'
import { count } from '../report.js'

export const seed: CommandWork = {
  does: { writes: true, asks: true, takesTerminal: false, lasts: false },
  options: [...schemaOptions.filter((option) => option !== 'platform'), 'dryRun', 'yes'],
  flags: {
    seedDir: { type: 'string', default: 'seeds', help: 'directory of the seed files' },
    env: { type: 'string', default: 'none', help: 'also write the files in the subdirectory of this name' },
    bootstrap: bootstrapFlag,
    reset: { type: 'boolean', default: 'off', help: 'delete the rows of all tables first' },
  },
  argument: { name: 'file', help: 'write only these files (default: all files of the directory)', isList: true },
  examples: ['orm seed', 'orm seed --env=demo --dry-run', 'orm seed --reset --yes', 'orm seed seeds/author.yaml'],
  async run(options, io, report, { args, flags }) {
    const { dryRun = false, yes = false } = options
    const { config, inputs, warnings, compiling } = await readSchemas(options, io, { keepEnv: false })
    const { databases } = await compileSchema(inputs, compiling)
    report.diagnostics(warnings)
    const { files, php } = await seedFiles(args, String(flags.seedDir ?? 'seeds'), flags.env as string | undefined)
    const bootstrap = php.length > 0 ? await bootstrapFiles(config, flags.bootstrap) : []
    const plans = planSeeds(files, databases, config.adapters)
    // Loaded here, so that commands without a database never load one.
    const { writeSeeds } = await import('orm-database')
    const { ask } = io
    const progress = progressLine(io)
    await writeSeeds({
      config,
      plans,
      dryRun,
      yes,
      ...(flags.reset === true && { reset: databases }),
      ...(ask && {
        confirm: async (tables) => {
          for (const { table, rows } of tables) io.stderr.write(`${count(rows, 'row')} of ${table} will be deleted\n`)
          return agrees(ask, 'Delete these rows?')
        },
      }),
      onProgress: (done, total) => progress.show(`${done} of ${total} rows`),
      onReport: (each) => {
        progress.clear()
        report.result('seeded', [each], [lineOf(each, dryRun)])
      },
    }).finally(progress.clear)
    if (php.length === 0) return
    const connections = config.generator.connections.filter((name) =>
      databases.some((database) => database.name === name && database.tables.length > 0),
    )
    const printed = await runPhpSeeds(
      { bootstrap, connections, files: php.map((file) => resolve(file)), dryRun },
      io.env,
    ).catch((error: Error) => {
      throw new OrmError([phpSeedFailed(error.message)])
    })
    const lines = printed.trimEnd().split('\n').filter(Boolean)
    report.result('php', php, [...lines, `${count(php.length, 'PHP seed')} ${dryRun ? 'run and rolled back' : 'run'}`])
  },
}

const endOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase()

/** Returns the seed files of the directory and the environment: those with rows, and PHP files. */
async function seedFiles(
  args: readonly string[],
  directory: string,
  env: string | undefined,
): Promise<{ readonly files: readonly InputFile[]; readonly php: readonly string[] }> {
  // Excludes the manifest of dumps.
  const isShown = (name: string): boolean => !name.startsWith('.')
  const isSeed = (path: string): boolean => endOf(path) === 'php' || Object.hasOwn(seedFormats, endOf(path))
  const directories = env === undefined ? [directory] : [directory, `${directory}/${env}`]
  const found = await Promise.all(
    directories.map(async (each) => (await disk.list(each)).filter(isShown).map((name) => `${each}/${name}`)),
  )
  const paths = args.length > 0 ? args : found.flat().filter(isSeed)
  if (paths.length === 0) throw new OrmError([noSeedFiles(directory, env)])
  const files: InputFile[] = []
  const php: string[] = []
  for (const path of paths) {
    const contents = isSeed(path) ? await disk.read(path) : undefined
    if (contents === undefined) throw new UsageError(`${path} is not a seed file that can be read`)
    if (endOf(path) === 'php') php.push(path)
    else files.push({ path, contents })
  }
  return { files, php }
}

function lineOf({ connection, table, inserted, updated, unchanged }: SeedReport, dryRun: boolean): string {
  const verb = dryRun ? 'would be ' : ''
  const parts = [
    ...(inserted > 0 ? [`${count(inserted, 'row')} ${verb}inserted`] : []),
    ...(updated > 0 ? [`${count(updated, 'row')} ${verb}updated`] : []),
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
  ]
  return `${table} on connection "${connection}": ${parts.join(', ')}`
}
