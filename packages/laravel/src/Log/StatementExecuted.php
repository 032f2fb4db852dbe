<?php

declare(strict_types=1);

namespace Orm\Laravel\Log;

use Orm\Runtime\Logger\RecordedQuery;

/** An event after a statement was executed or has failed. */
final class StatementExecuted
{
    public function __construct(public readonly RecordedQuery $query)
    {
    }
}
