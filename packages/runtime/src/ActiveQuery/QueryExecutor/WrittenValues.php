<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Adapter\AdapterInterface;

/**
 * Values that the adapter writes as texts before a statement takes them, such as dates.
 *
 * @internal
 */
final class WrittenValues
{
    /**
     * @param array<int, string> $types of columns, by the positions of these values
     * @param int $width the number of all values in a row
     */
    public function __construct(
        private readonly AdapterInterface $adapter,
        private readonly array $types,
        private readonly int $width,
    ) {
    }

    /**
     * @param list<mixed> $values of one row, or of many
     * @return list<mixed>
     */
    public function of(array $values): array
    {
        $end = count($values);
        foreach ($this->types as $first => $type) {
            for ($i = $first; $i < $end; $i += $this->width) {
                $values[$i] = $values[$i] === null ? null : $this->adapter->storedText($values[$i], $type);
            }
        }

        return $values;
    }
}
