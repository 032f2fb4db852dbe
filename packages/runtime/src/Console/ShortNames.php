<?php

declare(strict_types=1);

namespace Orm\Runtime\Console;

use Orm\Runtime\Orm;

/**
 * Aliases for models and queries without their namespaces: `Book`, with a method `query()`, and `BookQuery`.
 *
 * @internal
 */
final class ShortNames
{
    /** @param list<string> $connections */
    public static function register(array $connections): void
    {
        $models = [];
        foreach ($connections as $connection) {
            foreach (Orm::getServiceContainer()->getDatabaseMap($connection)->getTables() as $table) {
                $model = ltrim((string) $table->getClassName(), '\\');
                $short = substr((string) strrchr('\\' . $model, '\\'), 1);
                // The first of several classes gets the name.
                $models[$short] ??= $model;
            }
        }
        spl_autoload_register(static function (string $class) use ($models): void {
            if (isset($models[$class]) && class_exists($models[$class]) && !class_exists($class, false)) {
                eval(sprintf(
                    'class %1$s extends \%2$s { public static function query(): \%2$sQuery
                    { return \%2$sQuery::create(); } }',
                    $class,
                    $models[$class],
                ));

                return;
            }
            foreach (['Query', 'Factory'] as $end) {
                $model = $models[substr($class, 0, -strlen($end))] ?? null;
                if ($model !== null && str_ends_with($class, $end) && class_exists($model . $end)) {
                    class_exists($class, false) || class_alias($model . $end, $class);

                    return;
                }
            }
        });
    }
}
