<?php

declare(strict_types=1);

namespace Orm\Runtime\Connection;

use PDO;

/** A statement of a profiling connection. Binding and running it start the clock. */
class ProfilerStatementWrapper extends StatementWrapper
{
    public function bindValue(int|string $parameter, mixed $value, int $dataType = PDO::PARAM_STR): bool
    {
        $this->startProfiler();

        return parent::bindValue($parameter, $value, $dataType);
    }

    public function bindParam(
        int|string $parameter,
        mixed &$variable,
        int $dataType = PDO::PARAM_STR,
        int $length = 0,
        mixed $driverOptions = null,
    ): bool {
        $this->startProfiler();

        return parent::bindParam($parameter, $variable, $dataType, $length, $driverOptions);
    }

    public function execute(?array $parameters = null): bool
    {
        $this->startProfiler();

        return parent::execute($parameters);
    }

    private function startProfiler(): void
    {
        if ($this->connection instanceof ProfilerConnectionWrapper) {
            $this->connection->getProfiler()->start();
        }
    }
}
