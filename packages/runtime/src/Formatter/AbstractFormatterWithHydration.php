<?php

declare(strict_types=1);

namespace Orm\Runtime\Formatter;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\ActiveRecord\ObjectExport;
use Orm\Runtime\ActiveRecord\Record;
use Orm\Runtime\Collection\ArrayCollection;
use Orm\Runtime\Map\TableMap;

/** Base class of formatters that convert objects to arrays. */
abstract class AbstractFormatterWithHydration extends AbstractFormatter
{
    public function getCollectionClassName(): ?string
    {
        return ArrayCollection::class;
    }

    public function formatRecord(?ActiveRecordInterface $record = null): array
    {
        return $record === null ? [] : ArrayHydration::withoutLazyColumns(
            Record::tableMap($record),
            ObjectExport::of($record, TableMap::TYPE_PHPNAME, false),
        );
    }

    /**
     * @param array<int|string, mixed> $row
     * @return array<int|string, mixed> the main object of one row, with the joined ones nested in it
     */
    protected function hydratePropelObjectCollection(array $row): array
    {
        $hydration = new ArrayHydration($this->getTableMap()::class, $this->with, $this->asColumns);
        $hydration->add($row, $this->dataFetcher?->getIndexType() ?? TableMap::TYPE_NUM);

        return $hydration->rows()[0];
    }
}
