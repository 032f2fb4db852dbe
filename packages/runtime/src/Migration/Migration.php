<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

/** A migration, as read from its file. */
final class Migration
{
    private const DIRECTIVES = ['up', 'down', 'irreversible', 'no-transaction', 'allow', 'batch'];

    /**
     * @param list<Statement> $up
     * @param list<Statement>|null $down null if the file has no down section
     * @param string|null $irreversible why the migration cannot be reverted, if the file has a line `irreversible`
     */
    private function __construct(
        public readonly string $version,
        public readonly string $name,
        public readonly string $path,
        public readonly array $up,
        public readonly ?array $down,
        public readonly ?string $irreversible,
        public readonly bool $inTransaction,
    ) {
    }

    /**
     * Returns the migrations of a directory, oldest first.
     *
     * @return array<string, self> by version
     */
    public static function readAll(string $directory, Lexicon $lexicon): array
    {
        $migrations = [];
        foreach (is_dir($directory) ? (scandir($directory) ?: []) : [] as $file) {
            if (!str_ends_with($file, '.sql')) {
                continue;
            }
            $migration = self::read("$directory/$file", $lexicon);
            $other = $migrations[$migration->version] ?? null;
            if ($other !== null) {
                throw new MigrationException(
                    'ORM-D025',
                    "$other->path and $migration->path have the same version",
                    "give one of them another number than $migration->version",
                );
            }
            $migrations[$migration->version] = $migration;
        }
        ksort($migrations, SORT_STRING);

        return $migrations;
    }

    /** @return list<Statement> */
    public function statements(string $direction): array
    {
        return $direction === 'up' ? $this->up : ($this->down ?? []);
    }

    /** Returns whether the migration can be one transaction. Statements in batches cannot be part of one. */
    public function isWhole(string $direction): bool
    {
        $inBatches = static fn (Statement $statement): bool => $statement->batch !== null;

        return $this->inTransaction && array_filter($this->statements($direction), $inBatches) === [];
    }

    public function label(): string
    {
        return "{$this->version}_$this->name";
    }

    /**
     * Returns the checksums of the first 0, 1, 2, … statements, up to all of them.
     *
     * @return list<string>
     */
    public function checksums(string $direction, Lexicon $lexicon): array
    {
        $checksums = [''];
        foreach ($this->statements($direction) as $index => $statement) {
            $said = implode(' ', Token::significant($statement->text, $lexicon));
            $checksums[] = hash('sha256', "$checksums[$index]\n$said");
        }

        return $checksums;
    }

    private static function read(string $path, Lexicon $lexicon): self
    {
        if (preg_match('/^(\d{14}|\d{10})(?:_(.*))?\.sql$/s', basename($path), $parts) !== 1) {
            $hint = 'a name is a time of fourteen digits, an underscore and a word: 20261115203000_add_isbn.sql';
            throw new MigrationException('ORM-D024', "$path is not a valid migration name", $hint);
        }
        $contents = is_file($path) ? file_get_contents($path) : false;
        if ($contents === false) {
            throw new MigrationException('ORM-D022', "$path cannot be read");
        }
        if (preg_match('//u', $contents) !== 1) {
            throw new MigrationException('ORM-D015', "$path is not UTF-8", 'convert it, for example with iconv');
        }
        $text = (string) preg_replace(['/^\xEF\xBB\xBF/', '/\r\n?/'], ['', "\n"], $contents);
        [$directives, $batches] = self::directives($path, $text, $lexicon);
        $up = $directives['up'] ?? throw new MigrationException(
            'ORM-M003',
            'the file has no line "-- orm: up"',
            'write it above the first statement',
            Place::in($path, $text, 0),
        );
        $way = $directives['down'] ?? $directives['irreversible'] ?? null;
        $isBelow = $way !== null && $way['start'] > $up['start'];
        $section = static fn (int $from, int $to): array
            => self::section($path, $text, $from, $to, $lexicon, $batches);
        $outside = [
            ...$section(0, $up['start']),
            ...(isset($directives['irreversible']) && $isBelow ? $section($way['end'], strlen($text)) : []),
        ];
        if ($outside !== []) {
            throw new MigrationException(
                'ORM-M003',
                'the statement belongs to neither "up" nor "down"',
                'write the line "-- orm: up" above it',
                $outside[0]->place,
            );
        }
        $down = $directives['down'] ?? null;
        $migration = new self(
            $parts[1],
            $parts[2] ?? '',
            $path,
            $section($up['end'], $isBelow ? $way['start'] : strlen($text)),
            $down === null ? null : $section($down['end'], strlen($text)),
            $directives['irreversible']['rest'] ?? null,
            !isset($directives['no-transaction']),
        );
        $all = [...$migration->up, ...$migration->down ?? []];
        Batch::refuseMisplaced($all, array_values($batches), $lexicon);
        self::refuseTransactions($all);

        return $migration;
    }

