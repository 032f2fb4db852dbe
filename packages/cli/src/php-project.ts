import { join, resolve } from 'node:path'
import { type Config, disk, evaluatePhp } from 'orm-core/internal'
import { type FlagRule, UsageError } from './command.js'

/** Flag of commands that run PHP code of the project. */
export const bootstrapFlag: FlagRule = {
  type: 'string',
  default: 'vendor/autoload.php',
  help: 'PHP file that loads the classes of the project',
}

/** Returns the PHP files that load the classes and connections of the project, in order. */
export async function bootstrapFiles({ paths }: Config, given: unknown): Promise<readonly string[]> {
  const autoload = typeof given === 'string' ? given : join(paths.composerDir ?? '.', 'vendor/autoload.php')
  const configuration = join(paths.phpConfDir, 'config.php')
  for (const [file, hint] of [
    [autoload, 'run "composer install", or name another file with --bootstrap'],
    [configuration, 'run "orm build"'],
  ] as const) {
    if ((await disk.read(file)) === undefined) throw new UsageError(`${file} does not exist (${hint})`)
  }
  // PHP would search a relative path in its include path.
  return [resolve(autoload), resolve(configuration)]
}

const seeding = `
use Orm\\Runtime\\Orm;

['bootstrap' => $bootstrap, 'connections' => $connections, 'files' => $files, 'dryRun' => $dryRun] =
    json_decode(stream_get_contents(STDIN), true);
$open = [];
$now = '';
try {
    foreach ($bootstrap as $now) {
        (static fn () => require_once $now)();
    }
    foreach ($connections as $connection) {
        $open[] = $con = Orm::getWriteConnection($connection);
        $con->beginTransaction();
    }
    foreach ($files as $now) {
        $seed = (static fn () => require $now)();
        if ($seed instanceof Closure) {
            $seed();
        }
    }
    while ($open !== []) {
        $con = array_pop($open);
        $dryRun ? $con->rollBack() : $con->commit();
    }
} catch (Throwable $failure) {
    foreach ($open as $con) {
        $con->rollBack();
    }
    fwrite(STDERR, $now . ': ' . $failure::class . ': ' . strtok($failure->getMessage(), "\\n"));
    exit(1);
}
`

interface PhpSeeds {
  readonly bootstrap: readonly string[]
  readonly connections: readonly string[]
  readonly files: readonly string[]
  readonly dryRun: boolean
}

/** Runs PHP seeds in one transaction per connection, and returns their output. */
export const runPhpSeeds = (seeds: PhpSeeds, env: Readonly<Record<string, string | undefined>>): Promise<string> =>
  evaluatePhp(seeding, { env, input: JSON.stringify(seeds) })
