<?php

declare(strict_types=1);

namespace Orm\Runtime\Logger;

use Orm\Runtime\Connection\Secrets;

/**
 * Parses SQL as far as a log needs it: only comments, strings and quoted names are recognized, not the grammar.
 *
 * @internal
 */
final class QueryShape
{
    /** Comments, strings, PostgreSQL dollar quotes; then names, placeholders, casts, numbers, any other character. */
    private const TOKENS = '~(?<skip>--[^\n]*|/\*.*?\*/)|(?<text>\'(?:[^\'\\\\]|\'\'|\\\\.)*\'|\$(\w*)\$.*?\$\3\$)'
        . '|(?<name>"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[\w[^\]]*\]|[a-z_\x80-\xff][\w$\x80-\xff]*)'
        . '|(?<cast>::)|(?<placeholder>:\w+|\?(?![|&?])|\$\d+)|(?<number>\d[\w.]*)|(?<other>\S)~isS';

    /** Keywords, which are not columns: the column comes before or after them. */
    private const WORDS = '/^(?:and|or|not|in|like|ilike|between|is|any|all|some|select|from|where|set|having|on|as'
        . '|case|when|then|else|end|limit|offset|order|by|values|insert|into|update|delete|upper|lower|cast|coalesce'
        . '|escape|collate|binary|null|true|false|default|returning|conflict|do|duplicate|key)$/i';

    /** A statement with WITH may also write. DECLARE creates a PostgreSQL cursor for a query. */
    private const READS = '/^[\s(]*(?:SELECT|VALUES|SHOW|EXPLAIN|DESCRIBE|PRAGMA|DECLARE'
        . '|WITH(?!.*\b(?:INSERT|UPDATE|DELETE|MERGE)\b))\b/is';

    public static function isRead(string $sql): bool
    {
        return preg_match(self::READS, $sql) === 1;
    }

    /** Returns whether EXPLAIN can be put before the SQL, which must be a single statement of a supported kind. */
    public static function canBeExplained(string $sql): bool
    {
        if (preg_match('/^[\s(]*(?:SELECT|WITH|VALUES|INSERT|UPDATE|DELETE|REPLACE|DECLARE)\b/i', $sql) !== 1) {
            return false;
        }
        $ended = false;
        foreach (self::tokens($sql) as $token) {
            if ($ended && !isset($token['skip'])) {
                return false;
            }
            $ended = $ended || ($token['other'] ?? '') === ';';
        }

        return true;
    }

    /**
     * Returns the SQL without its values. It is equal for queries that differ only in values and in the lengths of
     * their lists.
     */
    public static function of(string $sql): string
    {
        $shape = [];
        foreach (self::tokens($sql) as $token) {
            if (isset($token['skip'])) {
                continue;
            }
            $shape[] = isset($token['text']) || isset($token['placeholder']) || isset($token['number'])
                ? '?'
                : $token[0];
        }

        return (string) preg_replace('/\( \?(?: , \?)* \)(?: , \( \?(?: , \?)* \))*/', '(?)', implode(' ', $shape));
    }

    /**
     * Returns the placeholders for values of columns with secret names, such as `password` or `api_token`.
     *
     * @return array<int|string, true> named ones without their colon, others by position from 1
     */
    public static function secretPlaceholders(string $sql): array
    {
        if (!Secrets::isSecretName($sql)) {
            return [];
        }
        $secret = $inserted = [];
        $column = '';
        [$position, $depth, $index] = [0, 0, 0];
        $isList = $isValues = false;
        $waiting = null;
        foreach (self::tokens($sql) as $token) {
            if (isset($token['name'])) {
                $name = trim($token['name'], '"`[]');
                if (strcasecmp($name, 'into') === 0) {
                    $isList = true;
                } elseif (strcasecmp($name, 'values') === 0) {
                    [$isList, $isValues, $depth] = [false, true, 0];
                } elseif (preg_match(self::WORDS, $token['name']) === 1) {
                    $isList = $isList && $inserted === [];
                    $isValues = $isValues && $depth > 0;
                } else {
                    $column = $name;
                    if ($isList && $depth === 1) {
                        $inserted[] = $name;
                    }
                    if ($waiting !== null && Secrets::isSecretName($name)) {
                        $secret[$waiting] = true;
                    }
                }
            } elseif (isset($token['placeholder'])) {
                $position++;
                $key = $token[0] === '?' ? $position : ltrim($token[0], ':$');
                $name = $isValues && isset($inserted[$index]) ? $inserted[$index] : $column;
                if (Secrets::isSecretName($name)) {
                    $secret[$key] = true;
                }
                $waiting = $key;
                continue;
            } elseif (isset($token['other'])) {
                $depth += $token[0] === '(' ? 1 : ($token[0] === ')' ? -1 : 0);
                if ($isValues && $token[0] === '(' && $depth === 1) {
                    $index = 0;
                } elseif ($isValues && $token[0] === ',' && $depth === 1) {
                    $index++;
                }
                if (in_array($token[0], ['=', '<', '>', '!', ')', '.'], true)) {
                    continue;
                }
            }
            // A column after the value and an operator: `:p1 = password`.
            if (!isset($token['skip']) && !isset($token['name'])) {
                $waiting = null;
            }
        }

        return $secret;
    }

    /** @return list<array<int|string, string>> */
    private static function tokens(string $sql): array
    {
        preg_match_all(self::TOKENS, $sql, $tokens, PREG_SET_ORDER | PREG_UNMATCHED_AS_NULL);

        return $tokens;
    }
}
