import { existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './command.mjs'
import type { TestDatabase } from './databases.js'
import { shareCompiledCode } from './packed.js'

/** Returns the environment of a user who has npm, PHP, and Composer, but none of our sources. `home` is a folder for settings. */
export async function newcomerEnvironment(home: string): Promise<NodeJS.ProcessEnv> {
  // Composer must not use a registry: the packages that it installs are in node_modules.
  await writeFile(join(home, 'config.json'), '{"repositories": {"packagist.org": false}}')
  // Omit the variables that npm sets for its child processes, except the certificates to trust.
  const own = Object.entries(process.env).filter(([name]) => !/^npm_(?!config_cafile$)/i.test(name))
  return {
    ...Object.fromEntries(own),
    npm_config_prefer_offline: 'true',
    // Compiling the native SQLite driver takes minutes, and there are other drivers.
    npm_config_ignore_scripts: 'true',
    COMPOSER_HOME: home,
    COMPOSER_ALLOW_SUPERUSER: '1',
    COMPOSER_NO_INTERACTION: '1',
  }
}

/** The line of every example that installs it from a clone. */
export const exampleInstall = 'npm --prefix ../.. run install-into -- . --no-save'

const words = { mysql: 'mariadb', pgsql: 'postgres', sqlite: 'sqlite' } as const

/** Returns the answers to the questions of `orm init` as options. */
export function answersTo({ name, dsn, user, password }: TestDatabase): string {
  const part = (key: string) => new RegExp(`${key}=([^;]+)`).exec(dsn)?.[1] ?? ''
  const reached =
    name === 'sqlite'
      ? [`--file=${dsn.replace('sqlite:', '')}`]
      : [`--host=${part('host')}`, `--port=${part('port')}`, `--database=${part('dbname')}`, `--user=${user}`]
  return [`--driver=${words[name]}`, ...reached, ...(password ? [`'--password=${password}'`] : []), '--yes'].join(' ')
}

/** Copies an npm installation to another folder. Installed files are hard links, as nobody writes to them. */
export async function copyInstallation(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const name of ['package.json', 'package-lock.json', 'packs']) {
    if (existsSync(join(from, name))) await cp(join(from, name), join(to, name), { recursive: true })
  }
  await linkModules(from, to)
  const modules = join(to, 'node_modules')
  if (!existsSync(join(modules, 'orm-core/bundle/compiled'))) await shareCompiledCode(modules)
}

/** Hard-links the installed packages of a folder, if any, into another. */
export async function linkModules(from: string, to: string): Promise<void> {
  const modules = join(from, 'node_modules')
  if (!existsSync(modules)) return
  const { code, output } = await run('cp', ['-RPl', modules, to])
  if (code !== 0) throw new Error(output)
}
