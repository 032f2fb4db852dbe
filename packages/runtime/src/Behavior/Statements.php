<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\ActiveQuery\QueryExecutor\StatementFailure;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Connection\StatementInterface;
use PDO;
use PDOStatement;
use Throwable;

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

    public function __construct(
        private readonly AdapterInterface $adapter,
        private readonly ConnectionInterface $con,
    ) {
    }

    /** @return list<list<mixed>> */
    public function rows(Sql $sql): array
    {
        [$text, $statement] = $this->execute($sql);
        $rows = $statement->fetchAll(PDO::FETCH_NUM);
        $this->release($text, $statement, $sql);

        return $rows;
    }

    public function write(Sql $sql): int
    {
        [$text, $statement] = $this->execute($sql);
        $rows = $statement->rowCount();
        $this->release($text, $statement, $sql);

        return $rows;
    }

    /** @return array{string, PDOStatement|StatementInterface} */
    private function execute(Sql $sql): array
    {
        $text = self::$texts[$sql->text] ?? self::named($sql->text);
        try {
            $statement = $this->con instanceof ConnectionWrapper
                ? $this->con->acquireStatement($text)
                : $this->con->prepare($text);
            foreach ($sql->values as $i => [$value, $type]) {
                $this->adapter->bindTyped($statement, ':p' . ($i + 1), $value, $type);
            }
            $statement->execute();
        } catch (Throwable $failure) {
            throw StatementFailure::of($failure, $this->con, $text);
        }

        return [$text, $statement];
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

    private function release(string $text, PDOStatement|StatementInterface $statement, Sql $sql): void
    {
        if ($this->con instanceof ConnectionWrapper) {
            $bound = [];
            foreach ($sql->values as $i => [$value]) {
                $bound[':p' . ($i + 1)] = $value;
            }
            $statement->closeCursor();
            $this->con->releaseStatement($text, $statement, $bound);
        }
    }
}
