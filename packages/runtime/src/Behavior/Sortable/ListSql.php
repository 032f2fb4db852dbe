<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sortable;

use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\ActiveRecord\ComputedColumn;
use Orm\Runtime\ActiveRecord\RowValues;
use Orm\Runtime\Connection\ConnectionWrapper;

/**
 * Builds the SQL for list rows that all vendors share.
 *
 * @internal
 */
final class ListSql
{
    /** @var array<string, array{Statement, RowValues}> by the null pattern of the scope and the lock clause */
    private array $max = [];

    /**
     * @var array{list<mixed>, string, Statement, list<mixed>}|null arguments, statement and values of the last
     *     readMax()
     */
    private ?array $lastMax = null;

    /** @var array<string, ComputedColumn> by the null pattern of the scope */
    private array $next = [];

    public function __construct(private readonly RankedTable $table)
    {
    }

    /**
     * Returns the highest rank of a list as the driver returns it.
     *
     * @param list<mixed> $scope
     * @param string $readLock the lock clause that is appended to the statement
     */
    public function readMax(ConnectionWrapper $con, array $scope, string $readLock): mixed
    {
        if ($this->lastMax === null || $this->lastMax[0] !== $scope || $this->lastMax[1] !== $readLock) {
            $this->lastMax = [$scope, $readLock, ...$this->max($scope, $readLock)];
        }

        return $this->lastMax[2]->run($con, $this->lastMax[3], Statement::VALUE);
    }

    /**
     * @param list<mixed> $scope
     * @return array{Statement, list<mixed>} the statement for the highest rank, and its values
     */
    private function max(array $scope, string $readLock): array
    {
        $shape = $readLock;
        $values = [];
        foreach ($scope as $value) {
            if ($value === null) {
                $shape .= '0';
            } else {
                $shape .= '1';
                $values[] = $value;
            }
        }
        if (!isset($this->max[$shape])) {
            $sql = $this->selectMax($scope);
            $types = array_column($sql->values, 1);
            // A read without locks changes nothing, so it can be retried.
            $kind = $readLock === '' ? Statement::READ : Statement::WRITE;
            $this->max[$shape] = [
                new Statement($sql->text . $readLock, $kind, texts: Statement::texts($types, true)),
                new RowValues($this->table->adapter, $types, 0),
            ];
        }
        [$statement, $written] = $this->max[$shape];

        return [$statement, $written->ofRows($values)];
    }

    /**
     * Returns the rank after the last one of a list, computed by the INSERT of a row that is appended to it.
     *
     * @param list<mixed> $scope
     */
    public function next(array $scope): ComputedColumn
    {
        $shape = '';
        $values = [];
        foreach ($scope as $value) {
            if ($value === null) {
                $shape .= '0';
            } else {
                $shape .= '1';
                $values[] = $value;
            }
        }
        $next = $this->next[$shape] ??= $this->nextRank($scope);
        $next->values = $values;

        return $next;
    }

    /** @param list<mixed> $scope */
    private function nextRank(array $scope): ComputedColumn
    {
        $max = $this->selectMax($scope);

        return new ComputedColumn(
            $this->table->rankColumn->getFullyQualifiedName(),
            'COALESCE((' . $max->text . '), ' . $this->table->last(null) . ') + ' . $this->table->step(),
            array_column($max->values, 1),
            'takeAppendedPlace',
        );
    }

    /** @param list<mixed> $scope */
    public function selectMax(array $scope): Sql
    {
        return Sql::of('SELECT MAX(' . $this->table->rank . ') FROM ' . $this->table->name . ' WHERE ')
            ->then($this->inScope($scope));
    }

    /**
     * Returns the condition for the rows of a scope, ranked or not; always true for a table with one list.
     *
     * @param list<mixed> $scope
     */
    public function inScope(array $scope, string $prefix = ''): Sql
    {
        $parts = [];
        foreach ($this->table->scopeColumns as $i => $column) {
            $parts[] = Sql::equal($prefix . $this->table->scopes[$i], $column, $scope[$i]);
        }

        return $parts === [] ? Sql::of('1 = 1') : Sql::join(' AND ', $parts);
    }

