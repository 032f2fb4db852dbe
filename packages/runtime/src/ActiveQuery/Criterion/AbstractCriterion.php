<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\CriteriaMerger;
use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidValueException;
use Orm\Runtime\ActiveQuery\SqlBuilder\ComparedNumber;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\ActiveQuery\SqlBuilder\Resolver;
use Orm\Runtime\ActiveQuery\SqlBuilder\SelectPlan;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Exception\LogicException;
use ReflectionMethod;

/** A condition that may have further conditions attached with AND and OR. */
abstract class AbstractCriterion
{
    public const UND = ' AND ';
    public const ODER = ' OR ';

    /**
     * The number of conditions that one method call added to the query, ending with this one. For _or(), they are one
     * condition.
     *
     * @internal
     */
    #[PlanRule(PlanRule::NO_PART)]
    public int $groupSize = 1;

    /** Whether to ignore case; null: the query decides. */
    #[PlanRule(PlanRule::DISABLES)]
    protected ?bool $ignoreCase = null;

    /** @var list<AbstractCriterion> */
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected array $clauses = [];

    /** @var list<string> */
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected array $conjunctions = [];

    // Defaults are set because PHP writes uninitialized properties more slowly.
    #[PlanRule(PlanRule::IN_SHAPE)]
    public string $name = '';
    #[PlanRule(PlanRule::IN_SHAPE)]
    public mixed $value = null;
    #[PlanRule(PlanRule::IN_SHAPE)]
    public ?string $comparison = null;

    /** The connection name of the criteria for which the condition was created. */
    #[PlanRule(PlanRule::NO_PART)]
    private ?string $dbName = null;
    #[PlanRule(PlanRule::NO_PART)]
    private ?AdapterInterface $adapter = null;

    /** The statement that is being generated, if any. */
    #[PlanRule(PlanRule::NO_PART)]
    private ?SqlContext $context = null;

    /** @var array<class-string, bool> whether a class overrides appendPsForUniqueClauseTo() */
    private static array $appends = [];

    /** @param string $column `table.column`, or an expression without table */
    public function __construct(Criteria $outer, string $column, mixed $value = null, ?string $comparison = null)
    {
        $this->dbName = $outer->dbName;
        $this->name = $column;
        $this->value = $value;
        $this->comparison = $comparison ?? Criteria::EQUAL;
    }

    /** Makes this a condition of another criteria. */
    public function init(Criteria $criteria): void
    {
        $this->dbName = $criteria->getDbName();
        $this->adapter = null;
    }

    public function getAdapter(): AdapterInterface
    {
        return $this->adapter ?? (new Criteria($this->dbName))->getAdapter();
    }

    public function setAdapter(AdapterInterface $adapter): void
    {
        $this->adapter = $adapter;
        foreach ($this->clauses as $clause) {
            $clause->setAdapter($adapter);
        }
    }

    /** @param string $column `table.column`, or a name without table */
    protected function setColumn($column): void
    {
        $this->name = (string) $column;
    }

    public function getTable(): ?string
    {
        $dot = strrpos($this->name, '.');

        return $dot === false ? null : substr($this->name, 0, $dot);
    }

    public function setTable(string $table): void
    {
        $this->name = $table . '.' . $this->getColumn();
    }

    public function getColumn(): ?string
    {
        $dot = strrpos($this->name, '.');

        return $dot === false ? $this->name : substr($this->name, $dot + 1);
    }

    public function getComparison(): string
    {
        return $this->comparison ?? Criteria::EQUAL;
    }

    /** @return mixed */
    public function getValue()
    {
        return $this->value;
    }

    /** @return static */
    public function setIgnoreCase(bool $ignoreCase)
    {
        $this->ignoreCase = $ignoreCase;

        return $this;
    }

    public function isIgnoreCase(): bool
    {
        return $this->ignoreCase ?? false;
    }

    /** Returns whether the generated statement ignores case. */
    protected function ignoresCase(SqlContext $context): bool
    {
        return $this->ignoreCase ?? $context->criteria->isIgnoreCase();
    }

    /** @return static */
    public function addAnd(AbstractCriterion $criterion)
    {
        $this->clauses[] = $criterion;
        $this->conjunctions[] = self::UND;

        return $this;
    }

    /** @return static */
    public function addOr(AbstractCriterion $criterion)
    {
        $this->clauses[] = $criterion;
        $this->conjunctions[] = self::ODER;

        return $this;
    }

