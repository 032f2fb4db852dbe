<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Util\UuidConverter;

/**
 * PostgreSQL can store NaN and infinity, and rejects a statement in which a UUID is none.
 *
 * @internal
 */
final class PgsqlValueBinding extends ValueBinding
{
    protected function infinityText(float $value): string
    {
        return (string) $value;
    }

    /** A rejected statement would be the end of its transaction. */
    protected function uuidText(string $text): string
    {
        return preg_match('/^\s*\{?(?:[0-9a-f]{4}-?){8}\}?\s*$/iD', $text) === 1
            ? UuidConverter::canonical($text)
            : throw new InvalidArgumentException(sprintf('"%s" is not a valid UUID', substr($text, 0, 100)));
    }
}
