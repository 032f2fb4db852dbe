<?php

declare(strict_types=1);

namespace Orm\Runtime\Parser;

use Orm\Runtime\Exception\FileNotFoundException;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\RuntimeException;

/** Converts between arrays and strings of a format. */
abstract class AbstractParser
{
    private const PARSERS = [
        'XML' => XmlParser::class,
        'YAML' => YamlParser::class,
        'JSON' => JsonParser::class,
        'CSV' => CsvParser::class,
    ];

    /**
     * @param array<int|string, mixed> $array
     * @return string
     */
    abstract public function fromArray(array $array, string $rootKey = 'data');

    /** @return array<int|string, mixed> */
    abstract public function toArray(string $data, string $rootKey = 'data'): array;

    /** @param array<int|string, mixed> $array rows */
    public function listFromArray(array $array, ?string $rootKey = 'data'): string
    {
        return $this->fromArray($array, $rootKey ?? 'data');
    }

    /** @return array<int|string, mixed> rows */
    public function listToArray(string $data, string $rootKey = 'data'): array
    {
        return $this->toArray($data, $rootKey);
    }

    /** Returns the content of a file, which is never executed. */
    public function load(string $path): string
    {
        if (!is_file($path)) {
            throw new FileNotFoundException(sprintf('There is no file "%s"', $path));
        }

        return (string) file_get_contents($path);
    }

    /**
     * Writes data to a file, or returns it if no file is given.
     *
     * @return string|null
     */
    public function dump(string $data, ?string $path = null)
    {
        if ($path === null) {
            return $data;
        }
        if (file_put_contents($path, $data) === false) {
            throw new RuntimeException(sprintf('Cannot write to "%s"', $path));
        }

        return null;
    }

    public static function getParser(string $type = 'XML'): AbstractParser
    {
        $class = self::PARSERS[strtoupper($type)] ?? throw new InvalidArgumentException(sprintf(
            'Unknown format "%s"; known formats: %s',
            $type,
            implode(', ', array_keys(self::PARSERS)),
        ));

        return new $class();
    }

    /**
     * Returns the parser for an argument of exportTo() or importFrom(): a parser, or the name of its format.
     *
     * @internal
     */
    public static function parser(AbstractParser|string $parser): AbstractParser
    {
        return is_string($parser) ? self::getParser($parser) : $parser;
    }
}
