<?php

declare(strict_types=1);

namespace Orm\Runtime\Parser;

use Orm\Runtime\Exception\ClassNotFoundException;
use Orm\Runtime\Exception\InvalidArgumentException;
use Symfony\Component\Yaml\Exception\ParseException;
use Symfony\Component\Yaml\Yaml;

/** YAML: written by a built-in dumper, read with symfony/yaml. */
class YamlParser extends AbstractParser
{
    public function fromArray(array $array, ?string $rootKey = null): string
    {
        return $this->toYAML($array, $rootKey);
    }

    /**
     * @param array<int|string, mixed> $array
     * @param string|null $rootKey the key of an enclosing map, if any
     */
    public function toYAML(array $array, ?string $rootKey = null): string
    {
        return YamlDumper::dump($rootKey === null ? $array : [$rootKey => $array]);
    }

    public function toArray(string $data, ?string $rootKey = null): array
    {
        return $this->fromYAML($data, $rootKey);
    }

    /**
     * @param string|null $rootKey the key of an enclosing map, if any
     * @return array<int|string, mixed>
     */
    public function fromYAML(string $data, ?string $rootKey = null): array
    {
        if (!class_exists(Yaml::class)) {
            throw new ClassNotFoundException('Reading YAML needs the package symfony/yaml');
        }
        try {
            $array = (array) Yaml::parse($data);
        } catch (ParseException $failure) {
            throw new InvalidArgumentException('The text is not valid YAML: ' . $failure->getMessage(), 0, $failure);
        }

        return $rootKey !== null && is_array($array[$rootKey] ?? null) ? $array[$rootKey] : $array;
    }
}