    /**
     * Returns the comment lines that start with `-- orm:`, except those inside strings or bodies.
     *
     * @return array{array<string, array{rest: string, start: int, end: int}>, array<int, array{Batch, Place}>}
     *     by word, and batches by offset
     */
    private static function directives(string $path, string $text, Lexicon $lexicon): array
    {
        $found = $batches = [];
        for ($position = 0, $length = strlen($text); $position < $length; $position = $token->end) {
            $token = Token::at($text, $position, $lexicon, ';');
            $line = substr($text, $token->start, $token->end - $token->start);
            if (
                $token->kind !== 'comment' || !str_starts_with($line, '-- orm:')
                || !Token::atLineStart($text, $token->start)
            ) {
                continue;
            }
            preg_match('/^-- orm:\s*(\S*)\s*(.*?)\s*$/s', $line, $parts);
            [, $word, $rest] = $parts;
            $place = Place::in($path, $text, $token->start);
            if (!in_array($word, self::DIRECTIVES, true)) {
                $hint = 'known: ' . implode(', ', self::DIRECTIVES);
                throw new MigrationException('ORM-M001', "unknown directive \"$word\"", $hint, $place);
            }
            if ($word === 'batch') {
                preg_match('/^-- orm:\s*batch\s*/', $line, $before);
                $head = $token->start + strlen($before[0] ?? '');
                $placeAt = static fn (int $offset): Place => Place::in($path, $text, $head + $offset);
                $batches[$token->start] = [Batch::read($rest, $placeAt), $place];
                continue;
            }
            $needsMore = $word === 'irreversible' || $word === 'allow';
            $reason = match (true) {
                $needsMore && $rest === '' => $word === 'allow' ? '"allow" needs a code' : "\"$word\" needs a reason",
                !$needsMore && $rest !== '' => "\"$word\" takes no argument: \"$rest\"",
                $word !== 'allow' && isset($found[$word]) => "\"-- orm: $word\" appears a second time",
                $word === 'irreversible' && isset($found['down']),
                $word === 'down' && isset($found['irreversible']) => 'a file with "down" is not "irreversible"',
                $word === 'up' && isset($found['down']) => '"up" stands below "down"',
                default => null,
            };
            if ($reason !== null) {
                throw new MigrationException('ORM-M002', $reason, place: $place);
            }
            $found[$word] ??= ['rest' => $rest, 'start' => $token->start, 'end' => $token->end];
        }

        return [$found, $batches];
    }

    /**
     * @param array<int, array{Batch, Place}> $batches
     * @return list<Statement>
     */
    private static function section(
        string $path,
        string $text,
        int $from,
        int $to,
        Lexicon $lexicon,
        array $batches,
    ): array {
        // The text outside the section is replaced by spaces, so that positions match the file.
        $blank = static fn (string $part): string => (string) preg_replace('/[^\n]/', ' ', $part);
        $cut = $blank(substr($text, 0, $from)) . substr($text, $from, $to - $from);

        $statements = [];
        foreach (Splitter::split($path, $cut, $lexicon) as $statement) {
            $isAbove = static fn (int $start): bool => $start >= $from && $start < $statement->offset;
            $above = array_filter($batches, $isAbove, ARRAY_FILTER_USE_KEY);
            $statements[] = $statement->inBatches((reset($above) ?: [null])[0]);
            $from = $statement->offset;
        }

        return $statements;
    }

    /**
     * Throws on statements that control transactions, because they would end the transaction of the migration.
     *
     * @param list<Statement> $statements
     */
    private static function refuseTransactions(array $statements): void
    {
        $control = '/^(?:BEGIN|START\s+TRANSACTION|COMMIT|END|ROLLBACK|ABORT)'
            . '(?:\s+(?:WORK|TRAN|TRANSACTION|DEFERRED|IMMEDIATE|EXCLUSIVE))*$/Di';
        foreach ($statements as $statement) {
            if (preg_match($control, $statement->text) === 1) {
                throw new MigrationException(
                    'ORM-D034',
                    "a migration must not begin or end transactions: $statement->text",
                    strcasecmp($statement->text, 'END') === 0
                        ? 'remove it; a body from BEGIN to END needs lines with DELIMITER around it'
                        : 'remove it; put statements that belong together into one migration',
                    $statement->place,
                );
            }
        }
    }
}
