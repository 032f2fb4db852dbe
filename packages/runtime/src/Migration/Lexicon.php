<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

/** How a vendor's SQL is read, as far as cutting it into statements needs to know. */
final class Lexicon
{
    /**
     * @param array<string, string> $quotes opening to closing character; a doubled closer stands for itself
     * @param string $backslashQuotes openers in which a backslash takes the meaning from the next character
     * @param bool $escapeStrings `E'…'`
     * @param bool $dollarQuotes `$tag$ … $tag$`
     * @param bool $alternativeQuotes `q'[…]'`
     * @param bool $dashNeedsSpace `--` starts a comment only before white space
     * @param list<string> $codeComments openings of block comments that the server reads as code
     * @param bool $delimiterLines `DELIMITER x` lines
     * @param bool $batchLines `GO` lines; a file that has one is cut at these only
     * @param bool $slashLines a line with nothing but `/` ends a statement
     * @param string|null $untilSlash first words of statements that only a `/` line ends
     * @param array{within: string|null, begin: string, end: string}|null $blocks bodies in which `;` ends nothing
     * @param bool $psqlCommands lines and data that only psql can read
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
