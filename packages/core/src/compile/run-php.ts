import { inMemory } from '../dialects/index.js'
import { evaluatePhp } from '../php-runner.js'
import type { BuiltSchema } from './build-schema.js'

export interface RunPhpOptions {
  /** A PHP file that loads the classes of `orm/runtime`: `vendor/autoload.php`, or `autoload.php` of `orm-runtime`. */
  readonly autoload: string
}

/** Reads all code from standard input, so that no file is written. */
const bootstrap = `
set_error_handler(static function (int $level, string $message, string $file, int $line): never {
    throw new ErrorException($message, 0, $level, $file, $line);
});
$given = json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR);
require $given['autoload'];
// Before the autoloader of a project, which may have classes of the same names.
spl_autoload_register(static function (string $class) use ($given): void {
    if (isset($given['classes'][$class])) {
        eval(substr($given['classes'][$class], 5));
    }
}, prepend: true);
$container = Orm\\Runtime\\Orm::getServiceContainer();
$container->setAdapterClass($given['database'], $given['adapter']);
$manager = new Orm\\Runtime\\Connection\\ConnectionManagerSingle($given['database']);
$manager->setConfiguration(['dsn' => $given['dsn']]);
$container->setConnectionManager($manager);
$container->setDefaultDatasource($given['database']);
eval(substr($given['loader'], 5));
Orm\\Runtime\\Orm::getConnection($given['database'])->exec($given['sql']);
eval($given['code']);
`

/**
 * Runs PHP code with the classes of a schema on a new in-memory database and returns its output. Every PHP warning is an
 * exception.
 *
 * @example await runPhp(built, '$book = new Book(); $book->touch()->save(); echo $book->getTouchedAt("Y");', { autoload })
 */
export function runPhp(
  { database, php, sql }: BuiltSchema,
  code: string,
  { autoload }: RunPhpOptions,
): Promise<string> {
  const [loaders, classes] = [true, false].map((isLoader) =>
    Object.entries(php).filter(([path]) => path.endsWith('loadDatabase.php') === isLoader),
  )
  const input = {
    autoload,
    database,
    code,
    ...inMemory,
    sql: sql[inMemory.adapter],
    loader: loaders?.[0]?.[1] ?? '',
    classes: Object.fromEntries((classes ?? []).map(([, source]) => [classOf(source), source])),
  }
  return evaluatePhp(bootstrap, { input: JSON.stringify(input) })
}

function classOf(source: string): string {
  const namespace = /^namespace ([\w\\]+);$/m.exec(source)?.[1]
  const name = /^(?:(?:abstract|final|readonly) )*(?:class|interface|trait|enum) (\w+)/m.exec(source)?.[1] ?? ''
  return namespace === undefined ? name : `${namespace}\\${name}`
}
