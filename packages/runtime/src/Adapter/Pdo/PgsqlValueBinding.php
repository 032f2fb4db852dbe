<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter\Pdo;

use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Util\UuidConverter;

/**
 * Binds values for PostgreSQL, which can store NaN and infinity and rejects statements with invalid UUIDs.
 *
 * @internal
 */
final class PgsqlValueBinding extends ValueBinding
{
    protected function infinityText(float $value): string
    {
        return (string) $value;
    }

    /** Rejects invalid UUIDs, because a rejected statement would abort the transaction. */
    protected function uuidText(string $text): string
    {
        return preg_match('/^\s*\{?(?:[0-9a-f]{4}-?){8}\}?\s*$/iD', $text) === 1
            ? UuidConverter::canonical($text)
            : throw new InvalidArgumentException(sprintf('"%s" is not a valid UUID', substr($text, 0, 100)));
    }
}
