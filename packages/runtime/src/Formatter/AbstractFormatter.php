<?php

declare(strict_types=1);

namespace Orm\Runtime\Formatter;

use Orm\Runtime\ActiveQuery\BaseModelCriteria;
use Orm\Runtime\ActiveQuery\ModelWith;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\TableMap;

/** Turns rows into the result of a query. */
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

    /** Whether objects that are known already take what is new in their rows: who locks rows wants to see them. */
    protected bool $rereads = false;
    protected ?DataFetcherInterface $dataFetcher = null;

    /**
     * Whether several collections have this object; it must be cloned before anybody gets it who could change it.
     *
     * @internal
     */
    public bool $isShared = false;

    public function __construct(?BaseModelCriteria $criteria = null, ?DataFetcherInterface $dataFetcher = null)
    {
        if ($criteria !== null) {
            $this->init($criteria, $dataFetcher);
        }
    }

    public function init(BaseModelCriteria $criteria, ?DataFetcherInterface $dataFetcher = null): static
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

    public function __clone()
    {
        $this->isShared = false;
    }

    /** Whether the result reads its rows later, so that the statement must stay its own. */
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
        return $this->tableMap ?? throw new OrmException(
            sprintf('%s must be initialized with a query before it formats rows', static::class),
        );
    }

    /** @return array<string, ModelWith> */
    public function getWith(): array
    {
        return $this->with;
    }

    /** @param array<string, ModelWith> $with */
    public function setWith(array $with): void
    {
        $this->with = $with;
    }

    /** @return array<string, string> */
    public function getAsColumns(): array
    {
        return $this->asColumns;
    }

    /** @param array<string, string> $asColumns */
    public function setAsColumns(array $asColumns): void
    {
        $this->asColumns = $asColumns;
    }

    public function hasLimit(): bool
    {
        return $this->hasLimit;
    }

    public function setHasLimit(bool $hasLimit): void
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

    /** All rows. */
    abstract public function format(?DataFetcherInterface $dataFetcher = null): mixed;

    /** The first row. */
    abstract public function formatOne(?DataFetcherInterface $dataFetcher = null): mixed;

    /** An object in the shape of this formatter. */
    abstract public function formatRecord(?ActiveRecordInterface $record = null): mixed;

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
