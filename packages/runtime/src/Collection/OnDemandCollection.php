<?php

declare(strict_types=1);

namespace Orm\Runtime\Collection;

use Orm\Runtime\Collection\Exception\ReadOnlyModelException;
use Orm\Runtime\DataFetcher\DataFetcherInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Formatter\AbstractFormatter;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Parser\AbstractParser;
use Orm\Runtime\Util\BoundValue;

/**
 * A result that is read during iteration, forward only and once.
 *
 * @template TKey of int|string
 * @template T
 * @extends Collection<TKey, T>
 */
class OnDemandCollection extends Collection
{
    private ?OnDemandIterator $iterator = null;

    /** @param \Orm\Runtime\Formatter\ObjectFormatter $formatter creates an object from each row */
    public function initIterator(AbstractFormatter $formatter, DataFetcherInterface $dataFetcher): void
    {
        $this->iterator = new OnDemandIterator($formatter, $dataFetcher);
    }

    /** @return \Traversable<TKey, T> */
    public function getIterator(): \Traversable
    {
        return $this->iterator ?? throw new OrmException('The on-demand collection has no rows to read');
    }

    public function count(): int
    {
        return $this->iterator?->count() ?? 0;
    }

    public function isEmpty(): bool
    {
        return $this->count() === 0;
    }

    public function offsetExists(mixed $offset): bool
    {
        throw $this->noRandomAccess();
    }

    #[\ReturnTypeWillChange]
    public function &offsetGet(mixed $offset)
    {
        throw $this->noRandomAccess();
    }

    public function offsetSet(mixed $offset, mixed $value): void
    {
        throw $this->readOnly();
    }

    public function offsetUnset(mixed $offset): void
    {
        throw $this->readOnly();
    }

    public function prepend(mixed $value): int
    {
        throw $this->readOnly();
    }

    public function pop()
    {
        throw $this->readOnly();
    }

    public function shift()
    {
        throw $this->readOnly();
    }

    public function remove(int|string $key): void
    {
        throw $this->readOnly();
    }

    public function clear(): void
    {
        throw $this->readOnly();
    }

    public function setData(array $data): void
    {
        throw $this->readOnly();
    }

    public function get(int|string $key)
    {
        throw $this->noRandomAccess();
    }

    public function diff(Collection $collection): self
    {
        throw $this->noRandomAccess();
    }

    public function getData(): array
    {
        throw $this->noRandomAccess();
    }

    public function getArrayCopy(): array
    {
        throw $this->noRandomAccess();
    }

    public function getFirst()
    {
        throw $this->noRandomAccess();
    }

    public function getLast()
    {
        throw $this->noRandomAccess();
    }

    public function search(mixed $element)
    {
        throw $this->noRandomAccess();
    }

    public function fromArray(array $rows): void
    {
        throw $this->readOnly();
    }

    public function importFrom(AbstractParser|string $parser, string $data)
    {
        throw $this->readOnly();
    }

    public function exportTo(
        AbstractParser|string $parser,
        bool $usePrefix = true,
        bool $includeLazyLoadColumns = true,
        string $keyType = TableMap::TYPE_PHPNAME,
    ): string {
        throw new OrmException('An on-demand collection cannot be exported');
    }

    public function toArray(
        ?string $keyColumn = null,
        bool $usePrefix = false,
        string $keyType = TableMap::TYPE_PHPNAME,
        bool $includeLazyLoadColumns = true,
        array $alreadyDumpedObjects = [],
    ): array {
        $rows = [];
        foreach ($this as $key => $object) {
            $key = $keyColumn === null ? $key : BoundValue::text($object->{'get' . $keyColumn}());
            $rows[$usePrefix ? $this->getModel() . '_' . $key : $key]
                = $object->toArray($keyType, $includeLazyLoadColumns, $alreadyDumpedObjects, true);
        }

        return $rows;
    }

    public function __serialize(): array
    {
        throw new OrmException('An on-demand collection cannot be serialized');
    }

    public function unserialize($data): void
    {
        throw new OrmException('An on-demand collection cannot be serialized');
    }

    private function readOnly(): ReadOnlyModelException
    {
        return new ReadOnlyModelException('An on-demand collection cannot be changed');
    }

    private function noRandomAccess(): OrmException
    {
        return new OrmException('The rows of an on-demand collection can only be iterated');
    }
}
