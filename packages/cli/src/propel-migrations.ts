import { resolve } from 'node:path'
import { disk, evaluatePhp } from 'orm-core/internal'

/** A migration of Propel: a PHP class that tells SQL for each connection. */
export interface PropelMigration {
  readonly file: string
  /** Unix seconds. */
  readonly version: string
  readonly name: string
  readonly up: Readonly<Record<string, string>>
  readonly down: Readonly<Record<string, string>>
  /** Hooks with code in them. */
  readonly hooks: readonly string[]
}

const fileName = /^PropelMigration_(\d{10})(?:_(\w+))?\.php$/

/** Asks the class for its SQL. A hook that holds nothing but comments and a return is as Propel generates it. */
const script = `
ob_start(static fn (): string => '');
require $argv[1];
$class = basename($argv[1], '.php');
$migration = new $class();
$hooks = [];
foreach (['preUp', 'postUp', 'preDown', 'postDown'] as $hook) {
    if (!method_exists($migration, $hook)) {
        continue;
    }
    $method = new ReflectionMethod($migration, $hook);
    $lines = array_slice(file($method->getFileName()), $method->getStartLine() - 1, $method->getEndLine() - $method->getStartLine() + 1);
    $code = '';
    foreach (token_get_all('<?php ' . implode('', $lines)) as $token) {
        $code .= is_string($token) ? $token : (in_array($token[0], [T_COMMENT, T_DOC_COMMENT, T_OPEN_TAG, T_WHITESPACE], true) ? ' ' : $token[1]);
    }
    if (!preg_match('/\\{\\s*(?:return\\s*(?:true|null)?\\s*;\\s*)?\\}\\s*$/i', $code)) {
        $hooks[] = $hook;
    }
}
$texts = static fn ($found): object => (object) array_map(
    static fn ($sql): string => implode(";\\n", (array) $sql),
    (array) ($found ?: []),
);
$found = ['up' => $texts($migration->getUpSQL()), 'down' => $texts($migration->getDownSQL()), 'hooks' => $hooks];
ob_end_clean();
fwrite(STDOUT, json_encode($found, JSON_THROW_ON_ERROR));
`

/** The migrations of a directory, oldest first. */
export async function propelMigrations(directory: string): Promise<PropelMigration[]> {
  const migrations: PropelMigration[] = []
  for (const file of [...(await disk.list(directory))].sort()) {
    const [, version, name = 'imported'] = fileName.exec(file) ?? []
    if (version === undefined) continue
    const json = await evaluatePhp(script, { args: [resolve(directory, file)] }).catch((error: Error) => {
      throw new Error(`${directory}/${file}: ${error.message}`)
    })
    migrations.push({ file, version, name, ...(JSON.parse(json) as Pick<PropelMigration, 'up' | 'down' | 'hooks'>) })
  }
  return migrations
}
