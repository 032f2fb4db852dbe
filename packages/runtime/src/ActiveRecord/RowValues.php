<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\QueryExecutor\TypedValues;
use Orm\Runtime\ActiveQuery\QueryExecutor\WrittenValues;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Orm;
use Orm\Runtime\Util\UuidConverter;

/**
 * Prepares the values of a row for a statement that writes it. If all values are numbers, strings or convertible to
 * strings, they are passed in one call. Otherwise, for example with binary data, each value is bound by column type.
 *
 * @internal
 */
final class RowValues
{
    /** Binds the values; null: they are passed to execute(). */
    public readonly ?TypedValues $binder;

    /** @var list<int|string> the result of Statement::texts() */
    public readonly array $texts;

    /** Whether the values of ofRows() for many rows can be passed to execute(). */
    public readonly bool $arePlain;

    /** Whether of() returns the values unchanged. */
    public readonly bool $areDirect;

    /** Whether the adapter bound values by position when this object was created. */
    private readonly bool $isByPosition;

    /** @var list<string>|null placeholders for values that are passed to execute() by name */
    private readonly ?array $placeholders;

    /** @var array{int, TypedValues}|null the last number of rows passed to rowsBinder(), and its result */
    private ?array $lastRowsBinder = null;

    private readonly ?WrittenValues $written;

    /**
     * @param list<string> $types column types, in the order of the values
     * @param int $first the number of the first placeholder
     */
    public function __construct(
        private readonly AdapterInterface $adapter,
        private readonly array $types,
        int $first,
    ) {
        $names = array_map(static fn (int $i): string => ':p' . ($first + $i), array_keys($types));
        $rest = array_filter($types, static fn (string $type): bool => !$adapter->bindsPlainly($type));
        $written = $rest !== [] && $adapter->bindsPlainly('VARCHAR')
            ? array_intersect($rest, ColumnMap::WRITTEN_TYPES)
            : [];
        $this->arePlain = $written === $rest;
        $isOneCall = Orm::$hasShortcuts && $this->arePlain;
        $this->isByPosition = $adapter->bindsNamesByPosition();
        $this->placeholders = $isOneCall && !$this->isByPosition ? $names : null;
        $this->written = $this->arePlain && $written !== []
            ? new WrittenValues($adapter, $written, count($types), true)
            : null;
        $this->areDirect = !$isOneCall || ($this->placeholders === null && $written === []);
        $named = array_combine($names, $types);
        $this->binder = $isOneCall ? null : new TypedValues($adapter, $named);
        $this->texts = Statement::texts($named, $isOneCall && $this->isByPosition);
    }

    /**
     * Returns the values in the form for the statement.
     *
     * @param list<mixed> $values values of the properties
     * @return array<int|string, mixed>
     */
    public function of(array $values): array
    {
        $values = $this->ofRows($values);

        return $this->placeholders === null ? $values : array_combine($this->placeholders, $values);
    }

    /**
     * Returns the values of many rows in the form for a statement.
     *
     * @param list<mixed> $values values of the properties of all rows
     * @return list<mixed>
     */
    public function ofRows(array $values): array
    {
        if ($this->arePlain) {
            return $this->written === null ? $values : $this->written->of($values);
        }
        $end = count($values);
        foreach (array_intersect_key(ColumnMap::UUID_BYTES, array_flip($this->types)) as $type => $isSwapped) {
            foreach (array_keys($this->types, $type, true) as $first) {
                for ($i = $first; $i < $end; $i += count($this->types)) {
                    $values[$i] = $values[$i] === null
                        ? null
                        : UuidConverter::uuidToBin((string) $values[$i], $isSwapped);
                }
            }
        }

        return $values;
    }

    /** Returns the binder for the values of many rows, by position; null: they are passed to execute(). */
    public function rowsBinder(int $rows): ?TypedValues
    {
        if ($this->arePlain) {
            return null;
        }
        if ($this->lastRowsBinder === null || $this->lastRowsBinder[0] !== $rows) {
            $types = [];
            for ($i = 0; $i < $rows; $i++) {
                foreach ($this->types as $type) {
                    // ofRows() converts UUIDs to bytes.
                    $types[count($types) + 1] = isset(ColumnMap::UUID_BYTES[$type]) ? 'BINARY' : $type;
                }
            }
            $this->lastRowsBinder = [$rows, new TypedValues($this->adapter, $types)];
        }

        return $this->lastRowsBinder[1];
    }

    /** Returns whether this object is still valid for the current adapter of the database. */
    public function isFor(AdapterInterface $adapter): bool
    {
        return $this->adapter === $adapter && $this->isByPosition === $adapter->bindsNamesByPosition();
    }
}
