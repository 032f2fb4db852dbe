<?php

declare(strict_types=1);

namespace Orm\Runtime\Formatter;

use Orm\Runtime\ActiveQuery\BaseModelCriteria;
use Orm\Runtime\ActiveQuery\ModelWith;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\TableMap;

/** Turns rows into a query result. */
abstract class AbstractFormatter
{
    protected ?string $dbName = null;
    protected ?string $class = null;
    protected ?TableMap $tableMap = null;

    /** @var array<string, ModelWith> */
    protected array $with = [];

    /** @var array<string, string> */
    protected array $asColumns = [];
    protected bool $hasLimit = false;

    /**
     * Whether pooled objects are updated with the values of their rows, because a query with a lock must return the
     * current values.
     */
    protected bool $rereads = false;
    protected ?DataFetcherInterface $dataFetcher = null;

    public function __construct(?BaseModelCriteria $criteria = null, ?DataFetcherInterface $dataFetcher = null)
    {
        if ($criteria !== null) {
            $this->init($criteria, $dataFetcher);
        }
    }

    /** @return $this */
    public function init(BaseModelCriteria $criteria, ?DataFetcherInterface $dataFetcher = null)
    {
        $this->dbName = $criteria->getDbName();
        $this->class = $criteria->getModelName();
        $this->tableMap = $criteria->getTableMap();
        $this->with = $criteria->getWith();
        $this->asColumns = $criteria->getAsColumns();
        $this->hasLimit = $criteria->getLimit() >= 0;
        $this->rereads = $criteria->getLock() !== null;
        $this->dataFetcher = $dataFetcher;

        return $this;
    }

    /** Returns whether the result reads its rows later, so that it needs its own statement. */
    public function isStreaming(): bool
    {
        return false;
    }

    public function getDbName(): ?string
    {
        return $this->dbName;
    }

    public function setDbName(string $dbName): void
    {
        $this->dbName = $dbName;
    }

    public function getClass(): ?string
    {
        return $this->class;
    }

    public function setClass(string $class): void
    {
        $this->class = ltrim($class, '\\');
        $this->tableMap = ($this->class::TABLE_MAP)::getTableMap();
    }

    public function getTableMap(): TableMap
    {
        if ($this->tableMap === null) {
            $this->checkInit();
        }

        return $this->tableMap;
    }

    public function checkInit(): void
    {
        if ($this->tableMap === null) {
            throw new OrmException(
                sprintf('%s must be initialized with a query before it formats rows', static::class),
            );
        }
    }

    /** @return array<string, ModelWith> */
    public function getWith(): array
    {
        return $this->with;
    }

    /** @param array<string, ModelWith> $with */
    public function setWith(array $with = []): void
    {
        $this->with = $with;
    }

    /** @return array<string, string> */
    public function getAsColumns(): array
    {
        return $this->asColumns;
    }

    /** @param array<string, string> $asColumns */
    public function setAsColumns(array $asColumns = []): void
    {
        $this->asColumns = $asColumns;
    }

    public function hasLimit(): bool
    {
        return $this->hasLimit;
    }

    public function setHasLimit(bool $hasLimit = false): void
    {
        $this->hasLimit = $hasLimit;
    }

    public function setDataFetcher(DataFetcherInterface $dataFetcher): void
    {
        $this->dataFetcher = $dataFetcher;
    }

    public function getDataFetcher(): ?DataFetcherInterface
    {
        return $this->dataFetcher;
    }

    /** @return class-string<Collection>|null the class of results; null if they are not collections */
    public function getCollectionClassName(): ?string
    {
        return null;
    }

    /** @return Collection|array<never> an empty result */
    protected function getCollection()
    {
        $class = $this->getCollectionClassName();
        if ($class === null) {
            return [];
        }
        $collection = new $class();
        $collection->setModel((string) $this->class);
        $collection->setFormatter($this);

        return $collection;
    }

    /**
     * Formats all rows.
     *
     * @return mixed
     */
    abstract public function format(?DataFetcherInterface $dataFetcher = null);

    /**
     * Formats the first row.
     *
     * @return mixed
     */
    abstract public function formatOne(?DataFetcherInterface $dataFetcher = null);

    /**
     * Converts a model object to this formatter's result type.
     *
     * @return mixed
     */
    public function formatRecord(?ActiveRecordInterface $record = null)
    {
        return $record;
    }

    /** Returns whether rows contain objects of a to-many relation, so that several rows belong to one object. */
    protected function isWithOneToMany(): bool
    {
        foreach ($this->with as $with) {
            if ($with->isToMany) {
                return true;
            }
        }

        return false;
    }

    /**
     * @param array<int, mixed> $row
     * @param class-string<ActiveRecordInterface> $class
     * @param int $col offset of the object in the row; receives the offset of the next one
     */
    public function getSingleObjectFromRow(array $row, string $class, int &$col = 0): ActiveRecordInterface
    {
        [$object, $col] = constant($class . '::TABLE_MAP')::populateObject($row, $col, TableMap::TYPE_NUM);

        return $object;
    }

    abstract public function isObjectFormatter(): bool;

    protected function fetcher(?DataFetcherInterface $dataFetcher): DataFetcherInterface
    {
        $this->getTableMap();

        return $dataFetcher ?? $this->dataFetcher ?? throw new OrmException('The formatter has no rows to format');
    }

    protected static function unquote(string $name): string
    {
        return trim($name, '"');
    }
}
