import { dirname, join } from 'node:path'
import { disk } from 'orm-core/internal'
import type { Answers } from './answers.js'
import { runtimeRepository, withComposer } from './project-files.js'

/** Commands of a package manager to run programs and add packages. */
interface PackageManager {
  readonly lockFiles: readonly string[]
  readonly run: string
  readonly add: string
  readonly addDev: string
}

const npm: PackageManager = { lockFiles: [], run: 'npx', add: 'npm install', addDev: 'npm install --save-dev' }

const others: readonly PackageManager[] = [
  { lockFiles: ['pnpm-lock.yaml'], run: 'pnpm exec', add: 'pnpm add', addDev: 'pnpm add --save-dev' },
  { lockFiles: ['yarn.lock'], run: 'yarn', add: 'yarn add', addDev: 'yarn add --dev' },
  { lockFiles: ['bun.lock', 'bun.lockb'], run: 'bunx', add: 'bun add', addDev: 'bun add --dev' },
]

/** Project facts that the printed commands depend on. */
interface Place {
  readonly manager: PackageManager
  /** Whether the script is installed in the project. Otherwise `npx orm` would download an unrelated package of that name. */
  readonly hasScript: boolean
  readonly hasRuntime: boolean
  /** Packages that the gulpfile imports and that are not installed. */
  readonly missing: readonly string[]
  /** Composer can install individual packages only if there is a lock file. */
  readonly hasComposerLock: boolean
}

async function placeOf(directory: string): Promise<Place> {
  const names = await disk.list(directory)
  const manager = others.find(({ lockFiles }) => lockFiles.some((name) => names.includes(name))) ?? npm
  const isInstalled = async (name: string) => (await disk.list(join(directory, 'node_modules', name))).length > 0
  const missing: string[] = []
  for (const name of ['gulp', 'gulp-orm']) if (!(await isInstalled(name))) missing.push(name)
  return {
    manager,
    hasScript: await isAbove(directory, 'node_modules/.bin/orm'),
    hasRuntime: await isInstalled('orm-runtime'),
    missing,
    hasComposerLock: names.includes('composer.lock'),
  }
}

/** Returns whether a file exists in the directory or a parent directory, as in a workspace. */
async function isAbove(directory: string, path: string): Promise<boolean> {
  const found = (await disk.list(dirname(join(directory, path)))).some((name) => path.endsWith(`/${name}`))
  return found || (dirname(directory) !== directory && isAbove(dirname(directory), path))
}

/** Formats commands with aligned notes. */
function commandLines(commands: readonly (readonly [command: string, note: string] | undefined)[]): string[] {
  const given = commands.filter((command) => command !== undefined)
  const width = Math.max(...given.map(([command]) => command.length))
  return given.map(([command, note]) => `  ${command.padEnd(width)}  # ${note}`)
}

/** Returns the command that installs the script in the project, if it is not installed there. */
const scriptLine = ({ manager, hasScript }: Place) =>
  hasScript ? undefined : ([`${manager.addDev} orm-cli`, 'this command, for the project'] as const)

/** Returns the next steps to print. The commands work in the directory as it is. */
export async function farewell(
  answers: Answers,
  { version, hasSchema }: { readonly version: string; readonly hasSchema: boolean },
  directory = process.cwd(),
): Promise<string> {
  const { passwordEnv, existing, composer, gulpfile, schemaDir } = answers
  const place = await placeOf(directory)
  const { run, add, addDev } = place.manager
  return [
    '',
    ...(composer
      ? []
      : [
          'Add these entries to composer.json, so that PHP finds the library and the classes, and run "composer update" after a build:',
          withComposer('{}', answers, version)!.trimEnd(),
          '',
        ]),
    ...(passwordEnv === ''
      ? []
      : [
          `Set the environment variable ${passwordEnv} to the password, in .env or your shell, before the commands below.`,
          '',
        ]),
    existing || hasSchema ? 'Next:' : `Next: describe your tables in ${join(schemaDir, 'schema.xml')}, then`,
    ...commandLines([
      scriptLine(place),
      gulpfile && place.missing.length > 0 ? [`${addDev} ${place.missing.join(' ')}`, 'for gulpfile.mjs'] : undefined,
      place.hasRuntime ? undefined : [`${add} orm-runtime`, 'the PHP library that the classes use'],
      [`${run} orm build`, 'SQL, classes and configuration for PHP'],
      existing ? undefined : [`${run} orm sql:insert`, 'creates the tables'],
      composer
        ? [place.hasComposerLock ? 'composer update orm/runtime' : 'composer install', 'the library and its autoloader']
        : undefined,
    ]),
    '',
    'Later, after changing the schema:',
    ...commandLines([
      [`${run} orm build`, 'the classes'],
      [`${run} orm migration:diff NAME`, 'writes a migration; review it'],
      [`${run} orm migrate`, 'applies it, and keeps all rows'],
    ]),
    '',
  ].join('\n')
}

/** Returns the next steps for a converted project. */
export async function movedFarewell(hasMigrations: boolean, directory = process.cwd()): Promise<string> {
  const code = (await disk.list(join(directory, 'src'))).length > 0 ? 'src' : '.'
  const place = await placeOf(directory)
  const { run, add } = place.manager
  return [
    '',
    'Next:',
    ...commandLines([
      scriptLine(place),
      place.hasRuntime ? undefined : [`${add} orm-runtime`, 'the PHP library that the classes use'],
      [`composer config repositories.orm '${JSON.stringify(runtimeRepository)}'`, 'where Composer finds it'],
      ['composer require orm/runtime', 'the library for PHP'],
      [`${run} orm migrate-code ${code}`, 'replaces the class names of Propel in your own code'],
      [`${run} orm build --overwrite`, 'SQL, classes and runtime configuration, in place of those of Propel'],
      hasMigrations ? [`${run} orm migration:import`, 'makes SQL files of the PHP migrations'] : undefined,
    ]),
    '',
  ].join('\n')
}
