<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\QueryExecutor;

use Orm\Runtime\ActiveQuery\Criterion\ClauseText;
use Orm\Runtime\Adapter\Pdo\PdoAdapter;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\DatabaseMap;

/**
 * Prepares statements with very many values, such as a condition with 100,000 keys. Databases limit the number of
 * placeholders, so values become part of the SQL: integers first, others only if there are still too many.
 *
 * @internal
 * @phpstan-type Param array{table: string|null, column?: string|null, value: mixed, type?: int}
 */
final class ManyValues
{
    /** Above this number, integers are faster in the SQL than as bound values. */
    private const MOST_INTEGERS = 1_000;

    private const PLACEHOLDER = '/(?<!:):p(\d++)/';

    /**
     * @param list<Param> $params
     * @return array{string, list<Param>, bool} the statement, the remaining values, and whether the driver must write
     *     these into the SQL
     */
    public static function reduced(string $sql, array $params, PdoAdapter $adapter, DatabaseMap $databaseMap): array
    {
        if (count($params) > self::MOST_INTEGERS) {
            $integers = self::integers($params, $databaseMap);
            if ($integers !== []) {
                [$sql, $params] = self::replaced($sql, $params, $integers, $adapter, ':p');
            }
        }
        $most = $adapter->getMaxBindings();
        if (count($params) <= $most) {
            return [$sql, $params, false];
        }
        if ($adapter->writesValues()) {
            return [$sql, $params, true];
        }
        $literals = $adapter->literals($params, $databaseMap);
        if ($literals === null) {
            throw new LogicException(sprintf(
                'The statement has %d values, and this database takes %d. Divide its lists, or compare with a query'
                    . ' instead of a list: %s …',
                count($params),
                $most,
                substr($sql, 0, 200),
            ));
        }

        return [...self::replaced($sql, $params, $literals, $adapter, ':p'), false];
    }

    /**
     * @template T
     * @param list<T> $params
     * @return array{string, list<T>} the statement with unnamed placeholders, and its values in order
     */
    public static function withoutNames(string $sql, array $params, PdoAdapter $adapter): array
    {
        return self::replaced($sql, $params, [], $adapter, null);
    }

    /**
     * @template T
     * @param list<T> $params
     * @param array<int, string> $literals literals that replace placeholders
     * @param string|null $name the prefix of the remaining placeholders; null: unnamed
     * @return array{string, list<T>}
     */
    private static function replaced(
        string $sql,
        array $params,
        array $literals,
        PdoAdapter $adapter,
        ?string $name,
    ): array {
        $left = [];
        $clause = ClauseText::of($sql, $adapter);
        $text = preg_replace_callback(
            self::PLACEHOLDER,
            static function (array $match) use ($params, $literals, $name, &$left): string {
                $i = (int) $match[1] - 1;
                if (isset($literals[$i])) {
                    return $literals[$i];
                }
                $left[] = $params[$i];

                return $name === null ? '?' : $name . count($left);
            },
            $clause->text,
        );

        return [$clause->reveal((string) $text), $left];
    }

    /**
     * @param list<Param> $params
     * @return array<int, string> literals by the position of the value
     */
    private static function integers(array $params, DatabaseMap $databaseMap): array
    {
        $isInteger = $literals = [];
        foreach ($params as $i => ['table' => $table, 'value' => $value]) {
            $column = $params[$i]['column'] ?? null;
            if ($table === null || $column === null) {
                continue;
            }
            $isInteger[$table][$column] ??= in_array(
                $databaseMap->getTable($table)->getColumn($column)->getType(),
                ColumnMap::INTEGER_TYPES,
                true,
            );
            if ($isInteger[$table][$column] && (is_int($value) || (string) (int) $value === $value)) {
                // Two minus signs would start a comment.
                $literals[$i] = $value < 0 ? "($value)" : (string) $value;
            }
        }

        return $literals;
    }
}
