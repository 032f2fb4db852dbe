<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Map\ColumnTypes;
use Orm\Runtime\Util\TemporalValue;

use function is_string;

/**
 * Converts values to strings with the adapter before they are bound, such as dates.
 *
 * @internal
 */
final class WrittenValues
{
    /** Strings that most databases store unchanged, and their formats. */
    private const SAMPLES = [
        ColumnTypes::DATE => ['2000-02-03', 'Y-m-d'],
        ColumnTypes::TIME => ['04:05:06.000000', 'H:i:s.u'],
        ColumnTypes::TIMESTAMP => ['2000-02-03 04:05:06.000000', 'Y-m-d H:i:s.u'],
        ColumnTypes::DATETIME => ['2000-02-03 04:05:06.000000', 'Y-m-d H:i:s.u'],
    ];

    /** @var array<int, string> the formats of strings that are stored unchanged, by position */
    private readonly array $formats;

    /**
     * @param array<int, string> $types column types by the positions of the values
     * @param int $width the number of values per row
     * @param bool $areChecked whether setters have already checked the values
     */
    public function __construct(
        private readonly AdapterInterface $adapter,
        private readonly array $types,
        private readonly int $width,
        bool $areChecked = false,
    ) {
        $formats = [];
        foreach ($areChecked ? $types : [] as $position => $type) {
            [$sample, $format] = self::SAMPLES[$type] ?? [null, null];
            if ($sample !== null && $adapter->storedText($sample, $type) === $sample) {
                $formats[$position] = $format;
            }
        }
        $this->formats = $formats;
    }

    /**
     * @param list<mixed> $values the values of one or more rows
     * @return list<mixed>
     */
    public function of(array $values): array
    {
        $end = count($values);
        foreach ($this->types as $first => $type) {
            $format = $this->formats[$first] ?? null;
            for ($i = $first; $i < $end; $i += $this->width) {
                $value = $values[$i];
                $isStored = $value === null
                    || ($format !== null && is_string($value) && TemporalValue::isInFull($value, $format));
                $values[$i] = $isStored ? $value : $this->adapter->storedText($value, $type);
            }
        }

        return $values;
    }
}
