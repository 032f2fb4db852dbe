<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

/** Parameters for running a statement in batches of rows: `-- orm: batch table=book key=id size=1000 pause=50ms`. */
final class Batch
{
    private const EXAMPLE = 'such as "-- orm: batch table=book key=id size=1000 pause=50ms"';
    private const QUOTES = 'put a name with other characters into double quotes';
    private const DEFAULT_SIZE = '1000';
    private const NAME = '(?:"(?:[^"]|"")+"|[^\s".,]+)';

    /** The pattern, the expected value and a hint, by parameter name. */
    private const PARAMETERS = [
        'table' => [
            '/^' . self::NAME . '(?:\.' . self::NAME . ')?$/D',
            'be a name, or those of a schema and a table with a dot between them',
            self::QUOTES,
        ],
        'key' => [
            '/^' . self::NAME . '(?:,' . self::NAME . ')*$/D',
            'be the name of a column, or several with commas between them',
            self::QUOTES,
        ],
        'size' => ['/^[1-9]\d{0,8}$/D', 'be a number of rows, from 1 on', null],
        'pause' => ['/^(?:0|\d{1,6}(?:ms|s))$/D', 'be a time such as 50ms or 2s', null],
    ];

    /**
     * @param non-empty-list<string> $table the table name, preceded by its schema, if any
     * @param non-empty-list<string> $key the columns that determine the order of the rows
     * @param int $size the number of rows in a batch
     * @param int $pause the milliseconds between two batches
     */
    private function __construct(
        public readonly array $table,
        public readonly array $key,
        public readonly int $size,
        public readonly int $pause,
    ) {
    }

    /**
     * Parses the text after `batch`.
     *
     * @param callable(int): Place $placeAt returns the location of a part of the text
     */
    public static function read(string $text, callable $placeAt): self
    {
        $given = [];
        $part = '/([^\s="]*)=((?:"(?:[^"]|"")*"|[^\s"])*)(?=[ \t]|$)|\S+/D';
        preg_match_all($part, $text, $found, PREG_SET_ORDER | PREG_OFFSET_CAPTURE | PREG_UNMATCHED_AS_NULL);
        foreach ($found as [[$all, $offset], [$name], [$value]]) {
            [$pattern, $must, $hint] = self::PARAMETERS[$name ?? ''] ?? [null, null, null];
            [$reason, $hint] = match (true) {
                $name === null => ["\"batch\" takes name=value, and not \"$all\"", self::EXAMPLE],
                $pattern === null => [
                    "\"batch\" has no parameter \"$name\"",
                    'known: ' . implode(', ', array_keys(self::PARAMETERS)),
                ],
                isset($given[$name]) => ["\"$name\" appears a second time", null],
                preg_match($pattern, (string) $value) !== 1 => ["\"$name\" must $must, and not \"$value\"", $hint],
                default => [null, null],
            };
            if ($reason !== null) {
                throw new MigrationException('ORM-M002', $reason, $hint, $placeAt((int) $offset));
            }
            $given[(string) $name] = (string) $value;
        }
        foreach (['table', 'key'] as $needed) {
            if (!isset($given[$needed])) {
                throw new MigrationException('ORM-M002', "\"batch\" needs a $needed", self::EXAMPLE, $placeAt(0));
            }
        }
        $pause = $given['pause'] ?? '0';

        return new self(
            self::names($given['table']),
            self::names($given['key']),
            (int) ($given['size'] ?? self::DEFAULT_SIZE),
            (int) $pause * (preg_match('/\ds$/D', $pause) === 1 ? 1000 : 1),
        );
    }

    /**
     * Throws unless each `batch` line belongs to a statement, and statements have either both a `batch` line and the
     * placeholder or neither.
     *
     * @param list<Statement> $statements
     * @param list<array{Batch, Place}> $batches the batches of the file
     */
    public static function refuseMisplaced(array $statements, array $batches, Lexicon $lexicon): void
    {
        $used = array_map(static fn (Statement $statement): ?self => $statement->batch, $statements);
        foreach ($batches as [$batch, $place]) {
            if (!in_array($batch, $used, true)) {
                $hint = 'write one line "batch" above each';
                throw new MigrationException('ORM-M002', 'there is no statement for this "batch"', $hint, $place);
            }
        }
        foreach ($statements as $statement) {
            $hasPlaceholder = self::placeholders($statement->text, $lexicon) !== [];
            if ($hasPlaceholder !== ($statement->batch !== null)) {
                [$reason, $hint] = $hasPlaceholder
                    ? [':batch needs a line "-- orm: batch" above the statement', self::EXAMPLE]
                    : [
                        'the statement below "batch" has no :batch',
                        'write "WHERE :batch" for the rows of a batch',
                    ];
                throw new MigrationException('ORM-M002', $reason, $hint, $statement->place);
            }
        }
    }

    /**
     * Returns the statement for some rows.
     *
     * @param callable(string): string $condition returns the condition that selects them, for columns with the given
     *     qualifier
     */
    public static function forRows(string $statement, Lexicon $lexicon, callable $condition): string
    {
        $result = '';
        $position = 0;
        foreach (self::placeholders($statement, $lexicon) as [$start, $length, $alias]) {
            $result .= substr($statement, $position, $start - $position) . $condition($alias === null ? '' : "$alias.");
            $position = $start + $length;
        }

        return $result . substr($statement, $position);
    }

    /**
     * Returns the placeholders of a statement for the keys of a batch: `:batch`, or `:batch(b)` where `b` is the table.
     *
     * @return list<array{int, int, string|null}> offset, length, and the table as written in the statement
     */
    private static function placeholders(string $statement, Lexicon $lexicon): array
    {
        $found = [];
        $pattern = '/\G:batch(?![\w$])(?:\(((?:"(?:[^"]|"")+"|`[^`]+`|[\w$])+)\))?/i';
        for ($position = 0, $length = strlen($statement); $position < $length;) {
            // After one of these, a colon belongs to a cast or an array slice.
            $isColon = $statement[$position] === ':'
                && ($position === 0 || preg_match('/[\w:\])"\'`]/', $statement[$position - 1]) !== 1);
            if ($isColon && preg_match($pattern, $statement, $match, 0, $position) === 1) {
                $found[] = [$position, strlen($match[0]), $match[1] ?? null];
                $position += strlen($match[0]);
                continue;
            }
            $position = Token::at($statement, $position, $lexicon, ';')->end;
        }

        return $found;
    }

    /** @return non-empty-list<string> */
    private static function names(string $value): array
    {
        preg_match_all('/"((?:[^"]|"")+)"|[^\s".,]+/', $value, $found, PREG_SET_ORDER);
        $name = static fn (array $match): string => isset($match[1]) ? str_replace('""', '"', $match[1]) : $match[0];

        return array_map($name, $found) ?: [''];
    }
}
