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
use Orm\Runtime\Orm;

use function in_array;
use function is_int;
use function is_string;

/**
 * A statement of a behavior that runs repeatedly with different values.
 *
 * @internal
 */
final class TypedStatement
{
    private readonly Statement $statement;

    /** The statement for plain numbers and strings, if the database accepts them unconverted. */
    private readonly ?Statement $direct;

    /** @var list<bool> whether each value is a number */
    private readonly array $areNumbers;

    /**
     * @param string $sql the SQL with question marks for the values
     * @param list<string> $types schema types used to bind the values
     */
    public function __construct(
        public readonly AdapterInterface $adapter,
        string $sql,
        public readonly array $types,
    ) {
        $text = Sql::numbered($sql, $adapter);
        $named = [];
        foreach ($types as $i => $type) {
            $named[':p' . ($i + 1)] = $type;
        }
        $areNumbers = [];
        $arePlain = true;
        foreach ($types as $type) {
            $areNumbers[] = in_array($type, ColumnMap::INTEGER_TYPES, true);
            $arePlain = $arePlain && $adapter->bindsPlainly($type);
        }
        $this->areNumbers = $areNumbers;
        $isDirect = $arePlain && Orm::$hasShortcuts && $adapter->bindsNamesByPosition()
            && ($adapter->infersParameterTypes() || !in_array(true, $areNumbers, true));
        // A statement of a behavior is part of running work, so it is not retried.
        $this->statement = new Statement(
            $text,
            Statement::WRITE,
            new TypedValues($adapter, $named),
            $arePlain,
            Statement::texts($named, false),
        );
        $this->direct = $isDirect
            ? new Statement($text, Statement::WRITE, null, true, Statement::texts($named, true))
            : null;
    }

    /**
     * @param list<mixed> $values
     * @param int $wanted a constant of Statement
     */
    public function run(ConnectionInterface $con, array $values, int $wanted): mixed
    {
        $statement = $this->direct ?? $this->statement;
        if ($this->direct !== null) {
            foreach ($values as $i => $value) {
                if ($this->areNumbers[$i] ? !is_int($value) : !is_string($value)) {
                    $statement = $this->statement;
                    break;
                }
            }
        }

        return $statement->run(ConnectionWrapper::wrap($con), $values, $wanted);
    }
}
