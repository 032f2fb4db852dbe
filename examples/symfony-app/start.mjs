/**
 * `npm start`: builds the page and the classes, creates the database with its first rows, and serves the application.
 * PORT is the port, 8000 if it is not set.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'

const port = process.env.PORT ?? '8000'
const directory = import.meta.dirname

/**
 * @param {string} title
 * @param {string} command
 * @param {...string} args
 */
function step(title, command, ...args) {
  console.log(title)
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: directory, encoding: 'utf8' })
  if (status === 0) return
  console.error(`${[command, ...args].join(' ')} failed:\n\n${stdout ?? ''}${stderr ?? ''}`)
  process.exit(1)
}

const hasSymfony = () =>
  spawnSync('php', ['-r', 'require "autoload.php"; exit((int) !class_exists(App\\Kernel::class));'], { cwd: directory })
    .status === 0

if (!hasSymfony()) step('Installing Symfony …', 'composer', 'install')
step('Building the page and the classes …', 'npx', 'vite', 'build')
if (!existsSync(`${directory}/var/bookstore.sq3`)) {
  mkdirSync(`${directory}/var`, { recursive: true })
  step('Creating the database …', 'npx', 'orm', 'sql:insert')
  step('Writing its first rows …', 'npx', 'orm', 'seed')
}
console.log(`The bookstore is at http://127.0.0.1:${port}/ (Ctrl-C stops it)`)
const server = spawn('php', ['-S', `127.0.0.1:${port}`, '-t', 'public'], { cwd: directory, stdio: 'ignore' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill())
server.on('exit', (code) => process.exit(code ?? 0))
