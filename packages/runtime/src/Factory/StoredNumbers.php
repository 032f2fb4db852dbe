<?php

declare(strict_types=1);

namespace Orm\Runtime\Factory;

use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;

/**
 * Numbers of the existing rows of a table, so that unique values of new rows differ.
 *
 * @internal
 */
final class StoredNumbers
{
    /** @param class-string<TableMap> $tableMap */
    public function __construct(private readonly string $tableMap, private readonly Factory $factory)
    {
    }

    /** Returns the highest number that an existing row may have. */
    public function last(ConnectionInterface $con): int
    {
        $unique = array_filter($this->factory::COLUMNS, static fn (array $spec): bool => isset($spec['unique']));
        if ($unique === []) {
            return 0;
        }
        $map = $this->tableMap::getTableMap();
        $names = Orm::getServiceContainer()->getAdapter($this->tableMap::DATABASE_NAME)
            ->names($map->isIdentifierQuotingEnabled());
        $highest = static fn (string $column): string
            => 'MAX(' . $names->identifier($map->getColumnByPhpName($column)->getName()) . ')';
        $counter = $this->factory::COUNTER;
        $wanted = [$counter === null ? 'COUNT(*)' : $highest($counter)];
        $least = [1];
        foreach ($unique as $column => $spec) {
            if ($spec['is'] === 'integer') {
                $wanted[] = $highest($column);
                $least[] = $spec['least'];
            }
        }
        $sql = 'SELECT ' . implode(', ', $wanted) . ' FROM ' . $names->table($this->tableMap::TABLE_NAME);
        $row = $con->query($sql)->fetch(\PDO::FETCH_NUM);

        return max(0, ...array_map(
            static fn (mixed $value, int $first): int => $value === null ? 0 : (int) $value - $first + 1,
            $row,
            $least,
        ));
    }
}
