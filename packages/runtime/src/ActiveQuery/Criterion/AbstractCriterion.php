<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidValueException;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;

/**
 * A condition, with further conditions attached to it by AND and OR.
 */
abstract class AbstractCriterion
{
    public const UND = ' AND ';
    public const ODER = ' OR ';

    /**
     * Whether there are no further conditions, and case matters.
     *
     * @internal to be read only, as are name, value and comparison: for those to whom a call is dear
     */
    public bool $isAlone = true;
    protected bool $ignoreCase = false;

    /** @var list<AbstractCriterion> */
    protected array $clauses = [];

    /** @var list<string> */
    protected array $conjunctions = [];

    // With defaults, because PHP takes longer to write a property that has no value yet.
    public string $name = '';
    public mixed $value = null;
    public ?string $comparison = null;

    /** @param string $name `table.column`, or an expression without table */
    public function __construct(string $name, mixed $value = null, ?string $comparison = null)
    {
        $this->name = $name;
        $this->value = $value;
        $this->comparison = $comparison;
    }

    public function getTable(): ?string
    {
        $dot = strrpos($this->name, '.');

        return $dot === false ? null : substr($this->name, 0, $dot);
    }

    public function setTable(?string $table): void
    {
        $this->name = $table === null ? $this->getColumn() : $table . '.' . $this->getColumn();
    }

    public function getColumn(): string
    {
        $dot = strrpos($this->name, '.');

        return $dot === false ? $this->name : substr($this->name, $dot + 1);
    }

    public function getComparison(): string
    {
        return $this->comparison ?? Criteria::EQUAL;
    }

    public function getValue(): mixed
    {
        return $this->value;
    }

    public function setIgnoreCase(bool $ignoreCase): static
    {
        $this->ignoreCase = $ignoreCase;
        $this->isAlone = !$ignoreCase && $this->clauses === [];

        return $this;
    }

    public function isIgnoreCase(): bool
    {
        return $this->ignoreCase;
    }

    public function addAnd(AbstractCriterion $criterion): static
    {
        $this->clauses[] = $criterion;
        $this->conjunctions[] = self::UND;
        $this->isAlone = false;

        return $this;
    }

    public function addOr(AbstractCriterion $criterion): static
    {
        $this->clauses[] = $criterion;
        $this->conjunctions[] = self::ODER;
        $this->isAlone = false;

        return $this;
    }

    /** @return list<AbstractCriterion> */
    public function getClauses(): array
    {
        return $this->clauses;
    }

    /** @return list<string> */
    public function getConjunctions(): array
    {
        return $this->conjunctions;
    }

    /** @return list<AbstractCriterion> this one and all attached ones */
    public function getAttachedCriterion(): array
    {
        $all = [$this];
        foreach ($this->clauses as $clause) {
            array_push($all, ...$clause->getAttachedCriterion());
        }

        return $all;
    }

    /** @return list<string> the tables named here and in attached conditions */
    public function getAllTables(): array
    {
        $table = $this->getTable();
        $tables = $table === null ? [] : [$table];
        foreach ($this->clauses as $clause) {
            array_push($tables, ...$clause->getAllTables());
        }

        return $tables;
    }

    /** The condition as SQL; values go to the context. */
    public function toSql(SqlContext $context): string
    {
        if ($this->clauses === []) {
            return $this->condition($context);
        }
        $sql = str_repeat('(', count($this->clauses)) . $this->condition($context);
        foreach ($this->clauses as $i => $clause) {
            $sql .= $this->conjunctions[$i] . $clause->toSql($context) . ')';
        }

        return $sql;
    }

    /** Whether two conditions say the same. */
    public function equals(?AbstractCriterion $other): bool
    {
        if ($other === null || $other != $this) {
            return false;
        }
        // To PHP null, 0 and '' are alike; in SQL they are not.
        if (is_object($this->value) ? !is_object($other->value) : $other->value !== $this->value) {
            return false;
        }
        foreach ($this->clauses as $i => $clause) {
            if (!$clause->equals($other->clauses[$i])) {
                return false;
            }
        }

        return true;
    }

    public function __clone()
    {
        foreach ($this->clauses as $i => $clause) {
            $this->clauses[$i] = clone $clause;
        }
        if ($this->value instanceof Criteria) {
            $this->value = clone $this->value;
        }
    }

    abstract protected function condition(SqlContext $context): string;

    protected function field(SqlContext $context): string
    {
        return $context->quoteColumn($this->name);
    }

    /** SQL of the caller's as one condition: an OR in it must not reach the conditions beside it. */
    protected static function asOne(string $sql): string
    {
        return preg_match('/\bX?OR\b|\|\|/i', $sql) ? '(' . $sql . ')' : $sql;
    }

    protected static function noList(string $field, string $comparison): InvalidValueException
    {
        return new InvalidValueException(sprintf('Cannot compare %s with a list by "%s"', $field, trim($comparison)));
    }

    protected function bind(SqlContext $context, mixed $value): string
    {
        return $context->bind($this->getTable(), $this->getColumn(), $value);
    }
}
