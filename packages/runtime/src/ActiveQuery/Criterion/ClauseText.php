<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

use Orm\Runtime\ActiveQuery\Criterion\Exception\InvalidClauseException;
use Orm\Runtime\Adapter\AdapterInterface;

/**
 * A clause with its literals, quoted names and comments hidden: what is left are the words, names and question marks
 * that mean something to us.
 *
 * @internal
 */
final class ClauseText
{
    /** A column with its model: `Book.Title`. */
    public const NAME = '/[\\\\\w\x80-\xff]++(?:\.[\w\x80-\xff]++)++/';

    /** What stands for a hidden part, with its number between two of them. */
    public const MARK = "\x1A";

    /** Each part ends where its end or that of the clause is, and no step back is ever needed: clauses may be long. */
    private const HIDDEN = [
        // A literal with escapes, as PostgreSQL writes it.
        '\b[eE]\'(?:[^\'\\\\]++|\\\\.|\'\')*+(?:\'|\z)',
        '\'[^\']*+(?:\'\'[^\']*+)*+(?:\'|\z)',
        '"[^"]*+(?:""[^"]*+)*+(?:"|\z)',
        '`[^`]*+(?:``[^`]*+)*+(?:`|\z)',
        '\$((?:[a-zA-Z_\x80-\xff][\w\x80-\xff]*+)?+)\$(?:.*?\$\1\$|.*+)',
        '--[^\n]*+',
        '\/\*(?:[^*]++|\*(?!\/))*+(?:\*\/|\z)',
        self::MARK,
    ];

    /** The same where a backslash escapes, as MySQL has it. */
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
            // Elsewhere these are arrays.
            $patterns[] = '\[[^\]]*+(?:\]\][^\]]*+)*+(?:\]|\z)';
        }
        $text = preg_replace_callback(
            '/' . implode('|', $patterns) . '/s',
            static function (array $match) use (&$hidden): string {
                // Nothing that follows must become part of a comment.
                $hidden[] = preg_match('/^(?:--|#)/', $match[0]) ? $match[0] . "\n" : $match[0];

                return self::MARK . (count($hidden) - 1) . self::MARK;
            },
            $clause,
        );

        return new self(self::done($text, $clause), $hidden);
    }

    /** @return list<string> what looks like a name in a clause, parts of literals included */
    public static function namesIn(string $clause): array
    {
        preg_match_all(self::NAME, $clause, $names);

        return $names[0];
    }

    /** Replaces names such as `Book.Title`, but not in the hidden parts. */
    public function replaceNames(callable $replacement): string
    {
        $written = $this->written(static fn (string $name): string => $replacement($name));

        return $written->reveal($written->text);
    }

    /**
     * The clause with names such as `Book.Title` as SQL writes them, which is hidden too.
     *
     * @param callable(string, int): ?string $write gets a name and the number of question marks before it; null: the
     *     name stays
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

    /** Puts the hidden parts back into what became of the text. */
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

    /** If PCRE fails, the clause must not silently become empty. */
    private static function done(?string $result, string $clause): string
    {
        return $result ?? throw new InvalidClauseException(
            sprintf('The clause "%s" cannot be read: %s', substr($clause, 0, 100), preg_last_error_msg()),
        );
    }
}
