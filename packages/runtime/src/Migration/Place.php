<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

/** A location in a file. Line and column start at 1; the column counts characters. */
final class Place
{
    private function __construct(
        public readonly string $file,
        public readonly int $line,
        public readonly int $column,
    ) {
    }

    public static function in(string $file, string $text, int $offset): self
    {
        $before = substr($text, 0, $offset);
        $lineStart = strrpos($before, "\n");
        $line = substr($before, $lineStart === false ? 0 : $lineStart + 1);
        // UTF-8 continuation bytes do not start a character.
        $characters = strlen($line) - (int) preg_match_all('/[\x80-\xbf]/', $line);

        return new self($file, substr_count($before, "\n") + 1, $characters + 1);
    }

    public function __toString(): string
    {
        return "$this->file:$this->line:$this->column";
    }
}
