<?php

declare(strict_types=1);

namespace Orm\Runtime\Parser;

use JsonException;
use Orm\Runtime\Exception\InvalidArgumentException;

/** JSON. */
class JsonParser extends AbstractParser
{
    public function fromArray(array $array, string $rootKey = 'data'): string
    {
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

    public function toArray(string $data, string $rootKey = 'data'): array
    {
        try {
            $array = json_decode($data, true, 512, JSON_THROW_ON_ERROR);
        } catch (JsonException $failure) {
            throw new InvalidArgumentException('The text is no JSON: ' . $failure->getMessage(), 0, $failure);
        }
        if (!is_array($array)) {
            throw new InvalidArgumentException('The JSON text is neither an object nor a list');
        }

        return $array;
    }

    public function listFromArray(array $array, string $rootKey = 'data'): string
    {
        return $this->fromArray([$rootKey => $array]);
    }

    public function listToArray(string $data, string $rootKey = 'data'): array
    {
        $array = $this->toArray($data);

        return $array[$rootKey] ?? $array;
    }
}
