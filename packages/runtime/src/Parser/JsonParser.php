<?php

declare(strict_types=1);

namespace Orm\Runtime\Parser;

use JsonException;
use Orm\Runtime\Exception\InvalidArgumentException;

/** JSON. */
class JsonParser extends AbstractParser
{
    public function fromArray(array $array, ?string $rootKey = null): string
    {
        return $this->toJSON($array, $rootKey);
    }

    /**
     * @param array<int|string, mixed> $array
     * @param string|null $rootKey the key of an object around it, if there is to be one
     */
    public function toJSON(array $array, ?string $rootKey = null): string
    {
        $array = $rootKey === null ? $array : [$rootKey => $array];
        array_walk_recursive($array, static function (mixed &$value): void {
            // Getters of binary columns give streams.
            $value = is_resource($value) ? (string) stream_get_contents($value, -1, 0) : $value;
        });
        try {
            return json_encode($array, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        } catch (JsonException $failure) {
            throw new InvalidArgumentException(
                'The values cannot be written as JSON: ' . $failure->getMessage(),
                0,
                $failure,
            );
        }
    }

    public function toArray(string $data, ?string $rootKey = null): array
    {
        return $this->fromJSON($data, $rootKey);
    }

    /**
     * @param string|null $rootKey the key of the object around it, if there may be one
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
