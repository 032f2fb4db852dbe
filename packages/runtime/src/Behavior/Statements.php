<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionInterface;

/**
 * Executes the statements of behaviors on one connection.
 *
 * @internal
 */
final class Statements
{
    /** At most so many are kept: more of them means that the texts differ each time. */
    private const KNOWN = 200;

    /** @var array<string, TypedStatement> by their texts with question marks */
    private static array $known = [];

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
        $known = self::$known[$sql->text] ?? null;
        if ($known === null || $known->adapter !== $this->adapter || $known->types !== $types) {
            if (count(self::$known) >= self::KNOWN) {
                self::$known = [];
            }
            $known = self::$known[$sql->text] = new TypedStatement($this->adapter, $sql->text, $types);
        }

        return $known->run($this->con, array_column($sql->values, 0), $wanted);
    }
}
