<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

/**
 * The lexical rules of a vendor's SQL, as far as splitting it into statements needs them.
 *
 *
 */
final class Lexicon
{
    /**
     * @param array<string, string> $quotes opening to closing character; a doubled closing character is a literal one
     * @param string $backslashQuotes opening characters of strings in which a backslash escapes the next character
     * @param bool $escapeStrings `E'…'`
     * @param bool $dollarQuotes `$tag$ … $tag$`
     * @param bool $alternativeQuotes `q'[…]'`
     * @param bool $dashNeedsSpace `--` starts a comment only before white space
     * @param list<string> $codeComments openings of block comments that the server executes
     * @param bool $delimiterLines `DELIMITER x` lines
     * @param bool $batchLines `GO` lines; a file with one is split only at these
     * @param bool $slashLines a line that contains only `/` ends a statement
     * @param string|null $untilSlash pattern for the first words of statements that only a `/` line ends
     * @param array{within: string|null, begin: string, end: string}|null $blocks bodies in which `;` does not end the
     *     statement
     * @param bool $psqlCommands commands and data that only psql understands
     */
    private function __construct(
        public readonly array $quotes,
        public readonly string $backslashQuotes = '',
        public readonly bool $escapeStrings = false,
        public readonly bool $dollarQuotes = false,
        public readonly bool $alternativeQuotes = false,
        public readonly bool $dashNeedsSpace = false,
        public readonly bool $hashComments = false,
        public readonly bool $nestedComments = false,
        public readonly array $codeComments = [],
        public readonly bool $delimiterLines = false,
        public readonly bool $batchLines = false,
        public readonly bool $slashLines = false,
        public readonly ?string $untilSlash = null,
        public readonly ?array $blocks = null,
        public readonly bool $psqlCommands = false,
    ) {
    }

    public static function of(string $vendor): self
    {
        return match ($vendor) {
            'mysql' => new self(
                ["'" => "'", '"' => '"', '`' => '`'],
                backslashQuotes: '\'"',
                dashNeedsSpace: true,
                hashComments: true,
                codeComments: ['/*!', '/*M!', '/*+'],
                delimiterLines: true,
            ),
            'pgsql' => new self(
                ["'" => "'", '"' => '"'],
                escapeStrings: true,
                dollarQuotes: true,
                nestedComments: true,
                blocks: [
                    'within' => '/^CREATE (OR REPLACE )?(FUNCTION|PROCEDURE) /',
                    'begin' => '/\GBEGIN\s+ATOMIC\b/i',
                    'end' => '/\GEND\b/i',
                ],
                psqlCommands: true,
            ),
            'sqlite' => new self(
                ["'" => "'", '"' => '"', '`' => '`', '[' => ']'],
                blocks: [
                    'within' => '/^CREATE (TEMP |TEMPORARY )?TRIGGER /',
                    'begin' => '/\GBEGIN\b/i',
                    'end' => '/\GEND\b/i',
                ],
            ),
            'mssql' => new self(
                ["'" => "'", '"' => '"', '[' => ']'],
                nestedComments: true,
                batchLines: true,
                blocks: [
                    'within' => null,
                    'begin' => '/\GBEGIN\b(?!\s+(?:TRAN|TRANSACTION|DISTRIBUTED|DIALOG|CONVERSATION)\b)/i',
                    'end' => '/\GEND\b(?!\s+CONVERSATION\b)/i',
                ],
            ),
            'oracle' => new self(
                ["'" => "'", '"' => '"'],
                alternativeQuotes: true,
                codeComments: ['/*+'],
                slashLines: true,
                untilSlash: '/^(DECLARE|BEGIN|CREATE (OR REPLACE )?((NON)?EDITIONABLE )?'
                    . '(FUNCTION|PROCEDURE|PACKAGE|TRIGGER|TYPE)) /',
            ),
        };
    }
}
