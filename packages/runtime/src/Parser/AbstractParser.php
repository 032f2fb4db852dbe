<?php

declare(strict_types=1);

namespace Orm\Runtime\Parser;

use Orm\Runtime\Exception\FileNotFoundException;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\RuntimeException;

/** Turns arrays into text of a format, and back. */
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

    /** The content of a file; it is read, never executed. */
    public function load(string $path): string
    {
        if (!is_file($path)) {
            throw new FileNotFoundException(sprintf('There is no file "%s"', $path));
        }

        return (string) file_get_contents($path);
    }

    /**
     * Writes to a file, or returns the text if there is none.
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
     * A parser as exportTo() and importFrom() accept it: itself, or by the name of its format.
     *
     * @internal
     */
    public static function parser(AbstractParser|string $parser): AbstractParser
    {
        return is_string($parser) ? self::getParser($parser) : $parser;
    }
}
