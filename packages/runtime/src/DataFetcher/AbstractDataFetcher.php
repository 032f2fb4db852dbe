<?php

declare(strict_types=1);

namespace Orm\Runtime\DataFetcher;

/** The base class of data fetchers, with the object that the rows come from. */
abstract class AbstractDataFetcher implements DataFetcherInterface
{
    /** @param mixed $dataObject the source of the rows; null when it is closed */
    public function __construct(protected $dataObject)
    {
    }

    public function setDataObject(mixed $dataObject): void
    {
        $this->dataObject = $dataObject;
    }

    /** @return mixed */
    public function getDataObject()
    {
        return $this->dataObject;
    }

    public function fetchColumn(?int $index = null)
    {
        $row = $this->fetch();

        return $row === null ? false : array_values($row)[$index ?? 0] ?? null;
    }
}
