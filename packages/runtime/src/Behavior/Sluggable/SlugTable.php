<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\Sluggable;

use Orm\Runtime\ActiveQuery\QueryExecutor\Statement;
use Orm\Runtime\ActiveQuery\SqlBuilder\Sql;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Adapter\Pdo\PgsqlAdapter;
use Orm\Runtime\Behavior\CurrentAdapterTrait;
use Orm\Runtime\Behavior\KnownTableTrait;
use Orm\Runtime\Behavior\Statements;
use Orm\Runtime\Behavior\TypedStatement;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Exception\Database\UniqueViolation;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;
use ReflectionMethod;

/**
 * A table whose rows have slugs: its columns, its parameters, and queries for taken slugs.
 *
 * @internal
 */
final class SlugTable
{
    use CurrentAdapterTrait;
    use KnownTableTrait;

    private const ESCAPE = '!';

    /** The number of slugs to read first: among so many, there is usually one with a number. */
    private const FEW = 20;

    public readonly ColumnMap $column;
    public readonly ?ColumnMap $scope;

    /** The full name of the slug column, its property, and its length (0 for unlimited). */
    public readonly string $columnName;
    public readonly string $property;
    public readonly int $size;

    /** The pattern; null for the string form of the object. */
    public readonly ?string $pattern;
    public readonly string $replacePattern;
    public readonly string $replacement;
    public readonly string $separator;
    public readonly bool $permanent;

    /** Whether slugs start with the slugs of the parents. */
    public readonly bool $hasTree;

    /** Whether old slugs are stored. */
    public readonly bool $hasHistory;

    /** Whether a failed statement aborts the transaction unless there is a savepoint before it. */
    public readonly bool $needsSavepoint;

    private readonly string $name;
    private readonly string $slug;

    /** @var array<string, TypedStatement> SELECTs for a slug, by their other conditions */
    private array $taken = [];

    /** @var array<class-string, array<string, true>|null> the source columns of slugs, by the class of objects */
    private array $sources = [];

    /** @var list<ColumnMap> */
    private readonly array $keyColumns;

    /** @param class-string<TableMap> $map */
    private function __construct(private readonly string $map, private readonly AdapterInterface $adapter)
    {
        $table = $map::getTableMap();
        $parameters = $table->getBehaviors()['sluggable'];
        $this->column = $table->getColumn($parameters['slug_column']);
        $this->columnName = $this->column->getFullyQualifiedName();
        $this->property = $this->column->getProperty();
        $this->size = (int) $this->column->getSize();
        $scope = $parameters['scope_column'] ?? '';
        $this->scope = $scope === '' ? null : $table->getColumn($scope);
        $pattern = $parameters['slug_pattern'] ?? '';
        $this->pattern = $pattern === '' ? null : $pattern;
        $this->replacePattern = $parameters['replace_pattern'];
        $this->replacement = $parameters['replacement'];
        $this->separator = $parameters['separator'];
        $this->permanent = in_array(strtolower($parameters['permanent']), ['true', '1', 'yes', 'on'], true);
        $this->hasTree = defined($map . '::SLUG_PARENT');
        $this->hasHistory = defined($map . '::SLUG_HISTORY_QUERY');
        $names = $adapter->names($table->isIdentifierQuotingEnabled());
        $this->name = $names->table($map::TABLE_NAME);
        $this->slug = $names->identifier($this->column->getName());
        $this->keyColumns = array_values($table->getPrimaryKeys());
        $this->needsSavepoint = $adapter instanceof PgsqlAdapter;
    }

    /**
     * Returns the source columns of slugs by their full names, or null if the application overrides how slugs are
     * created.
     *
     * @param class-string $class
     * @param class-string $base the generated class that it extends
     * @return array<string, true>|null
     */
    public function sourcesOf(string $class, string $base): ?array
    {
        return array_key_exists($class, $this->sources)
            ? $this->sources[$class]
            : $this->sources[$class] = $this->findSources($class, $base);
    }

    /** @return array<string, true>|null */
    private function findSources(string $class, string $base): ?array
    {
        $table = $this->map::getTableMap();
        $methods = ['createRawSlug'];
        $sources = [];
        if ($this->pattern === null) {
            $methods[] = '__toString';
            $columns = array_filter(
                $table->getColumns(),
                static fn (ColumnMap $column): bool => $column->isPrimaryString(),
            );
            if ($columns === []) {
                return null;
            }
        } else {
            preg_match_all('/\{([\w\x80-\xff]+)\}/', $this->pattern, $matches);
            $columns = [];
            foreach ($matches[1] as $name) {
                if (!$table->hasColumnByPhpName($name)) {
                    return null;
                }
                $methods[] = 'get' . $name;
                $columns[] = $table->getColumnByPhpName($name);
            }
        }
        foreach ($methods as $method) {
            if ((new ReflectionMethod($class, $method))->getDeclaringClass()->getName() !== $base) {
                return null;
            }
        }
        foreach ($columns as $column) {
            $sources[$column->getFullyQualifiedName()] = true;
        }

        return $sources;
    }

