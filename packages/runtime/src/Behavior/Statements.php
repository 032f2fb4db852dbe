<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\QueryExecutor\TypedValues;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\OpenConnections;

/**
 * Executes the statements of behaviors on one connection.
 *
 * @internal
 */
final class Statements
{
    /** More texts than these differ each time, and are not worth keeping. */
    private const KNOWN = 200;

    /** @var array<string, string> with names for their question marks, by the texts with question marks */
    private static array $texts = [];

    private readonly ConnectionWrapper $con;

    public function __construct(private readonly AdapterInterface $adapter, ConnectionInterface $con)
    {
        $this->con = OpenConnections::wrapped($con);
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
        $text = self::$texts[$sql->text] ?? self::named($sql->text);
        $types = [];
        foreach ($sql->values as $i => [, $type]) {
            $types[':p' . ($i + 1)] = $type;
        }
        // A statement of a behavior belongs to something that was begun before it, so it is sent once.
        $statement = new Statement($text, Statement::WRITE, new TypedValues($this->adapter, $types), false);

        return $statement->run($this->con, array_column($sql->values, 0), $wanted);
    }

    /** The text with names for its question marks. */
    private static function named(string $sql): string
    {
        $number = 0;
        $text = (string) preg_replace_callback(
            Sql::PLACEHOLDER,
            static function () use (&$number): string {
                return ':p' . ++$number;
            },
            $sql,
        );
        if (count(self::$texts) >= self::KNOWN) {
            self::$texts = [];
        }

        return self::$texts[$sql] = $text;
    }
}
