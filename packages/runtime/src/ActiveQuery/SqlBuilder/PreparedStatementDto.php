<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

/** A statement and its bound values. */
class PreparedStatementDto
{
    /** @var list<array{table: string|null, column: string|null, value: mixed, type?: int}> */
    protected $parameters;

    /** @param list<array{table: string|null, column: string|null, value: mixed, type?: int}> $parameters */
    public function __construct(protected string $sqlStatement, array &$parameters = [])
    {
        $this->parameters = &$parameters;
    }

    public function getSqlStatement(): string
    {
        return $this->sqlStatement;
    }

    /** @return list<array{table: string|null, column: string|null, value: mixed, type?: int}> */
    public function getParameters(): array
    {
        return $this->parameters;
    }
}
