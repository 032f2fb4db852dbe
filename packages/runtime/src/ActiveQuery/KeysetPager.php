<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\ActiveQuery\Criterion\AbstractCriterion;
use Orm\Runtime\ActiveQuery\Criterion\CustomCriterion;
use Orm\Runtime\ActiveQuery\Criterion\ExpressionCriterion;
use Orm\Runtime\ActiveQuery\SqlBuilder\Resolver;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Formatter\RowFormatter;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Util\KeysetPage;
use Orm\Runtime\Util\UuidConverter;

/**
 * Paginates a query by starting each page after the last row of the previous one, not at an offset. Every page takes
 * the same time, and concurrent inserts and deletes do not shift the pages.
 *
 * @internal
 */
final class KeysetPager
{
    /** @var list<array{string, bool}> sort columns, ending with the primary key, and whether each is descending */
    private readonly array $order;

    private readonly ModelCriteria $query;

    public function __construct(ModelCriteria $query)
    {
        $this->query = $query = clone $query;
        if ($query->getLimit() >= 0 || $query->getOffset() > 0 || $query->getGroupByColumns() !== []) {
            throw new LogicException('Cursor pagination cannot be used with a limit, an offset or groups');
        }
        if ($query->getSelect() !== null || $query->isIgnoreCase()) {
            throw new LogicException('Cursor pagination cannot be used with select() or setIgnoreCase()');
        }
        $order = [];
        foreach ($query->getOrderByColumns() as $clause) {
            $blank = (int) strrpos($clause, ' ');
            $column = substr($clause, 0, $blank);
            $order[$column] ??= [$column, substr($clause, $blank + 1) === Criteria::DESC];
        }
        foreach (KeyConditions::columns($query) as $key) {
            $column = $query->getAliasedColName($key->getFullyQualifiedName());
            if (!isset($order[$column])) {
                $order[$column] = [$column, false];
                $query->addAscendingOrderByColumn($column);
            }
        }
        $this->order = array_values($order);
    }

    /** @param string|null $cursor the previous page's cursor; null: the first page */
    public function page(?string $cursor, int $limit, ?ConnectionInterface $con): KeysetPage
    {
        if ($limit < 1) {
            throw new InvalidArgumentException(sprintf('A page needs at least one row, got %d', $limit));
        }
        $query = clone $this->query;
        if ($cursor !== null) {
            $query->addAnd($this->behind($query, $this->read($cursor)), null, null, false);
        }
        $found = $query->setLimit($limit + 1)->find($con);
        $hasNext = count($found) > $limit;
        if ($hasNext) {
            $found->pop();
        }
        $last = $found->getLast();
        if ($last !== null && !$last instanceof ActiveRecordInterface) {
            throw new LogicException('Cursor pagination needs objects; do not set another formatter');
        }

        return new KeysetPage($found, $hasNext ? $this->write($last, $con) : null);
    }

    /** @param list<mixed> $values the sort values of the previous page's last row */
    private function behind(ModelCriteria $query, array $values): AbstractCriterion
    {
        $any = null;
        for ($i = count($this->order) - 1; $i >= 0; $i--) {
            $after = $this->after($query, $this->order[$i], $values[$i]);
            if ($after === null) {
                continue;
            }
            for ($j = $i - 1; $j >= 0; $j--) {
                $after->addAnd($this->compared($query, $this->order[$j][0], $values[$j], Criteria::EQUAL));
            }
            $any = $any === null ? $after : $after->addOr($any);
        }

        return $any ?? new CustomCriterion($query, '1<>1');
    }

    /**
     * Returns the condition for rows sorted after a value of one column; null if no row can be.
     *
     * @param array{string, bool} $order
     */
    private function after(ModelCriteria $query, array $order, mixed $value): ?AbstractCriterion
    {
        [$column, $descends] = $order;
        $nullsAreLast = $query->getAdapter()->sortsNullsHigh() !== $descends;
        if ($value === null) {
            return $nullsAreLast ? null : $this->compared($query, $column, null, Criteria::NOT_EQUAL);
        }
        $operator = $descends ? Criteria::LESS_THAN : Criteria::GREATER_THAN;
        $after = $this->compared($query, $column, $value, $operator);

        return $nullsAreLast ? $after->addOr($this->compared($query, $column, null, Criteria::EQUAL)) : $after;
    }

