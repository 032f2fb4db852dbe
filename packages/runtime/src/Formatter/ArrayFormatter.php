<?php

declare(strict_types=1);

namespace Orm\Runtime\Formatter;

use Orm\Runtime\ActiveQuery\BaseModelCriteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Collection\ArrayCollection;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;

/** Formats rows as arrays by phpName, with related rows nested under the names of their relations. */
class ArrayFormatter extends AbstractFormatterWithHydration
{
    /** Whether rows contain the columns of select() instead of objects. */
    private bool $isSelection = false;

    public function init(BaseModelCriteria $criteria, ?DataFetcherInterface $dataFetcher = null)
    {
        $this->isSelection = $criteria instanceof ModelCriteria && $criteria->getSelect() !== null;

        return parent::init($criteria, $dataFetcher);
    }

    public function isObjectFormatter(): bool
    {
        return false;
    }

    /** @return ArrayCollection<int, array<int|string, mixed>> */
    public function format(?DataFetcherInterface $dataFetcher = null)
    {
        if ($this->hasLimit) {
            foreach ($this->with as $with) {
                if ($with->isToMany) {
                    throw new LogicException(sprintf(
                        'A limit counts rows, not objects: it cannot be used together with the relation "%s"',
                        $with->name,
                    ));
                }
            }
        }
        $collection = $this->getCollection();
        $collection->setData($this->rows($this->fetcher($dataFetcher)));

        return $collection;
    }

    public function formatOne(?DataFetcherInterface $dataFetcher = null): ?array
    {
        return $this->rows($this->fetcher($dataFetcher))[0] ?? null;
    }

    /**
     * @param array<int|string, mixed> $row
     * @return array<int|string, mixed> the array for one row
     */
    public function getStructuredArrayFromRow(array $row): array
    {
        $pooling = Orm::disableInstancePooling();
        try {
            return $this->hydratePropelObjectCollection($row);
        } finally {
            if ($pooling) {
                Orm::enableInstancePooling();
            }
        }
    }

    /**
     * Converts rows to arrays. The objects are created without the pool, because they are only needed until their
     * values are read.
     *
     * @return list<array<int|string, mixed>>
     */
    private function rows(DataFetcherInterface $fetcher): array
    {
        if ($this->isSelection) {
            return self::arrays($fetcher, array_map(self::unquote(...), array_keys($this->asColumns)));
        }
        if (static::class !== self::class && !$this->isWithOneToMany()) {
            // A subclass may override the conversion of a row.
            return array_map($this->getStructuredArrayFromRow(...), iterator_to_array($fetcher, false));
        }
        $hydration = new ArrayHydration($this->getTableMap()::class, $this->with, $this->asColumns);

        return self::arrays($fetcher, $hydration, $fetcher->getIndexType());
    }

    /**
     * Converts rows to arrays.
     *
     * @internal
     * @param iterable<array<int|string, mixed>> $rows
     * @param ArrayHydration|list<string> $how converts objects to arrays; or the column names of select()
     * @return list<array<int|string, mixed>>
     */
    public static function arrays(
        iterable $rows,
        ArrayHydration|array $how,
        string $indexType = TableMap::TYPE_NUM,
    ): array {
        $arrays = [];
        if (is_array($how)) {
            foreach ($rows as $row) {
                $arrays[] = array_combine($how, array_slice(array_values($row), 0, count($how)));
            }

            return $arrays;
        }
        $pooling = Orm::disableInstancePooling();
        try {
            foreach ($rows as $row) {
                $how->add($row, $indexType);
            }

            return $how->rows();
        } finally {
            if ($pooling) {
                Orm::enableInstancePooling();
            }
        }
    }
}
