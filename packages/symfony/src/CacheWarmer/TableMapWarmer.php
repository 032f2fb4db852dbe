<?php

declare(strict_types=1);

namespace Orm\Symfony\CacheWarmer;

use Orm\Runtime\Map\TableMap;
use Symfony\Component\HttpKernel\CacheWarmer\CacheWarmerInterface;

/** Returns the model classes for PHP preloading. */
final class TableMapWarmer implements CacheWarmerInterface
{
    /** @param list<class-string<TableMap>> $tableMaps */
    public function __construct(private readonly array $tableMaps)
    {
    }

    public function isOptional(): bool
    {
        return true;
    }

    /** @return list<string> */
    public function warmUp(string $cacheDir, ?string $buildDir = null): array
    {
        $classes = [];
        foreach ($this->tableMaps as $tableMap) {
            $model = $tableMap::OM_CLASS;
            foreach ([$tableMap, $model, $model . 'Query'] as $class) {
                if ($model !== '' && class_exists($class)) {
                    $classes[] = $class;
                }
            }
        }

        return $classes;
    }
}
