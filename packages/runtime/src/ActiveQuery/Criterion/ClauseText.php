<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\Adapter\AdapterInterface;

/**
 * A clause with its literals, quoted names and comments hidden, so that only keywords, names and question marks remain.
 *
 * @internal
 */
final class ClauseText
{
    /** A column with its model: `Book.Title`. */
    public const NAME = '/[\\\\\w\x80-\xff]++(?:\.[\w\x80-\xff]++)++/';

    /** The marker around the number of a hidden part. */
    public const MARK = "\x1A";

    /**
     * Patterns for the hidden parts. Each match ends at its delimiter or at the end of the clause, and none backtracks,
     * because clauses may be long.
     */
    private const HIDDEN = [
        // A PostgreSQL string literal with escapes.
        '\b[eE]\'(?:[^\'\\\\]++|\\\\.|\'\')*+(?:\'|\z)',
        '\'[^\']*+(?:\'\'[^\']*+)*+(?:\'|\z)',
        '"[^"]*+(?:""[^"]*+)*+(?:"|\z)',
        '`[^`]*+(?:``[^`]*+)*+(?:`|\z)',
        '\$((?:[a-zA-Z_\x80-\xff][\w\x80-\xff]*+)?+)\$(?:.*?\$\1\$|.*+)',
        '--[^\n]*+',
        '\/\*(?:[^*]++|\*(?!\/))*+(?:\*\/|\z)',
        self::MARK,
    ];

    /** The same patterns for databases with backslash escapes, such as MySQL. */
    private const HIDDEN_WITH_BACKSLASH = [
        '\'(?:[^\'\\\\]++|\\\\.|\'\')*+(?:\'|\z)',
        '"(?:[^"\\\\]++|\\\\.|"")*+(?:"|\z)',
        '`[^`]*+(?:``[^`]*+)*+(?:`|\z)',
        '--(?=\s|\z)[^\n]*+',
        '#[^\n]*+',
        '\/\*(?:[^*]++|\*(?!\/))*+(?:\*\/|\z)',
        self::MARK,
    ];

    /** @param list<string> $hidden */
    private function __construct(public readonly string $text, private readonly array $hidden)
    {
    }

    public static function of(string $clause, AdapterInterface $adapter): self
    {
        if (strpbrk($clause, '\'"`[$-#/' . self::MARK) === false) {
            return new self($clause, []);
        }
        $hidden = [];
        $patterns = $adapter->hasBackslashEscapes() ? self::HIDDEN_WITH_BACKSLASH : self::HIDDEN;
        if ($adapter->quoteIdentifier('a')[0] === '[') {
            // In other databases, square brackets are arrays.
            $patterns[] = '\[[^\]]*+(?:\]\][^\]]*+)*+(?:\]|\z)';
        }
        $text = preg_replace_callback(
            '/' . implode('|', $patterns) . '/s',
            static function (array $match) use (&$hidden): string {
                // A line break keeps the following text out of the comment.
                $hidden[] = preg_match('/^(?:--|#)/', $match[0]) ? $match[0] . "\n" : $match[0];

                return self::MARK . (count($hidden) - 1) . self::MARK;
            },
            $clause,
        );

        return new self(self::done($text, $clause), $hidden);
    }

    /** @return list<string> everything in a clause that looks like a name, including parts of literals */
    public static function namesIn(string $clause): array
    {
        preg_match_all(self::NAME, $clause, $names);

        return $names[0];
    }

    /** Replaces names such as `Book.Title` outside the hidden parts. */
    public function replaceNames(callable $replacement): string
    {
        $written = $this->written(static fn (string $name): string => $replacement($name));

        return $written->reveal($written->text);
    }

    /**
     * Replaces names such as `Book.Title` with SQL, which becomes hidden, too.
     *
     * @param callable(string, int): ?string $write gets a name and the number of question marks before it; returns null
     *     to keep the name
     */
    public function written(callable $write): self
    {
        $hidden = $this->hidden;
        $parts = explode('?', $this->text);
        foreach ($parts as $mark => $part) {
            $written = preg_replace_callback(
                self::NAME,
                static function (array $match) use ($write, $mark, &$hidden): string {
                    $sql = $write($match[0], $mark);
                    if ($sql === null) {
                        return $match[0];
                    }
                    $hidden[] = $sql;

                    return self::MARK . (count($hidden) - 1) . self::MARK;
                },
                $part,
            );
            $parts[$mark] = self::done($written, $part);
        }

        return new self(implode('?', $parts), $hidden);
    }

    public function countMarks(): int
    {
        return substr_count($this->text, '?');
    }

    /** Restores the hidden parts in a text derived from this clause. */
    public function reveal(string $text): string
    {
        if ($this->hidden === []) {
            return $text;
        }
        $sql = preg_replace_callback(
            '/' . self::MARK . '(\d+)' . self::MARK . '/',
            fn (array $match): string => $this->hidden[(int) $match[1]],
            $text,
        );

        return self::done($sql, $text);
    }

    /** Throws if PCRE failed, because the clause must not silently become empty. */
    private static function done(?string $result, string $clause): string
    {
        return $result ?? throw new InvalidClauseException(
            sprintf('The clause "%s" cannot be read: %s', substr($clause, 0, 100), preg_last_error_msg()),
        );
    }
}
