import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * `npm start`: builds the page and the classes, creates the database with its first rows, and serves the application.
 * PORT is the port, 8000 if it is not set.
 *
 * @param {string} directory
 * @param {{ framework: string, kernel: string, database: string, folders?: readonly string[] }} application `kernel` is
 *   the class that needs the framework, `folders` are those that the framework writes to
 */
export function start(directory, { framework, kernel, database, folders = [] }) {
  const port = process.env.PORT ?? '8000'
  // The programs of this project, as for npm's scripts: npx takes longer to find them than they run.
  const env = { ...process.env, PATH: [join(directory, 'node_modules', '.bin'), process.env.PATH].join(delimiter) }

  /**
   * @param {string} title
   * @param {string} command
   * @param {...string} args
   */
  function step(title, command, ...args) {
    console.log(title)
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: directory, env, encoding: 'utf8' })
    if (status === 0) return
    console.error(`${[command, ...args].join(' ')} failed:\n\n${stdout ?? ''}${stderr ?? ''}`)
    process.exit(1)
  }

  const hasFramework = () =>
    spawnSync('php', ['-r', `require "autoload.php"; exit((int) !class_exists(${kernel}::class));`], { cwd: directory })
      .status === 0

  for (const folder of folders) mkdirSync(`${directory}/${folder}`, { recursive: true })
  if (!hasFramework()) step(`Installing ${framework} …`, 'composer', 'install')
  step('Building the page and the classes …', 'vite', 'build')
  if (!existsSync(`${directory}/${database}`)) {
    step('Creating the database …', 'orm', 'sql:insert')
    step('Writing its first rows …', 'orm', 'seed')
  }
  console.log(`The bookstore is at http://127.0.0.1:${port}/ (Ctrl-C stops it)`)
  const server = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', 'public'], { cwd: directory, stdio: 'ignore' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill())
  server.on('exit', (code) => process.exit(code ?? 0))
}
