<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\StatementInterface;
use Orm\Runtime\Connection\StatementWrapper;
use PDOStatement;

/** Keeps the statements that are executed, with their placeholders. */
final class RecordingConnection extends ConnectionWrapper
{
    /** @var list<string> */
    public array $statements = [];

    public function acquireStatement(string $sql): PDOStatement|StatementInterface
    {
        $before = $this->statements;
        $statement = parent::acquireStatement($sql);
        $this->statements = [...$before, $sql];

        return $statement;
    }

    public function useStatement(string $sql): PDOStatement|StatementInterface
    {
        $before = $this->statements;
        $statement = parent::useStatement($sql);
        $this->statements = [...$before, $sql];

        return $statement;
    }

    public function prepare(string $statement, array $driverOptions = []): StatementWrapper
    {
        $this->statements[] = $statement;

        return parent::prepare($statement, $driverOptions);
    }
}
