<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

use Orm\Runtime\ActiveQuery\Criteria;

/** An adapter of an SQL database. */
interface SqlAdapterInterface extends AdapterInterface
{
    /**
     * Returns a SELECT up to its select list.
     *
     * @param list<string> $fromClause receives the tables of the columns
     * @param bool $aliasAll whether to add an alias to every column first
     */
    public function createSelectSqlPart(Criteria $criteria, array &$fromClause, bool $aliasAll = false): string;

    /** Adds a unique alias to every selected column. */
    public function turnSelectColumnsToAliases(Criteria $criteria): Criteria;
}