    /**
     * Returns the condition's shape: its columns, operators and kinds of values. Null if the SQL depends on anything
     * else, or a value is not bound exactly once.
     *
     * @internal
     * @param list<mixed> $values receives the values
     */
    public function plainShape(array &$values): ?string
    {
        return null;
    }

    /**
     * Returns the shape of a condition that binds these values.
     *
     * @param string $kind the kind of condition, as several kinds may have the same comparison
     * @param array<mixed> $bound
     * @param list<mixed> $values receives the values
     */
    protected function shapeWith(string $kind, array $bound, array &$values): ?string
    {
        $shape = "|$kind$this->name $this->comparison ";
        foreach ($bound as $value) {
            $values[] = $value;
            $shape .= self::shapeOfValue($value);
        }

        return $this->withAttachedShapes($shape, $values);
    }

    /**
     * Returns the kind of a value for the shape: it determines how the value is bound, and whether binding may run
     * application code.
     *
     * @internal
     */
    public static function shapeOfValue(mixed $value): string
    {
        return match (true) {
            is_int($value) && $value <= SelectPlan::MOST_INT32 && $value >= SelectPlan::LEAST_INT32 => 'i',
            is_string($value) && !is_numeric($value) => 's',
            default => ComparedNumber::kind($value),
        };
    }

