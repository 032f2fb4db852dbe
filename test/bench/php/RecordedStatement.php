<?php

declare(strict_types=1);

namespace Orm\Bench;

use PDO;
use PDOStatement;

/** Keeps what is sent, so that it can be sent by hand too. */
final class RecordedStatement extends PDOStatement
{
    /** @var array{string, list<mixed>, list<int>}|null SQL with question marks, values and their types of PDO */
    public static ?array $last = null;

    /** @var array<int|string, mixed> */
    private array $values = [];

    /** @var array<int|string, int> */
    private array $types = [];

    protected function __construct()
    {
    }

    public function bindValue(string|int $param, mixed $value, int $type = PDO::PARAM_STR): bool
    {
        // Statements that are read forget their values.
        if ($value !== null) {
            [$this->values[$param], $this->types[$param]] = [$value, $type];
        }

        return parent::bindValue($param, $value, $type);
    }

    public function execute(?array $params = null): bool
    {
        $sql = preg_replace('/:p\d+/', '?', $this->queryString);
        $types = $params === null ? $this->types : array_fill(0, count($params), PDO::PARAM_STR);
        self::$last = [$sql, array_values($params ?? $this->values), array_values($types)];

        return parent::execute($params);
    }
}
