<?php

declare(strict_types=1);

namespace Orm\Runtime\Parser;

use Orm\Runtime\Exception\ClassNotFoundException;
use Orm\Runtime\Exception\InvalidArgumentException;
use Symfony\Component\Yaml\Exception\ParseException;
use Symfony\Component\Yaml\Yaml;

/** YAML: written by a dumper of our own, read with symfony/yaml. */
class YamlParser extends AbstractParser
{
    public function fromArray(array $array, string $rootKey = 'data'): string
    {
        return YamlDumper::dump($array);
    }

    public function toArray(string $data, string $rootKey = 'data'): array
    {
        if (!class_exists(Yaml::class)) {
            throw new ClassNotFoundException('Reading YAML needs the package symfony/yaml');
        }
        try {
            $array = Yaml::parse($data);
        } catch (ParseException $failure) {
            throw new InvalidArgumentException('The text is no YAML: ' . $failure->getMessage(), 0, $failure);
        }

        return (array) $array;
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
