<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Behavior\QueryHost;
use Orm\Runtime\Behavior\QueryRows;
use Orm\Runtime\Connection\ConnectionInterface;

/** A query that dispatches an event after it has changed rows. */
trait EventDispatcherQueryTrait
{
    use QueryHost;

    /**
     * The query and the values of the current update.
     *
     * @var array{ModelCriteria, array<string, mixed>}|null
     */
    private ?array $updateToTell = null;

    /** The query of the current delete. */
    private ?ModelCriteria $deleteToTell = null;

    /**
     * Records an update for its event, unless objects are saved individually and dispatch events themselves.
     *
     * @param array<string, mixed> $values
     */
    private function noteUpdateToTell(array $values, bool $individually): void
    {
        $this->updateToTell = $individually ? null : [clone $this, $values];
    }

    private function tellUpdate(int $affectedRows, ConnectionInterface $con): void
    {
        $told = $this->updateToTell;
        $this->updateToTell = null;
        if ($told !== null && $affectedRows > 0) {
            $this->tell(new QueryUpdateEvent($told[0], $affectedRows, $con, $told[1]));
        }
    }

    private function noteDeleteToTell(): void
    {
        $this->deleteToTell = self::asCriteria(clone $this);
    }

    private function tellDelete(int $affectedRows, ConnectionInterface $con): void
    {
        $told = $this->deleteToTell;
        $this->deleteToTell = null;
        $columns = array_values(self::tableMap()::getTableMap()->getPrimaryKeys());
        if ($told === null || DeletedObject::isBehind(QueryRows::exactKey($told, $columns), self::tableMap())) {
            return;
        }
        if ($affectedRows > 0) {
            $this->tell(new QueryDeleteEvent($told, $affectedRows, $con));
        }
    }

    private function tell(QueryEvent $event): void
    {
        /** @var class-string<ActiveRecordInterface&EventDispatcherAwareInterface> $model */
        $model = (string) self::tableMap()::getTableMap()->getClassName();
        $model::getEventDispatcher()?->dispatch($event);
    }
}
