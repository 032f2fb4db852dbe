<?php

declare(strict_types=1);

namespace Orm\Runtime\Adapter;

use Orm\Runtime\ActiveQuery\Criteria;

/** An adapter of a database that speaks SQL. */
interface SqlAdapterInterface extends AdapterInterface
{
    /**
     * A SELECT up to its list of columns.
     *
     * @param list<string> $fromClause gets the tables that the columns name
     * @param bool $aliasAll whether to give every column an alias first
     */
    public function createSelectSqlPart(Criteria $criteria, array &$fromClause, bool $aliasAll = false): string;

    /** Gives every selected column an alias that no other has. */
    public function turnSelectColumnsToAliases(Criteria $criteria): Criteria;
}
