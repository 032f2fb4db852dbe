<?php

declare(strict_types=1);

namespace Orm\Runtime\Exception\Database;

use PDOException;
use Throwable;

/**
 * The server's message about why it rejected a statement.
 *
 * @internal
 */
final class ServerReason
{
    /** Where servers repeat a value in messages: it may be a secret, and messages end up in logs. */
    private const VALUES = '/(?<=entry |value: |value |: )([\'"]).*\1(?= for |$)|(?<=\)=)\(.*\)/s';

    /** The messages of servers about a table that does not exist. */
    private const NO_TABLE = "/no such table|^Table '.*' doesn't exist|^relation .* does not exist/";
    private const CREATE_IT = '; `orm sql:insert` creates the tables, `orm migrate` brings them up to date';

    /** The messages of servers about a column that does not exist. */
    private const NO_COLUMN = "/no such column|has no column named|^Unknown column '|^column .* does not exist/";
    private const ADD_IT = '; `orm migrate` brings the tables up to date, '
        . 'after `orm migration:diff NAME` if the schema has changed';

    /** @return string a space and the reason in parentheses; empty if the failure does not come from a server */
    public static function text(Throwable $failure): string
    {
        if (!$failure instanceof PDOException) {
            return '';
        }
        $reason = (string) ($failure->errorInfo[2] ?? $failure->getMessage());
        // PostgreSQL appends lines with the values of a row and the statement.
        $first = preg_split('/\R\s*(?:DETAIL|LINE|CONTEXT|HINT)\b|\R/', trim($reason))[0] ?? '';
        $plain = preg_replace(
            ['/^SQLSTATE\[\w+\](?: \[\d+\])?:? ?/', '/^ERROR:\s+/', self::VALUES],
            ['', '', '…'],
            $first,
        );

        if ($plain === '' || $plain === null) {
            return '';
        }

        $hint = match (1) {
            preg_match(self::NO_TABLE, $plain) => self::CREATE_IT,
            preg_match(self::NO_COLUMN, $plain) => self::ADD_IT,
            default => '',
        };

        return ' (' . $plain . $hint . ')';
    }
}
