<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

/** A token of SQL. */
final class Token
{
    private const CLOSERS = ['[' => ']', '(' => ')', '{' => '}', '<' => '>'];

    /**
     * @param 'space'|'comment'|'quoted'|'word'|'other' $kind
     * @param string|null $unfinished the construct that is not closed at the end of the text
     */
    private function __construct(
        public readonly string $kind,
        public readonly int $start,
        public readonly int $end,
        public readonly ?string $unfinished = null,
    ) {
    }

    /** Returns the token that starts at an offset. A word ends where the delimiter starts. */
    public static function at(string $text, int $start, Lexicon $lexicon, string $delimiter): self
    {
        return self::space($text, $start)
            ?? self::lineComment($text, $start, $lexicon, $delimiter)
            ?? self::blockComment($text, $start, $lexicon)
            ?? self::wordOrPrefixedString($text, $start, $lexicon, $delimiter)
            ?? self::dollarQuoted($text, $start, $lexicon)
            ?? self::quoted($text, $start, $lexicon)
            ?? new self('other', $start, $start + 1);
    }

    /**
     * Returns the significant tokens of a statement, without whitespace and comments.
     *
     * @return list<string>
     */
    public static function significant(string $statement, Lexicon $lexicon): array
    {
        $tokens = [];
        for ($position = 0, $length = strlen($statement); $position < $length; $position = $token->end) {
            $token = self::at($statement, $position, $lexicon, ';');
            $text = substr($statement, $token->start, $token->end - $token->start);
            if ($token->kind !== 'space' && $token->kind !== 'comment' && !str_starts_with($text, '/*+')) {
                $tokens[] = $text;
            }
        }

        return $tokens;
    }

    /** Returns whether only whitespace precedes a position on its line. */
    public static function atLineStart(string $text, int $position): bool
    {
        $index = $position - 1;
        while ($index >= 0 && ($text[$index] === ' ' || $text[$index] === "\t")) {
            $index--;
        }

        return $index < 0 || $text[$index] === "\n";
    }

    private static function space(string $text, int $start): ?self
    {
        $length = strspn($text, " \t\n\v\f", $start);

        return $length === 0 ? null : new self('space', $start, $start + $length);
    }

    private static function lineComment(string $text, int $start, Lexicon $lexicon, string $delimiter): ?self
    {
        $first = $text[$start];
        $isDash = $first === '-' && ($text[$start + 1] ?? '') === '-'
            && (!$lexicon->dashNeedsSpace || preg_match('/\G(?:[\s\0]|$)/D', $text, $none, 0, $start + 2) === 1);
        $isComment = $isDash
            || ($lexicon->hashComments && $first === '#')
            // Old files contain these, with every vendor.
            || ($first === '/' && ($text[$start + 1] ?? '') === '/'
                && !str_starts_with($delimiter, '//') && self::atLineStart($text, $start));
        if (!$isComment) {
            return null;
        }
        $end = strpos($text, "\n", $start);

        return new self('comment', $start, $end === false ? strlen($text) : $end);
    }

    private static function blockComment(string $text, int $start, Lexicon $lexicon): ?self
    {
        if (substr_compare($text, '/*', $start, 2) !== 0) {
            return null;
        }
        foreach ($lexicon->codeComments as $opening) {
            if (substr_compare($text, $opening, $start, strlen($opening)) === 0) {
                return self::codeComment($text, $start, $lexicon);
            }
        }
        $depth = 1;
        $position = $start + 2;
        while ($depth > 0) {
            $close = strpos($text, '*/', $position);
            if ($close === false) {
                return new self('comment', $start, strlen($text), 'comment');
            }
            $open = $lexicon->nestedComments ? strpos($text, '/*', $position) : false;
            $opensFirst = $open !== false && $open < $close;
            $depth += $opensFirst ? 1 : -1;
            $position = ($opensFirst ? $open : $close) + 2;
        }

        return new self('comment', $start, $position);
    }

    /** Returns a comment that the server executes. A comment end inside a string does not end it. */
    private static function codeComment(string $text, int $start, Lexicon $lexicon): self
    {
        $length = strlen($text);
        for ($position = $start + 3; $position < $length;) {
            if (substr_compare($text, '*/', $position, 2) === 0) {
                return new self('other', $start, $position + 2);
            }
            $position = self::quoted($text, $position, $lexicon)?->end ?? $position + 1;
        }

        return new self('other', $start, $length, 'comment');
    }

    private static function wordOrPrefixedString(string $text, int $start, Lexicon $lexicon, string $delimiter): ?self
    {
        // Letters outside ASCII are part of names with every vendor.
        if (preg_match('/\G[A-Za-z0-9_\x80-\xff][A-Za-z0-9_$\x80-\xff]*/', $text, $found, 0, $start) !== 1) {
            return null;
        }
        [$word] = $found;
        $end = $start + strlen($word);
        if (($text[$end] ?? '') === "'") {
            if ($lexicon->escapeStrings && strcasecmp($word, 'e') === 0) {
                return self::quotedUntil($text, $start, $end + 1, "'", true, 'string');
            }
            if ($lexicon->alternativeQuotes && preg_match('/^n?q$/i', $word) === 1) {
                $opener = $text[$end + 1] ?? '';
                $close = strpos($text, (self::CLOSERS[$opener] ?? $opener) . "'", min($end + 2, strlen($text)));

                return $close === false
                    ? new self('quoted', $start, strlen($text), 'string')
                    : new self('quoted', $start, $close + 2);
            }
        }
        $cut = strpos($word, $delimiter);

        return new self('word', $start, $cut === false ? $end : $start + $cut);
    }

    private static function dollarQuoted(string $text, int $start, Lexicon $lexicon): ?self
    {
        $tag = '/\G\$(?:[A-Za-z_\x80-\xff][A-Za-z0-9_\x80-\xff]*)?\$/';
        if (!$lexicon->dollarQuotes || preg_match($tag, $text, $found, 0, $start) !== 1) {
            return null;
        }
        $length = strlen($found[0]);
        $close = strpos($text, $found[0], $start + $length);

        return $close === false
            ? new self('quoted', $start, strlen($text), 'string')
            : new self('quoted', $start, $close + $length);
    }

    private static function quoted(string $text, int $start, Lexicon $lexicon): ?self
    {
        $opener = $text[$start];
        if (!isset($lexicon->quotes[$opener])) {
            return null;
        }
        $escapes = str_contains($lexicon->backslashQuotes, $opener);
        $what = $opener === "'" || $escapes ? 'string' : 'quoted name';

        return self::quotedUntil($text, $start, $start + 1, $lexicon->quotes[$opener], $escapes, $what);
    }

    private static function quotedUntil(
        string $text,
        int $start,
        int $from,
        string $closer,
        bool $escapes,
        string $unfinished,
    ): self {
        $length = strlen($text);
        $stops = $escapes ? $closer . '\\' : $closer;
        for ($index = $from; $index < $length; $index++) {
            $index += strcspn($text, $stops, $index);
            if ($index >= $length) {
                break;
            }
            if ($text[$index] === '\\' && $escapes) {
                $index++;
            } elseif (($text[$index + 1] ?? '') === $closer) {
                $index++;
            } else {
                return new self('quoted', $start, $index + 1);
            }
        }

        return new self('quoted', $start, $length, $unfinished);
    }
}
