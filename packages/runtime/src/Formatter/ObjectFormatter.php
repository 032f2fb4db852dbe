<?php

declare(strict_types=1);

namespace Orm\Runtime\Formatter;

use Orm\Runtime\ActiveQuery\BaseModelCriteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\DataFetcher\PDODataFetcher;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;
use PDO;

/** Formats rows as model objects, with related objects and virtual columns. */
class ObjectFormatter extends AbstractFormatter
{
    private ?Hydration $hydration = null;

    public function init(BaseModelCriteria $criteria, ?DataFetcherInterface $dataFetcher = null)
    {
        $this->hydration = null;

        return parent::init($criteria, $dataFetcher);
    }

    public function isObjectFormatter(): bool
    {
        return true;
    }

    /** @return ObjectCollection<int, ActiveRecordInterface> */
    public function format(?DataFetcherInterface $dataFetcher = null)
    {
        $fetcher = $this->fetcher($dataFetcher);
        if ($this->hasLimit) {
            $this->refuseToMany();
        }
        $collection = $this->getCollection();
        $isPlain = $this->with === [] && $this->asColumns === [] && $fetcher->getIndexType() === TableMap::TYPE_NUM
            && !$this->rereads;
        if (static::class !== self::class) {
            $collection->setData($this->allByRow($fetcher));
        } elseif ($isPlain && Orm::$hasShortcuts) {
            $collection->setData($this->getTableMap()::fetchObjects(self::rows($fetcher)));
        } else {
            $collection->setData($this->newHydration($fetcher)->all(self::rows($fetcher)));
        }

        return $collection;
    }

    public function formatOne(?DataFetcherInterface $dataFetcher = null): ?ActiveRecordInterface
    {
        $fetcher = $this->fetcher($dataFetcher);
        if (static::class !== self::class) {
            return $this->allByRow($fetcher)[0] ?? null;
        }
        if ($this->with === [] && $this->asColumns === [] && !$this->rereads) {
            $row = $fetcher->fetch();

            return $row === null
                ? null
                : $this->getTableMap()::populateObject($row, 0, $fetcher->getIndexType())[0];
        }

        if ($this->isWithOneToMany()) {
            return $this->newHydration($fetcher)->all(self::rows($fetcher))[0] ?? null;
        }
        $row = $fetcher->fetch();

        return $row === null ? null : $this->newHydration($fetcher)->one($row);
    }

    public function getCollectionClassName(): ?string
    {
        return $this->getTableMap()->getCollectionClassName() ?? ObjectCollection::class;
    }

    /**
     * @param array<int|string, mixed> $row a row, whose joined objects are set in its main object, except for to-many
     *     relations
     */
    public function getAllObjectsFromRow(array $row): ActiveRecordInterface
    {
        return ($this->hydration ??= $this->newHydration($this->dataFetcher))->one($row);
    }

    /**
     * Formats rows with getAllObjectsFromRow(), which a subclass may override.
     *
     * @return list<ActiveRecordInterface>
     */
    private function allByRow(DataFetcherInterface $fetcher): array
    {
        $this->hydration = $this->newHydration($fetcher);

        return $this->hydration->all(self::rows($fetcher), $this->getAllObjectsFromRow(...));
    }

    protected function newHydration(?DataFetcherInterface $fetcher): Hydration
    {
        return new Hydration(
            $this->getTableMap()::class,
            $this->with,
            $this->asColumns,
            $fetcher?->getIndexType() ?? TableMap::TYPE_NUM,
            $this->rereads,
        );
    }

    /** @return iterable<array<int|string, mixed>> the rows, with PDO's own iterator if possible, which is fastest */
    protected static function rows(DataFetcherInterface $fetcher): iterable
    {
        if ($fetcher instanceof PDODataFetcher && $fetcher->getStyle() === PDO::FETCH_NUM) {
            $statement = $fetcher->getDataObject();
            if ($statement !== null) {
                $statement->setFetchMode(PDO::FETCH_NUM);

                return $statement;
            }
        }

        return $fetcher;
    }

    protected function refuseToMany(): void
    {
        foreach ($this->with as $with) {
            if ($with->isToMany) {
                throw new LogicException(sprintf(
                    'A limit counts rows, not objects: it cannot be used together with the relation "%s"',
                    $with->name,
                ));
            }
        }
    }
}