    /**
     * Returns the shape including those of the attached conditions.
     *
     * @param list<mixed> $values receives the values
     */
    protected function withAttachedShapes(string $shape, array &$values): ?string
    {
        if ($this->ignoreCase) {
            return null;
        }
        foreach ($this->clauses as $i => $clause) {
            $attached = $clause->plainShape($values);
            if ($attached === null) {
                return null;
            }
            $shape .= $this->conjunctions[$i] . $attached . ')';
        }

        return $shape;
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

    /** @return list<AbstractCriterion> this condition and all attached ones */
    public function getAttachedCriterion(): array
    {
        $all = [$this];
        foreach ($this->clauses as $clause) {
            array_push($all, ...$clause->getAttachedCriterion());
        }

        return $all;
    }

    /** @return list<string> the tables in this condition and the attached ones */
    public function getAllTables(): array
    {
        $table = $this->getTable();
        $tables = $table === null ? [] : [$table];
        foreach ($this->clauses as $clause) {
            array_push($tables, ...$clause->getAllTables());
        }

        return $tables;
    }

    /** Returns the condition as SQL and adds its values to the context. */
    public function toSql(SqlContext $context): string
    {
        $sql = $this->alone($context);

        return $this->clauses === [] ? $sql : self::combined($sql, $this->conjunctions, $this->clauses, $context);
    }

    /**
     * Combines a condition with others in the order in which they were added. Conditions joined by the same word are
     * not nested, because databases limit the depth of expressions.
     *
     * @internal
     * @param non-empty-list<string> $words the words that join the others
     * @param non-empty-list<self> $others
     */
    public static function combined(string $condition, array $words, array $others, SqlContext $context): string
    {
        $parts = [$condition];
        $by = $words[0];
        foreach ($others as $i => $other) {
            if ($words[$i] !== $by) {
                $parts = ['(' . SqlContext::chain($by, $parts) . ')'];
                $by = $words[$i];
            }
            $other->addTo($parts, $by, $context);
        }

        return '(' . SqlContext::chain($by, $parts) . ')';
    }

    /**
     * Adds the condition to a chain. If the same word joins its attached conditions, they are added to the chain, too.
     *
     * @param list<string> $parts
     */
    private function addTo(array &$parts, string $by, SqlContext $context): void
    {
        if ($this->clauses === [] || array_unique($this->conjunctions) !== [$by]) {
            $parts[] = $this->toSql($context);

            return;
        }
        $parts[] = $this->alone($context);
        foreach ($this->clauses as $clause) {
            $clause->addTo($parts, $by, $context);
        }
    }

    /** Returns the condition without the attached ones. */
    private function alone(SqlContext $context): string
    {
        return self::$appends[static::class] ?? self::appends(static::class)
            ? $this->appended($context)
            : $this->condition($context);
    }

    /** Returns whether two conditions are the same. */
    public function equals(?AbstractCriterion $other): bool
    {
        if ($other === null || $other::class !== static::class || count($other->clauses) !== count($this->clauses)) {
            return false;
        }
        // The criteria for which they were created does not matter.
        $same = clone $other;
        [$same->dbName, $same->adapter, $same->clauses] = [$this->dbName, $this->adapter, $this->clauses];
        if ($same != $this) {
            return false;
        }
        // PHP treats null, 0 and '' as equal; SQL does not.
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

    /**
     * Binds the names in the condition to their current meaning, because it becomes part of another query.
     *
     * @internal
     * @param Resolver $resolver the resolver of the original query; names unknown to it are kept
     */
    public function fixNames(Resolver $resolver): void
    {
        if ($this->value instanceof Criteria) {
            CriteriaMerger::fixInner($this->value, $resolver);
        }
        foreach ($this->clauses as $clause) {
            $clause->fixNames($resolver);
        }
    }

    /**
     * Renames a table in this condition and the attached ones.
     *
     * @internal
     */
    public function renameTable(string $from, string $to): void
    {
        if ($this->getTable() === $from) {
            $this->setTable($to);
        }
        if ($this->value instanceof Criteria) {
            CriteriaMerger::renameOuter($this->value, $from, $to);
        }
        foreach ($this->clauses as $clause) {
            $clause->renameTable($from, $to);
        }
    }

    /**
     * Returns the condition in a copy that corresponds to this condition or one attached to it.
     *
     * @internal
     */
    public function counterpart(AbstractCriterion $condition, AbstractCriterion $copy): ?AbstractCriterion
    {
        if ($condition === $this) {
            return $copy;
        }
        foreach ($this->clauses as $i => $clause) {
            $found = $clause->counterpart($condition, $copy->clauses[$i]);
            if ($found !== null) {
                return $found;
            }
        }

        return null;
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

    /**
     * Appends this condition and the attached ones to SQL.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params receives the values
     */
    public function appendPsTo(string &$sb, array &$params): void
    {
        $sb .= $this->toSql($this->ownContext($params));
    }

    /**
     * Appends only this condition. Classes of the application override this method.
     *
     * @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params receives the values
     */
    protected function appendPsForUniqueClauseTo(string &$sb, array &$params): void
    {
        $sb .= $this->condition($this->context ?? $this->ownContext($params));
    }

    public function __toString(): string
    {
        $sql = '';
        $params = [];
        $this->appendPsTo($sql, $params);

        return $sql;
    }

    /** Returns only this condition as SQL. Classes of the library override this method. */
    protected function condition(SqlContext $context): string
    {
        throw new LogicException(sprintf('%s must override appendPsForUniqueClauseTo()', static::class));
    }

    /** @param class-string<self> $class */
    private static function appends(string $class): bool
    {
        $method = new ReflectionMethod($class, 'appendPsForUniqueClauseTo');

        return self::$appends[$class] = $method->getDeclaringClass()->getName() !== self::class;
    }

    private function appended(SqlContext $context): string
    {
        $before = $this->context;
        $this->context = $context;
        try {
            $sql = '';
            $this->appendPsForUniqueClauseTo($sql, $context->params);

            return $sql;
        } finally {
            $this->context = $before;
        }
    }

    /** @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $params */
    private function ownContext(array &$params): SqlContext
    {
        $criteria = new Criteria($this->dbName);

        return new SqlContext($criteria, $this->adapter ?? SqlContext::adapterOf($criteria), $params);
    }

    protected function field(SqlContext $context): string
    {
        return $context->quoteColumn($this->name);
    }

    /** Wraps the caller's SQL in parentheses where an OR in it would change the conditions next to it. */
    protected static function inParentheses(string $sql): string
    {
        return preg_match('/\bX?OR\b|\|\|/i', $sql) ? '(' . $sql . ')' : $sql;
    }

    protected static function listRefused(string $field, string $comparison): InvalidValueException
    {
        return new InvalidValueException(sprintf('Cannot compare %s with a list by "%s"', $field, trim($comparison)));
    }

    protected function bind(SqlContext $context, mixed $value): string
    {
        return $context->bind($this->getTable(), $this->getColumn(), $value);
    }

    /** Returns the placeholder for a value that the column is compared with. */
    protected function bindCompared(SqlContext $context, mixed $value, bool $isEqual): string
    {
        return $context->bindCompared($this->getTable(), $this->getColumn(), $value, $isEqual);
    }
}
