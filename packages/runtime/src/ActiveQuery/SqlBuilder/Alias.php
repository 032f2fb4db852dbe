<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\Exception\InvalidArgumentException;

/**
 * Names that a query gives to tables, sub-queries and columns. They are written into the SQL, so only valid names are
 * accepted. Quotes are those of standard SQL, and for columns only: `[x]`, backquotes, apostrophes and `$$x$$` mean
 * something else to one database or another.
 *
 * @internal
 */
final class Alias
{
    /**
     * Bare words are no numbers, have no #, which begins a comment on MySQL, and no $ at their start. No database knows
     * longer ones than MySQL for columns. Without \w, which stands for more characters since PCRE 10.43.
     */
    private const WORD = '/^(?!\d+$)[\p{L}\p{N}_][\p{L}\p{N}_$]{0,255}$/Du';

    /** No control characters, no quote inside and no backslash before the last one. */
    private const QUOTED = '/^"[^"\p{Cc}]{0,255}[^"\\\\\p{Cc}]"$/Du';

    public static function check(string $alias): string
    {
        return preg_match(self::WORD, $alias) === 1 ? $alias : throw self::invalid($alias);
    }

    /** The same for a name of a column, which may be in quotes. */
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