    /** @param non-empty-list<list<mixed>> $scopes */
    public function inScopes(array $scopes): Sql
    {
        if (count($this->table->scopes) !== 1) {
            return self::anyOf(array_map(fn (array $scope): Sql => $this->inScope($scope)->inBrackets(), $scopes));
        }
        $column = $this->table->scopeColumns[0];
        $values = [];
        $parts = [];
        foreach ($scopes as [$value]) {
            if ($value === null) {
                $parts[] = Sql::equal($this->table->scopes[0], $column, null);
            } else {
                $values[] = [$value, $column->getType()];
            }
        }
        if ($values !== []) {
            $marks = implode(', ', array_fill(0, count($values), '?'));
            $parts[] = Sql::of($this->table->scopes[0] . ' IN (' . $marks . ')', $values);
        }

        return Sql::join(' OR ', $parts)->inBrackets();
    }

    /**
     * Combines conditions with OR, nested by halves because databases limit the nesting depth.
     *
     * @param non-empty-list<Sql> $parts
     */
    private static function anyOf(array $parts): Sql
    {
        if (count($parts) === 1) {
            return $parts[0];
        }
        $half = intdiv(count($parts), 2);
        $halves = [self::anyOf(array_slice($parts, 0, $half)), self::anyOf(array_slice($parts, $half))];

        return Sql::join(' OR ', $halves)->inBrackets();
    }

    /** @param list<mixed> $key */
    public function isKey(array $key): Sql
    {
        return $this->table->hasKey($key);
    }

    /** @param non-empty-list<list<mixed>> $keys */
    public function isOneOf(array $keys): Sql
    {
        return $this->table->hasOneOfKeys($keys);
    }

    /** Returns the condition for the rows that a shift moves, after `$added` was added to their ranks. */
    public function inRange(Shift $shift, int $added = 0): Sql
    {
        $rank = $this->table->rank;
        $range = Sql::number($rank . ' >= ?', $shift->first + $added);
        if ($shift->last !== null) {
            $range = $range->then(Sql::number(' AND ' . $rank . ' <= ?', $shift->last + $added));
        }

        return $this->inScope($shift->scope)->then(' AND ')->then($range);
    }

    /**
     * Returns the condition for rows before or after a position in the order of rank and key. Its first part lets the
     * database use the index.
     *
     * @param list<mixed>|null $key null: rows with the same rank are ignored
     */
    public function beside(int $rank, ?array $key, bool $before): Sql
    {
        $name = $this->table->rank;
        $sign = $before ? '<' : '>';
        if ($key === null) {
            return Sql::number($name . ' ' . $sign . ' ?', $rank);
        }
        $smaller = [];
        foreach ($this->table->keyColumns as $i => $column) {
            $equal = [];
            for ($j = 0; $j < $i; $j++) {
                $equal[] = Sql::equal($this->table->keys[$j], $this->table->keyColumns[$j], $key[$j]);
            }
            $equal[] = Sql::of($this->table->keys[$i] . ' ' . $sign . ' ?', [[$key[$i], $column->getType()]]);
            $smaller[] = Sql::join(' AND ', $equal)->inBrackets();
        }

        return Sql::number($name . ' ' . $sign . '= ? AND (' . $name . ' ' . $sign . ' ? OR ', $rank, $rank)
            ->then(Sql::join(' OR ', $smaller))
            ->then(')');
    }

    /** Returns the ORDER BY columns rank and key, which give every list a definite order, whatever its ranks. */
    public function order(bool $descending = false, string $prefix = ''): string
    {
        $direction = $descending ? ' DESC' : '';

        return implode(', ', array_map(
            static fn (string $name): string => $prefix . $name . $direction,
            [$this->table->rank, ...$this->table->keys],
        ));
    }
}