    /** Returns whether a unique index of this table contains the slugs. */
    public function hasIndex(): bool
    {
        return constant($this->map . '::SLUG_INDEXES') !== [];
    }

    /** Returns whether a row was rejected because of its slug. */
    public function isAboutSlug(UniqueViolation $failure): bool
    {
        return in_array(strtolower((string) $failure->getConstraint()), constant($this->map . '::SLUG_INDEXES'), true)
            || in_array(strtolower($this->column->getName()), array_map('strtolower', $failure->getColumns()), true);
    }

    /** @param list<mixed>|null $key the key of the row whose slug is ignored */
    public function isTaken(ConnectionInterface $con, string $slug, mixed $scope, ?array $key): bool
    {
        $statement = $this->taken[($scope === null ? 'null' : 'value') . ($key === null ? '' : ' key')]
            ??= $this->selectTaken($scope, $key);
        $values = [$slug];
        if ($this->scope !== null && $scope !== null) {
            $values[] = $scope;
        }
        if ($key !== null) {
            array_push($values, ...$key);
        }

        return $statement->run($con, $values, Statement::VALUE) !== false;
    }

    /** @param list<mixed>|null $key */
    private function selectTaken(mixed $scope, ?array $key): TypedStatement
    {
        $others = $this->others($scope, $key);

        return new TypedStatement(
            $this->adapter,
            'SELECT 1 FROM ' . $this->name . ' WHERE ' . $this->slug . ' = ?' . $others->text,
            [$this->column->getType(), ...array_column($others->values, 1)],
        );
    }

    /**
     * Returns the digits after a slug and its separator, from the row with the highest number.
     *
     * @param list<mixed>|null $key
     */
    public function highest(ConnectionInterface $con, string $start, mixed $scope, ?array $key): ?string
    {
        $like = preg_replace('/[%_' . self::ESCAPE . '\[]/', self::ESCAPE . '$0', $start) . '%';
        $length = $this->adapter->strLength($this->slug);
        $select = Sql::of('SELECT ' . $this->slug . ' FROM ' . $this->name . ' WHERE ' . $this->slug . ' LIKE ')
            ->then(Sql::of('?', [[$like, $this->column->getType()]]))
            ->then(" ESCAPE '" . self::ESCAPE . "'")
            ->then($this->others($scope, $key))
            ->then(' ORDER BY ' . $length . ' DESC, ' . $this->slug . ' DESC');
        $few = $select->text;
        $this->adapter->applyLimit($few, 0, self::FEW);
        $statements = new Statements($this->adapter, $con);
        $rows = $statements->rows(Sql::of($few, $select->values));
        $digits = self::firstDigits($rows, $start);

        // Longer slugs come first, including those of other words with the same start.
        return $digits === null && count($rows) === self::FEW
            ? self::firstDigits($statements->rows($select), $start)
            : $digits;
    }

    /** @param list<list<mixed>> $rows */
    private static function firstDigits(array $rows, string $start): ?string
    {
        foreach ($rows as [$slug]) {
            $digits = substr((string) $slug, strlen($start));
            if (preg_match('/^\d{1,18}$/D', $digits)) {
                return $digits;
            }
        }

        return null;
    }

    /** @param list<mixed>|null $key */
    private function others(mixed $scope, ?array $key): Sql
    {
        $table = $this->map::getTableMap();
        $names = $this->adapter->names($table->isIdentifierQuotingEnabled());
        $sql = Sql::of('');
        if ($this->scope !== null) {
            $sql = $sql->then(' AND ')->then(
                Sql::equal($names->identifier($this->scope->getName()), $this->scope, $scope),
            );
        }
        if ($key === null || $key === []) {
            return $sql;
        }
        $parts = [];
        foreach ($this->keyColumns as $i => $column) {
            $parts[] = Sql::equal($names->identifier($column->getName()), $column, $key[$i]);
        }

        return $sql->then(' AND NOT ')->then(Sql::join(' AND ', $parts)->inBrackets());
    }
}
