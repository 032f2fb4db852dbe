<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Orm\Runtime\Exception\InvalidArgumentException;

/**
 * Names that a query gives to tables, sub-queries and columns. They are written into the SQL, so only valid names are
 * accepted: a word, or a text in quotes that does not contain the closing quote.
 *
 * @internal
 */
final class Alias
{
    /** Bare words have no #, which begins a comment on MySQL; nothing has control characters. */
    private const NAME = '/^(?!.*\p{Cc})(?:[\w$]+|"[^"]*[^"\\\\]"|\'[^\']*[^\'\\\\]\'|`[^`]+`|\[[^]]+])$/Dsu';

    public static function check(string $alias): string
    {
        return preg_match(self::NAME, $alias) === 1
            ? $alias
            : throw new InvalidArgumentException(sprintf('"%s" is not a valid name for a table or a column', $alias));
    }
}
