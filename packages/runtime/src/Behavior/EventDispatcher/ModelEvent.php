<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\EventDispatcher;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\ConnectionInterface;

/** An event of a model object. */
abstract class ModelEvent
{
    public function __construct(
        private readonly ActiveRecordInterface $subject,
        private readonly ConnectionInterface $connection,
    ) {
    }

    public function getSubject(): ActiveRecordInterface
    {
        return $this->subject;
    }

    public function getConnection(): ConnectionInterface
    {
        return $this->connection;
    }
}
