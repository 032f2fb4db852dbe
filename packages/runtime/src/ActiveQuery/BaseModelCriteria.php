<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use IteratorAggregate;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use Orm\Runtime\ActiveQuery\SqlBuilder\SqlContext;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Formatter\AbstractFormatter;
use Orm\Runtime\Map\TableMap;
use Traversable;

/**
 * A criteria that knows its model class.
 *
 * @template T of \Orm\Runtime\ActiveRecord\ActiveRecordInterface
 * @implements IteratorAggregate<int, T>
 */
abstract class BaseModelCriteria extends Criteria implements IteratorAggregate
{
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected ?string $modelName = null;
    #[PlanRule(PlanRule::NO_PART)]
    protected ?string $modelAlias = null;
    #[PlanRule(PlanRule::DISABLES)]
    protected bool $useAliasInSQL = false;
    #[PlanRule(PlanRule::NO_PART)]
    protected ?TableMap $tableMap = null;
    #[PlanRule(PlanRule::NO_PART)]
    protected ?AbstractFormatter $formatter = null;

    /** @var array<string, ModelWith> */
    #[PlanRule(PlanRule::IN_SHAPE)]
    protected array $with = [];

    /** @param class-string<T>|null $modelName */
    public function __construct(?string $dbName = null, ?string $modelName = null, ?string $modelAlias = null)
    {
        $this->dbName = $dbName;
        $this->modelName = $modelName;
        $this->modelAlias = $modelAlias;
    }

    /** @return class-string<T>|null */
    public function getModelName(): ?string
    {
        $modelName = $this->modelName;

        return $modelName !== null && str_starts_with($modelName, '\\')
            ? $this->modelName = substr($modelName, 1)
            : $modelName;
    }

    /** @return class-string<T> */
    public function getModelNameOrFail(): string
    {
        return $this->getModelName() ?? throw new LogicException('The query has no model');
    }

    /**
     * @param class-string<T>|null $modelName
     * @return static
     */
    public function setModelName(?string $modelName)
    {
        $this->modelName = $modelName === null ? null : ltrim($modelName, '\\');
        $this->tableMap = null;
        $this->primaryTableName = null;

        return $this;
    }

    public function getFullyQualifiedModelName(): string
    {
        return '\\' . $this->getModelNameOrFail();
    }

    public function getModelShortName(): string
    {
        return self::getShortName($this->getModelNameOrFail());
    }

    public static function getShortName(string $class): string
    {
        $separator = strrpos($class, '\\');

        return $separator === false ? $class : substr($class, $separator + 1);
    }

    /** @return TableMap a query without a model has none, which is an exception here */
    public function getTableMap(): ?TableMap
    {
        return $this->tableMap ??= $this->getDatabaseMap()->getTableByPhpName($this->getModelNameOrFail());
    }

    public function getTableMapOrFail(): TableMap
    {
        return $this->getTableMap();
    }

    /** What the SQL calls the table of the model. */
    public function getTableNameInQuery(): ?string
    {
        if ($this->useAliasInSQL) {
            return $this->modelAlias;
        }

        return $this->modelName === null ? null : $this->getTableMap()->getName();
    }

    public function getPrimaryTableName(): ?string
    {
        if ($this->primaryTableName === null && $this->modelName !== null) {
            $this->primaryTableName = $this->getTableMap()->getName();
        }

        return $this->useAliasInSQL ? $this->modelAlias : $this->primaryTableName;
    }

    /** @return static */
    public function setPrimaryTableName(string $tableName)
    {
        // A query on another table than that of the model has no plan.
        $this->rareClauses();

        return parent::setPrimaryTableName($tableName);
    }

    public function getModelAlias(): ?string
    {
        return $this->modelAlias;
    }

    /** The alias, or the model name: what clauses call this query's model. */
    public function getModelAliasOrName(): ?string
    {
        return $this->modelAlias ?? $this->getModelName();
    }

    /**
     * @param bool $useAliasInSQL whether the SQL uses the alias too, and not only the clauses in PHP
     * @return static
     */
    public function setModelAlias(string $modelAlias, bool $useAliasInSQL = false)
    {
        if ($useAliasInSQL) {
            $this->addAlias($modelAlias, (string) $this->getTableMap()->getName());
            $this->useAliasInSQL = true;
        }
        $this->modelAlias = $modelAlias;

        return $this;
    }

    public function isUsingAliasInSQL(): bool
    {
        return $this->useAliasInSQL;
    }

    public function isIdentifierQuotingEnabled(): bool
    {
        return $this->rare->identifierQuoting ?? ($this->modelName !== null
            && $this->getTableMap()->isIdentifierQuotingEnabled());
    }

    /**
     * A column as the SQL of the query writes it.
     *
     * @internal
     * @param string $column `table.column`, with the name of the table in the query
     */
    public function writtenName(string $column): string
    {
        $params = [];

        return (new SqlContext($this, $this->getAdapter(), $params))->quoteColumn($column);
    }

    /**
     * @param AbstractFormatter|class-string<AbstractFormatter> $formatter
     * @return static
     */
    public function setFormatter(AbstractFormatter|string $formatter)
    {
        if (is_string($formatter)) {
            if (!is_subclass_of($formatter, AbstractFormatter::class)) {
                throw new InvalidArgumentException(sprintf('%s is not a valid formatter', $formatter));
            }
            $formatter = new $formatter();
        }
        $this->formatter = $formatter;

        return $this;
    }

    /** @return array<string, ModelWith> */
    public function getWith(): array
    {
        foreach ($this->with as $name => $with) {
            if ($with->isShared) {
                $this->with[$name] = clone $with;
            }
        }

        return $this->with;
    }

    /**
     * @param array<string, ModelWith> $with
     * @return static
     */
    public function setWith(array $with)
    {
        // The closure refuses values of another type.
        $this->with = array_map(static fn (ModelWith $one): ModelWith => $one, $with);

        return $this;
    }

    /** @return static */
    public function clear()
    {
        parent::clear();
        $this->with = [];
        $this->formatter = null;
        $this->modelAlias = null;
        $this->useAliasInSQL = false;

        return $this;
    }

    abstract public function getFormatter(): AbstractFormatter;

    abstract public function getIterator(): Traversable;
}
