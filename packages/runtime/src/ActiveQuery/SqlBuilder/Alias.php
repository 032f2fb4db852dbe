<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\Exception\InvalidArgumentException;

/**
 * Validates the names that a query gives to tables, sub-queries and columns. They are written into the SQL, so only
 * valid names are accepted. Only standard SQL quotes are allowed, and only for columns: `[x]`, backquotes, apostrophes
 * and `$$x$$` have other meanings in some databases.
 *
 * @internal
 */
final class Alias
{
    /**
     * Unquoted names. They are not numbers, contain no #, which starts a comment in MySQL, and do not start with $. The
     * length limit is MySQL's for column aliases, the highest of all databases. \w is not used because it matches more
     * characters since PCRE 10.43.
     */
    private const WORD = '/^(?!\d+$)[\p{L}\p{N}_][\p{L}\p{N}_$]{0,255}$/Du';

    /** Quoted names, without control characters or inner quotes, and without a backslash before the closing quote. */
    private const QUOTED = '/^"[^"\p{Cc}]{0,255}[^"\\\\\p{Cc}]"$/Du';

    public static function check(string $alias): string
    {
        return preg_match(self::WORD, $alias) === 1 ? $alias : throw self::invalid($alias);
    }

    /** Checks the name of a column, which may be quoted. */
    public static function ofColumn(string $alias): string
    {
        return preg_match(self::WORD, $alias) === 1 || preg_match(self::QUOTED, $alias) === 1
            ? $alias
            : throw self::invalid($alias);
    }

    private static function invalid(string $alias): InvalidArgumentException
    {
        return new InvalidArgumentException(sprintf('"%s" is not a valid name for a table or a column', $alias));
    }
}
