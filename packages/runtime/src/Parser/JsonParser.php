<?php

declare(strict_types=1);

namespace Orm\Runtime\Parser;

use JsonException;
use JsonSerializable;
use Orm\Runtime\Exception\InvalidArgumentException;
use Stringable;

/** Reads and writes JSON. Slashes are escaped: a page may have the JSON in a script, which `</script>` would end. */
class JsonParser extends AbstractParser
{
    private const FLAGS = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION;

    public function fromArray(array $array, ?string $rootKey = null): string
    {
        return $this->toJSON($array, $rootKey);
    }

    /**
     * @param array<int|string, mixed> $array
     * @param string|null $rootKey the key of an enclosing object, if any
     */
    public function toJSON(array $array, ?string $rootKey = null): string
    {
        $values = self::values($rootKey === null ? $array : [$rootKey => $array]);
        try {
            return json_encode($values, self::FLAGS);
        } catch (JsonException $failure) {
            throw self::unwritable($values, $failure);
        }
    }

    /**
     * Converts values to what json_encode() can write: streams of binary columns, objects with a string form, NAN and
     * infinity become strings.
     *
     * @internal
     * @param array<int|string, mixed> $array
     * @return array<int|string, mixed>
     */
    public static function values(array $array): array
    {
        array_walk_recursive($array, static function (mixed &$value): void {
            $value = match (true) {
                is_resource($value) => (string) stream_get_contents($value, -1, 0),
                is_float($value) && is_nan($value) => 'NaN',
                is_float($value) && is_infinite($value) => $value > 0 ? 'Infinity' : '-Infinity',
                $value instanceof Stringable && !$value instanceof JsonSerializable => (string) $value,
                default => $value,
            };
        });

        return $array;
    }

    /**
     * Creates the exception for values that cannot be written, which names the first such value.
     *
     * @param array<int|string, mixed> $values
     */
    private static function unwritable(array $values, JsonException $failure): InvalidArgumentException
    {
        $place = self::placeOf($values) ?? [];

        return new InvalidArgumentException(sprintf(
            '%s cannot be written as JSON: %s%s',
            $place === [] ? 'The values' : sprintf('The value of "%s"', implode('.', $place)),
            $failure->getMessage(),
            $failure->getCode() === JSON_ERROR_UTF8 ? '; XML and YAML can contain binary values' : '',
        ), 0, $failure);
    }

    /**
     * @param array<int|string, mixed> $values
     * @return list<int|string>|null the keys that lead to a value that cannot be written
     */
    private static function placeOf(array $values): ?array
    {
        foreach ($values as $key => $value) {
            if (json_encode([$key => $value]) !== false) {
                continue;
            }

            return [$key, ...(is_array($value) ? self::placeOf($value) ?? [] : [])];
        }

        return null;
    }

    public function toArray(string $data, ?string $rootKey = null): array
    {
        return $this->fromJSON($data, $rootKey);
    }

    /**
     * @param string|null $rootKey the key of an enclosing object, if any
     * @return array<int|string, mixed>
     */
    public function fromJSON(string $data, ?string $rootKey = null): array
    {
        try {
            $array = json_decode($data, true, 512, JSON_THROW_ON_ERROR);
        } catch (JsonException $failure) {
            throw new InvalidArgumentException('The text is not valid JSON: ' . $failure->getMessage(), 0, $failure);
        }
        if (!is_array($array)) {
            throw new InvalidArgumentException('The JSON text is neither an object nor a list');
        }

        return $rootKey !== null && is_array($array[$rootKey] ?? null) ? $array[$rootKey] : $array;
    }
}
