<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use WeakMap;

/**
 * What objects knew of their lists before a transaction, for the case that it is rolled back.
 *
 * @internal
 */
final class ListUndo
{
    /** @var WeakMap<ConnectionInterface, WeakMap<ActiveRecordInterface, array<string, mixed>>>|null */
    private static ?WeakMap $states = null;

    /** @param array<string, mixed> $state */
    public static function remember(ConnectionInterface $con, ActiveRecordInterface $object, array $state): void
    {
        if (!$con instanceof ConnectionWrapper || !$con->isInTransaction()) {
            return;
        }
        self::$states ??= new WeakMap();
        if (!isset(self::$states[$con])) {
            self::$states[$con] = new WeakMap();
            $con->onOutermostEnd(static function (bool $committed) use ($con): void {
                self::end($con, $committed);
            });
        }
        self::$states[$con][$object] ??= $state;
    }

    private static function end(ConnectionInterface $con, bool $committed): void
    {
        $states = self::$states[$con] ?? [];
        unset(self::$states[$con]);
        if (!$committed) {
            foreach ($states as $object => $state) {
                $object->restoreListState($state);
            }
        }
    }
}