    private function compared(
        ModelCriteria $query,
        string $column,
        mixed $value,
        string $operator,
    ): AbstractCriterion {
        return $this->isExpression($query, $column)
            ? new ExpressionCriterion($query, $column, $value, $operator)
            : $query->getNewCriterion($column, $value, $operator);
    }

    /** Returns whether a sort column is not a column of a table. */
    private function isExpression(ModelCriteria $query, string $column): bool
    {
        return $query->getColumnForAs($column) !== null || (new Resolver($query))->column($column) === null;
    }

    /** Returns the cursor for a row: its sort values, as returned by the database. */
    private function write(ActiveRecordInterface $last, ?ConnectionInterface $con): string
    {
        $query = (clone $this->query)->filterByPrimaryKey($last->getPrimaryKey());
        $virtual = $query->getAsColumns();
        $queries = $query->getQueryColumns();
        $query->clearSelectColumns()->clearOrderByColumns()->setWith([]);
        foreach ($this->order as $i => [$column]) {
            isset($queries[$column])
                ? $query->addQueryColumn('cursor_' . $i, $queries[$column])
                : $query->addAsColumn('cursor_' . $i, $virtual[$column] ?? $this->exact($column));
        }
        /** @var mixed $row values by position, or null */
        $row = $query->setFormatter(new RowFormatter())->find($con);
        if ($row === null) {
            throw new LogicException('The last row of the page was deleted while the page was read');
        }
        // The columns of the model come before the sort values.
        $values = array_slice($row, -count($this->order));
        foreach ($values as $i => $value) {
            $values[$i] = $this->readable($value, $this->order[$i][0]);
        }
        $json = json_encode([$this->mark(), ...$values], JSON_PRESERVE_ZERO_FRACTION);

        return rtrim(strtr(base64_encode((string) $json), '+/', '-_'), '=');
    }

    /** @return list<mixed> */
    private function read(string $cursor): array
    {
        $values = json_decode((string) base64_decode(strtr($cursor, '-_', '+/'), true), true, 3, JSON_BIGINT_AS_STRING);
        if (
            !is_array($values) || !array_is_list($values) || count($values) !== count($this->order) + 1
            || $values[0] !== $this->mark() || in_array(INF, array_map('abs', array_filter($values, 'is_float')), true)
        ) {
            throw new InvalidArgumentException('The cursor does not belong to this query and its order');
        }

        return array_map(static fn (mixed $value): mixed => is_array($value)
            ? base64_decode(is_string($value[0] ?? null) ? $value[0] : '')
            : $value, array_slice($values, 1));
    }

    /**
     * Returns a value that JSON can contain and conditions accept: a UUID as text; other binary data becomes a list
     * with its base64 form.
     */
    private function readable(mixed $value, string $column): mixed
    {
        $value = is_resource($value) ? stream_get_contents($value) : $value;
        $type = $this->typeOf($column);
        if (is_string($value) && isset(ColumnMap::UUID_BYTES[$type])) {
            return UuidConverter::binToUuid($value, ColumnMap::UUID_BYTES[$type]);
        }

        return is_string($value) && preg_match('//u', $value) !== 1 ? [base64_encode($value)] : $value;
    }

    /** Returns SQL for a value that is equal to that of the row when the next page compares them. */
    private function exact(string $column): string
    {
        return in_array($this->typeOf($column), [ColumnTypes::FLOAT, ColumnTypes::REAL, ColumnTypes::DOUBLE], true)
            ? $this->query->getAdapter()->exactFloat($column)
            : $column;
    }

    private function typeOf(string $column): ?string
    {
        return (new Resolver($this->query))->column($column)?->map?->getType();
    }

    /** Identifies the model and order of a cursor, because a cursor cannot be used with another order. */
    private function mark(): string
    {
        return hash('crc32b', $this->query->getModelName() . json_encode($this->order));
    }
}
