<?php

declare(strict_types=1);

namespace Orm\Runtime\DataFetcher;

use Countable;
use Iterator;

/**
 * The rows of a result, one at a time.
 *
 * @extends Iterator<int, array<int|string, mixed>>
 */
interface DataFetcherInterface extends Iterator, Countable
{
    public function setDataObject(mixed $dataObject): void;

    /** @return mixed */
    public function getDataObject();

    /** @return array<int|string, mixed>|null the next row, null after the last one */
    public function fetch();

    /** @return mixed a value of the next row, false after the last one */
    public function fetchColumn(?int $index = null);

    /** @return string the key type of rows: one of the TableMap::TYPE_* constants */
    public function getIndexType(): string;

    public function close(): void;
}
