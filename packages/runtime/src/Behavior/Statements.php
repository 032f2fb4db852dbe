<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Orm;

/**
 * Runs the statements of behaviors on one connection.
 *
 * @internal
 */
final class Statements
{
    public function __construct(private readonly AdapterInterface $adapter, private readonly ConnectionInterface $con)
    {
    }

    /** @return list<list<mixed>> */
    public function rows(Sql $sql): array
    {
        return $this->run($sql, Statement::ROWS);
    }

    public function write(Sql $sql): int
    {
        return $this->run($sql, Statement::AFFECTED);
    }

    private function run(Sql $sql, int $wanted): mixed
    {
        $types = array_column($sql->values, 1);
        $known = Orm::$plans->behaviorStatements[$sql->text] ?? null;
        if ($known === null || $known->adapter !== $this->adapter || $known->types !== $types) {
            $known = new TypedStatement($this->adapter, $sql->text, $types);
            if (Orm::services()->plans->keep('behaviorStatements', strlen($sql->text))) {
                Orm::$plans->behaviorStatements[$sql->text] = $known;
            }
        }

        return $known->run($this->con, array_column($sql->values, 0), $wanted);
    }
}
