<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

/** Splits SQL into statements, without their delimiters and leading comments. */
final class Splitter
{
    /** The number of words at the start of a statement that identify its kind. */
    private const HEAD = 6;

    /** @var list<Statement> */
    private array $statements = [];
    private string $delimiter = ';';
    /** The start of the statement's first token that is neither whitespace nor a comment. */
    private int $start = -1;
    /** The end of the last token that is not whitespace. */
    private int $contentEnd = 0;
    /** @var list<string> */
    private array $words = [];
    /** @var list<int> the offsets where the open blocks start */
    private array $blocks = [];
    private bool $sawBatchLine = false;

    private function __construct(
        private readonly string $file,
        private readonly string $text,
        private readonly Lexicon $lexicon,
        private readonly bool $batchesOnly,
    ) {
    }

    /**
     * @return list<Statement>
     * @throws MigrationException if the SQL cannot be split
     */
    public static function split(string $file, string $text, Lexicon $lexicon): array
    {
        // A file with batches is split only at these, which is known once one has been found.
        if ($lexicon->batchLines) {
            $batches = new self($file, $text, $lexicon, true);
            $statements = $batches->run();
            if ($batches->sawBatchLine) {
                return $statements;
            }
        }

        return (new self($file, $text, $lexicon, false))->run();
    }

    /** @return list<Statement> */
    private function run(): array
    {
        for ($position = 0, $length = strlen($this->text); $position < $length;) {
            $position = $this->separatorAt($position) ?? $this->take($position);
        }
        if ($this->blocks !== []) {
            throw $this->unfinished($this->blocks[0], 'block');
        }
        $this->finish();

        return $this->statements;
    }

    /** Ends the statement if a separator starts here, and returns the position after it. */
    private function separatorAt(int $position): ?int
    {
        $text = $this->text;
        if ($this->batchesOnly) {
            return $this->batchLineAt($position);
        }
        if (substr_compare($text, $this->delimiter, $position, strlen($this->delimiter)) === 0) {
            if ($this->blocks !== [] || $this->runsToSlash()) {
                return null;
            }
            $this->finish();

            return $position + strlen($this->delimiter);
        }
        if ($this->lexicon->slashLines && $text[$position] === '/' && Token::atLineStart($text, $position)) {
            if (preg_match('~\G/[ \t]*(?=\n|$)~D', $text, $line, 0, $position) === 1) {
                $this->finish();

                return $position + strlen($line[0]);
            }
        }
        if ($this->lexicon->delimiterLines && $this->start < 0 && Token::atLineStart($text, $position)) {
            if (preg_match('/\GDELIMITER[ \t]+(\S+)[ \t]*(?=\n|$)/iD', $text, $line, 0, $position) === 1) {
                $this->delimiter = $line[1];

                return $position + strlen($line[0]);
            }
        }

        return null;
    }

    private function batchLineAt(int $position): ?int
    {
        if (
            strcasecmp($this->text[$position], 'g') !== 0
            || !Token::atLineStart($this->text, $position)
            || preg_match('/\GGO(?:[ \t]+(\d+))?[ \t]*(?=\n|$)/iD', $this->text, $line, 0, $position) !== 1
        ) {
            return null;
        }
        $this->sawBatchLine = true;
        $this->finish((int) ($line[1] ?? 1));

        return $position + strlen($line[0]);
    }

    private function take(int $position): int
    {
        $token = Token::at($this->text, $position, $this->lexicon, $this->delimiter);
        if ($token->unfinished !== null) {
            throw $this->unfinished($token->start, $token->unfinished);
        }
        if ($token->kind === 'word') {
            $this->takeWord($token);
        } elseif (
            $this->lexicon->psqlCommands && $this->text[$position] === '\\'
            && Token::atLineStart($this->text, $position)
        ) {
            throw $this->needsPsql($position, 'commands of psql');
        }
        if ($token->kind !== 'space') {
            $this->contentEnd = $token->end;
            if ($this->start < 0 && $token->kind !== 'comment') {
                $this->start = $token->start;
            }
        }

        return $token->end;
    }

    private function takeWord(Token $token): void
    {
        // After one of these characters, a word is always a name: NEW.end, @begin.
        if ($token->start > 0 && str_contains('.@#$:', $this->text[$token->start - 1])) {
            return;
        }
        $word = strtoupper(substr($this->text, $token->start, $token->end - $token->start));
        if (count($this->words) < self::HEAD || $this->words[0] === 'COPY') {
            $this->words[] = $word;
        }
        $rule = $this->lexicon->blocks;
        if ($rule === null || $this->batchesOnly) {
            return;
        }
        $isInside = $this->blocks !== [];
        $matches = fn (string $pattern): bool => preg_match($pattern, $this->text, $none, 0, $token->start) === 1;
        if ($word === 'BEGIN') {
            $hasBody = $isInside || $rule['within'] === null || preg_match($rule['within'], $this->head()) === 1;
            if ($hasBody && $matches($rule['begin'])) {
                $this->blocks[] = $token->start;
            }
        } elseif ($isInside && $word === 'CASE') {
            $this->blocks[] = $token->start;
        } elseif ($isInside && $word === 'END' && $matches($rule['end'])) {
            array_pop($this->blocks);
        }
    }

    private function runsToSlash(): bool
    {
        return $this->lexicon->untilSlash !== null && preg_match($this->lexicon->untilSlash, $this->head()) === 1;
    }

    private function head(): string
    {
        return implode(' ', array_slice($this->words, 0, self::HEAD)) . ' ';
    }

    private function finish(int $times = 1): void
    {
        if ($this->start >= 0) {
            $isCopy = ($this->words[0] ?? '') === 'COPY' && preg_match('/ FROM STDIN\b/', implode(' ', $this->words));
            if ($this->lexicon->psqlCommands && $isCopy) {
                throw $this->needsPsql($this->start, 'data of COPY … FROM stdin');
            }
            $text = substr($this->text, $this->start, $this->contentEnd - $this->start);
            for ($count = 0; $count < $times; $count++) {
                $this->statements[] = new Statement(
                    $text,
                    Place::in($this->file, $this->text, $this->start),
                    $this->start,
                );
            }
        }
        $this->start = -1;
        $this->words = [];
        $this->blocks = [];
    }

    private function unfinished(int $offset, string $what): MigrationException
    {
        $message = "the $what that starts here does not end before the end of the file";

        return new MigrationException('ORM-D005', $message, place: Place::in($this->file, $this->text, $offset));
    }

    private function needsPsql(int $offset, string $what): MigrationException
    {
        return new MigrationException(
            'ORM-D006',
            "$what cannot be executed here",
            'rewrite the file as plain SQL statements, or run it with psql',
            Place::in($this->file, $this->text, $offset),
        );
    }
}
