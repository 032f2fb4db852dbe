<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior;

use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\QueryExecutor\TypedValues;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\ServiceContainer\RuntimeState;

use function in_array;
use function is_int;
use function is_string;

/**
 * Executes the statements of behaviors on one connection.
 *
 * @internal
 */
final class Statements
{
    /** At most so many are kept: more of them means that the texts differ each time. */
    private const KNOWN = 200;

    /**
     * By their texts with question marks: the adapter and the types of the values that they were made for; then one
     * that takes numbers and texts as they are, where the database can do that.
     *
     * @var array<string, array{AdapterInterface, list<string>, Statement, Statement|null}>
     */
    private static array $known = [];

    private readonly ConnectionWrapper $con;

    public function __construct(private readonly AdapterInterface $adapter, ConnectionInterface $con)
    {
        $this->con = ConnectionWrapper::wrap($con);
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
        $values = array_column($sql->values, 0);
        $known = self::$known[$sql->text] ?? null;
        if ($known === null || $known[0] !== $this->adapter || $known[1] !== $types) {
            if (count(self::$known) >= self::KNOWN) {
                self::$known = [];
            }
            $known = self::$known[$sql->text] = [$this->adapter, $types, ...$this->statements($sql->text, $types)];
        }
        $direct = $known[3];
        if ($direct !== null) {
            foreach ($values as $i => $value) {
                $isNumber = in_array($types[$i], ColumnMap::INTEGER_TYPES, true);
                if ($isNumber ? !is_int($value) : !is_string($value)) {
                    $direct = null;
                    break;
                }
            }
        }

        return ($direct ?? $known[2])->run($this->con, $values, $wanted);
    }

    /**
     * @param list<string> $types
     * @return array{Statement, Statement|null}
     */
    private function statements(string $sql, array $types): array
    {
        $number = 0;
        $named = [];
        $text = (string) preg_replace_callback(
            Sql::PLACEHOLDER,
            static function () use (&$number, &$named, $types): string {
                $named[':p' . ++$number] = $types[$number - 1];

                return ':p' . $number;
            },
            $sql,
        );
        $arePlain = array_filter($types, $this->adapter->bindsPlainly(...)) === $types;

        // A statement of a behavior is part of work that has begun before, so it is sent once.
        $values = new TypedValues($this->adapter, $named);

        $isDirect = $arePlain && RuntimeState::$hasShortcuts && $this->adapter->bindsNamesByPosition()
            && ($this->adapter->infersParameterTypes() || array_intersect($types, ColumnMap::INTEGER_TYPES) === []);

        return [
            new Statement($text, Statement::WRITE, $values, $arePlain, $values->areIntegers()),
            $isDirect ? new Statement($text, Statement::WRITE, null, true, $values->areIntegers()) : null,
        ];
    }
}
