<?php

declare(strict_types=1);

namespace Orm\Runtime\Formatter;

use Orm\Runtime\ActiveQuery\BaseModelCriteria;
use Orm\Runtime\Collection\OnDemandCollection;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Exception\LogicException;

/** Creates objects one at a time during iteration: constant memory, however many rows. */
class OnDemandFormatter extends ObjectFormatter
{
    public function init(BaseModelCriteria $criteria, ?DataFetcherInterface $dataFetcher = null)
    {
        parent::init($criteria, $dataFetcher);
        foreach ($this->with as $with) {
            if ($with->isToMany) {
                throw new LogicException(sprintf(
                    'Objects on demand cannot have the relation "%s": its rows are known only after all rows were read',
                    $with->name,
                ));
            }
        }

        return $this;
    }

    public function isStreaming(): bool
    {
        return true;
    }

    /** @return OnDemandCollection<int, \Orm\Runtime\ActiveRecord\ActiveRecordInterface> */
    public function format(?DataFetcherInterface $dataFetcher = null): OnDemandCollection
    {
        $fetcher = $this->fetcher($dataFetcher);
        $collection = $this->getCollection();
        // The rows are read with a copy of this formatter in its current state, and discarded together with the
        // iterator.
        $reader = clone $this;
        $reader->setDataFetcher($fetcher);
        $collection->initIterator($reader, $fetcher);

        return $collection;
    }

    public function getCollectionClassName(): string
    {
        return OnDemandCollection::class;
    }

    /** @return OnDemandCollection<int, \Orm\Runtime\ActiveRecord\ActiveRecordInterface> */
    public function getCollection(): OnDemandCollection
    {
        return parent::getCollection();
    }
}
