<?php

declare(strict_types=1);

namespace Orm\Runtime\Map;

use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Map\Exception\ColumnNotFoundException;
use Orm\Runtime\Map\Exception\TableNotFoundException;
use Orm\Runtime\Orm;

/** The tables of a connection. Generated maps are stored as class names until they are needed. */
class DatabaseMap
{
    /** @var array<string, class-string<TableMap>|TableMap> */
    protected $tables = [];

    /** @var array<string, class-string<TableMap>|TableMap> by model class, with a leading backslash */
    protected $tablesByPhpName = [];

    public function __construct(private readonly string $name)
    {
    }

    public function getName(): string
    {
        return $this->name;
    }

    public function addTable(string $tableName): TableMap
    {
        $table = new TableMap($tableName, $this);
        $this->tables[$tableName] = $table;
        Orm::services()->tablesChanged();

        return $table;
    }

    public function addTableObject(TableMap $table): void
    {
        $table->setDatabaseMap($this);
        $this->tables[(string) $table->getName()] = $table;
        Orm::services()->tablesChanged();
        $this->addTableByPhpName($table->getClassName(), $table);
    }

    /**
     * @param string|null $phpName a model class
     * @param TableMap|class-string<TableMap> $tableOrClassMap
     */
    protected function addTableByPhpName(?string $phpName, $tableOrClassMap): void
    {
        if ($phpName !== null) {
            $this->tablesByPhpName['\\' . ltrim($phpName, '\\')] = $tableOrClassMap;
        }
    }

    /** @param class-string<TableMap> $tableMapClass */
    public function addTableFromMapClass(string $tableMapClass): TableMap
    {
        $table = new $tableMapClass(null, $this);
        $this->addTableObject($table);

        return $table;
    }

    /** @param class-string<TableMap> $tableMapClass */
    public function registerTableMapClass(string $tableMapClass): void
    {
        // Hand-written maps may have no model class.
        $name = $tableMapClass . ($tableMapClass::OM_CLASS === '' ? '::TABLE_PHP_NAME' : '::OM_CLASS');
        $model = defined($name) ? constant($name) : null;
        $this->registerTableMapClassByName($tableMapClass::TABLE_NAME, $model, $tableMapClass);
    }

    /** @param list<class-string<TableMap>> $tableMapClasses */
    public function registerTableMapClasses(array $tableMapClasses): void
    {
        foreach ($tableMapClasses as $tableMapClass) {
            $this->registerTableMapClass($tableMapClass);
        }
    }

    /**
     * @param string|null $tablePhpName the model class
     * @param class-string<TableMap> $tableMapClass
     */
    public function registerTableMapClassByName(string $tableName, ?string $tablePhpName, string $tableMapClass): void
    {
        if (!isset($this->tables[$tableName])) {
            $this->tables[$tableName] = $tableMapClass;
        }
        $this->addTableByPhpName($tablePhpName, $tableMapClass);
    }

    /** @return array{tablesByName: array<string, string>, tablesByPhpName: array<string, string>} */
    public function dumpMaps(): array
    {
        $toClass = static fn (string|TableMap $map): string => is_string($map) ? $map : $map::class;

        return [
            'tablesByName' => array_map($toClass, $this->tables),
            'tablesByPhpName' => array_map($toClass, $this->tablesByPhpName),
        ];
    }

    /**
     * Adds the tables of a dump to the known ones, without loading classes.
     *
     * @param array{tablesByName?: array<string, string>, tablesByPhpName?: array<string, string>} $dump
     */
    public function loadMapsFromDump(array $dump): void
    {
        $this->tables += $dump['tablesByName'] ?? [];
        $this->tablesByPhpName += $dump['tablesByPhpName'] ?? [];
    }

    public function hasTable(string $name): bool
    {
        return isset($this->tables[$name])
            || (str_contains($name, '.') && isset($this->tables[substr($name, 0, (int) strpos($name, '.'))]));
    }

    /**
     * @internal
     * @param string $name the exact name, with the schema if the table has one
     */
    public function findTable(string $name): ?TableMap
    {
        return isset($this->tables[$name]) ? $this->getTable($name) : null;
    }

    public function getTable(string $name): TableMap
    {
        $table = $this->tables[$name] ?? null;

        return $table instanceof TableMap ? $table : $this->getTableByName($name);
    }

    /** @internal */
    public function getTableByName(string $name): TableMap
    {
        // For databases without schemas, the schema name is part of the table name.
        $table = $this->tables[$name] ?? $this->tables[str_replace('.', '§', $name)] ?? null;
        if ($table === null) {
            throw new TableNotFoundException(sprintf('Database map "%s" has no table "%s"', $this->name, $name));
        }
        if (is_string($table)) {
            $table = $this->addTableFromMapClass($table);
        }

        return $table;
    }

    /** @return array<string, TableMap> */
    public function getTables(): array
    {
        foreach (array_keys($this->tables) as $name) {
            $this->getTableByName((string) $name);
        }

        return $this->tables;
    }

    /** @param string $phpName a model class, with or without leading backslash */
    public function getTableByPhpName(string $phpName): TableMap
    {
        $class = str_starts_with($phpName, '\\') ? $phpName : '\\' . $phpName;
        $map = $this->tablesByPhpName[$class] ?? $this->determineTableMapClassNameByPhpName(ltrim($class, '\\'));
        if (is_string($map)) {
            $map = ltrim($map, '\\');
            $this->registerTableMapClassByName($map::TABLE_NAME, null, $map);
            $map = $this->tablesByPhpName[$class] = $this->getTableByName($map::TABLE_NAME);
        }

        return $map;
    }

    /** @param string $qualifiedColumnName `table.column` */
    public function getColumn(string $qualifiedColumnName): ColumnMap
    {
        $dot = strrpos($qualifiedColumnName, '.');
        if ($dot === false) {
            throw new ColumnNotFoundException(sprintf('"%s" does not name a table', $qualifiedColumnName));
        }

        try {
            $table = $this->getTable(substr($qualifiedColumnName, 0, $dot));
        } catch (TableNotFoundException $missing) {
            throw new ColumnNotFoundException($missing->getMessage(), 0, $missing);
        }

        return $table->getColumn(substr($qualifiedColumnName, $dot + 1));
    }

    /** Returns the adapter of the connection. */
    public function getAbstractAdapter(): AdapterInterface
    {
        return Orm::getServiceContainer()->getAdapter($this->name);
    }

    /** @return class-string<TableMap> */
    protected function determineTableMapClassNameByPhpName(string $phpName): string
    {
        if (is_a($phpName, ActiveRecordInterface::class, true) && defined($phpName . '::TABLE_MAP')) {
            // A class of single table inheritance uses the map of its parent class.
            return constant($phpName . '::TABLE_MAP');
        }
        foreach ($this->buildTableMapClassNamesByPhpName($phpName) as $class) {
            if (is_subclass_of($class, TableMap::class)) {
                return $class;
            }
        }
        throw new TableNotFoundException(
            sprintf('Database map "%s" has no table for the model "%s"', $this->name, $phpName),
        );
    }

    /** @return list<string> candidates for the map class of a model, the best first */
    protected function buildTableMapClassNamesByPhpName(string $phpName): array
    {
        $separator = strrpos($phpName, '\\');
        $namespace = $separator === false ? '' : substr($phpName, 0, $separator + 1);
        $short = substr($phpName, strlen($namespace));

        return [$phpName . 'TableMap', $namespace . 'Map\\' . $short . 'TableMap', 'Map\\' . $phpName . 'TableMap'];
    }
}
