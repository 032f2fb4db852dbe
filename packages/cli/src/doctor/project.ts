import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Config, listConfiguration, loadConfig, OrmError } from 'orm-core/internal'
import { isChange, Project } from 'orm-project/internal'
import { count } from '../report.js'
import { unwrittenChanges, writeThem } from '../unwritten.js'
import { error, type Finding, ok, reasonOf, warning } from './finding.js'

/** Options that the checks share. */
export interface ProjectLook {
  readonly configDir?: string
  readonly plugins?: boolean | undefined
  readonly env: Readonly<Record<string, string | undefined>>
}

export async function checkConfiguration(look: ProjectLook): Promise<{ config?: Config; findings: Finding[] }> {
  try {
    const config = await loadConfig({ ...look, keepEnv: false })
    const values = await listConfiguration({ ...look, keepEnv: false })
    const files = [...new Set(values.flatMap(({ place }) => (place ? [place.file] : [])))]
    const connections = Object.keys(config.connections).join(', ')
    return { config, findings: [ok('configuration', `${files.join(', ')}; connections: ${connections}`)] }
  } catch (problem) {
    if (!(problem instanceof OrmError)) throw problem
    const [first] = problem.diagnostics
    const cure = first?.code === 'ORM-C001' ? 'run "orm init"' : `correct it; see "orm explain ${first?.code}"`
    return { findings: [error('configuration', reasonOf(problem), cure)] }
  }
}

/** Checks the schema, and whether the generated files are up to date. */
export async function checkOutputs(look: ProjectLook): Promise<{ stub?: string; findings: Finding[] }> {
  try {
    const { files, warnings } = await new Project({ ...look, keepEnv: true, mode: 'dry-run' }).build()
    const outdated = files.filter(isChange)
    const stub = files.find(({ path, outcome }) => outcome === 'kept' && !/Query\.php$/.test(path))?.path
    const schema =
      warnings.length === 0
        ? ok('schema', 'no problems')
        : warning('schema', count(warnings.length, 'warning'), 'run "orm validate"')
    const outputs =
      outdated.length === 0
        ? ok('outputs', `${count(files.length, 'file')} up to date`)
        : warning(
            'outputs',
            `${outdated.length} of ${files.length} files are outdated, as ${outdated[0]!.path}`,
            'run "orm build"',
          )
    return { findings: [schema, outputs], ...(stub !== undefined && { stub }) }
  } catch (problem) {
    if (!(problem instanceof OrmError)) throw problem
    const code = problem.diagnostics[0]?.code
    return { findings: [error('schema', reasonOf(problem), `run "orm validate"; see "orm explain ${code}"`)] }
  }
}

/** Checks whether the migrations contain the schema, which needs no database. The check of the schema reports its errors. */
export async function checkMigrations(config: Config, look: ProjectLook): Promise<Finding[]> {
  try {
    return (await unwrittenChanges(config, look)).map(({ connection, changes }) =>
      warning(
        `schema of "${connection}"`,
        `the schema has ${count(changes.length, 'change')} that no migration contains, as "${changes[0]}"`,
        writeThem,
      ),
    )
  } catch (problem) {
    if (!(problem instanceof OrmError)) throw problem
    return []
  }
}

/** Checks whether a build can write to its directories. */
export async function checkPermissions({ paths }: Config): Promise<Finding[]> {
  const directories = [...new Set([paths.phpDir, paths.sqlDir, paths.phpConfDir, paths.migrationDir])]
  return Promise.all(
    directories.map(async (directory) => {
      const check = `permissions of ${directory}`
      const place = await existing(resolve(directory))
      const mayWrite = await access(place, constants.W_OK).then(
        () => true,
        () => false,
      )
      return mayWrite ? ok(check, 'can be written') : error(check, `${place} cannot be written`, `chmod u+w ${place}`)
    }),
  )
}

/** Returns the directory, or its nearest existing parent. */
async function existing(directory: string): Promise<string> {
  const exists = await access(directory).then(
    () => true,
    () => false,
  )
  return exists || dirname(directory) === directory ? directory : existing(dirname(directory))
}

/** Checks each database: connection, version, settings, pending migrations and drift. */
export async function checkDatabases(config: Config): Promise<Finding[]> {
  // Loaded here, so that commands without a database never load one.
  const { migrationDrift, migrationStatus, serverState } = await import('orm-database')
  const findings: Finding[] = []
  for (const name of config.generator.connections) {
    const check = `connection "${name}"`
    try {
      const { version, doubts } = await serverState(name, config.connections[name]!)
      findings.push(ok(check, `${config.connections[name]!.adapter} ${version}`))
      findings.push(...doubts.map(({ message, cure }) => warning(`settings of "${name}"`, message, cure)))
    } catch (problem) {
      if (!(problem instanceof OrmError)) throw problem
      const { hint, code } = problem.diagnostics[0]!
      findings.push(error(check, reasonOf(problem), hint ?? `see "orm explain ${code}"`))
      continue
    }
    const own = { ...config, generator: { ...config.generator, connections: [name] } }
    try {
      const pending = (await migrationStatus({ config: own })).filter(({ state }) => state !== 'applied')
      if (pending.length > 0)
        findings.push(warning(`migrations of "${name}"`, `${pending.length} not applied`, 'run "orm migration:status"'))
      const [drift] = await migrationDrift({ config: own })
      const changes = drift?.changes.length ?? 0
      findings.push(
        changes === 0
          ? ok(`drift of "${name}"`, 'the database matches the migrations')
          : warning(
              `drift of "${name}"`,
              `${count(changes, 'difference')} from the migrations`,
              'run "orm migration:drift"',
            ),
      )
    } catch (problem) {
      if (!(problem instanceof OrmError)) throw problem
      // Without a snapshot, there is nothing to compare with.
      if (problem.diagnostics[0]?.code !== 'ORM-D035')
        findings.push(error(`migrations of "${name}"`, reasonOf(problem), 'run "orm migration:status"'))
    }
  }
  return findings
}
