import { spawn } from 'node:child_process'
import { compileSchema } from 'orm-core/internal'
import { type CommandWork, UsageError } from '../command.js'
import type { ExitCode } from '../io.js'
import { bootstrapFiles, bootstrapFlag } from '../php-project.js'
import { readSchemas, schemaOptions } from '../read-schemas.js'

const left: ReadonlySet<string> = new Set(['platform', 'format', 'connection'])

export const phpConsole: CommandWork = {
  does: { writes: true, asks: false, takesTerminal: true, lasts: false },
  options: schemaOptions.filter((option) => !left.has(option)),
  flags: {
    sql: { type: 'boolean', default: 'off', help: 'print every SQL statement' },
    sandbox: { type: 'boolean', default: 'off', help: 'roll back all changes at the end' },
    bootstrap: bootstrapFlag,
  },
  examples: ['orm console', 'orm console --sandbox --sql', 'echo "Book::query()->count()" | orm console'],
  async run(options, io, report, { flags }) {
    const { config, inputs, warnings, compiling } = await readSchemas(options, io)
    const { databases } = await compileSchema(inputs, compiling)
    report.diagnostics(warnings)
    const bootstrap = await bootstrapFiles(config, flags.bootstrap)
    const connections = config.generator.connections.filter((name) =>
      databases.some((database) => database.name === name && database.tables.length > 0),
    )
    const settings = { bootstrap, connections, sql: flags.sql === true, sandbox: flags.sandbox === true }
    return runShell(JSON.stringify(settings), io.env)
  },
}

const shell = `
$settings = json_decode($argv[1], true);
foreach ($settings['bootstrap'] as $file) {
    require_once $file;
}
(new Orm\\Runtime\\Console\\Console($settings['connections'], $settings['sql'], $settings['sandbox']))->run();
`

/** Runs PHP on the terminal until it ends. */
function runShell(settings: string, env: Readonly<Record<string, string | undefined>>): Promise<ExitCode> {
  return new Promise((resolve, reject) => {
    const child = spawn('php', ['-d', 'display_errors=stderr', '-r', shell, '--', settings], {
      stdio: 'inherit',
      env: env as NodeJS.ProcessEnv,
    })
    // The shell handles Ctrl-C.
    const ignore = (): void => {}
    process.on('SIGINT', ignore)
    child.on('error', () => reject(new UsageError('there is no "php" on the PATH')))
    child.on('close', (code, signal) => {
      process.off('SIGINT', ignore)
      resolve(signal === 'SIGINT' ? 130 : code === 0 ? 0 : 1)
    })
  })
}
