<?php

declare(strict_types=1);

namespace Orm\Runtime\Map;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Exception\InvalidArgumentException;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\Exception\ColumnNotFoundException;
use Orm\Runtime\Map\Exception\RelationNotFoundException;
use Orm\Runtime\Map\Exception\TableNotFoundException;
use Orm\Runtime\Orm;
use Orm\Runtime\Type\TypeFamily;
use Orm\Runtime\Util\Suggestion;

/**
 * The definition of a table at runtime. The columns and relations of generated maps are made from constants when they
 * are read; other maps add them in initialize() and, when needed, in buildRelations(). Generated maps get the static
 * methods below from TableMapTrait.
 *
 * @method static static getTableMap()
 * @method static list<int|string> getFieldNames(string $type = self::TYPE_PHPNAME)
 * @method static array<int|string, int> getFieldKeys(string $type = self::TYPE_PHPNAME)
 * @method static ?string columnOf(string $phpName)
 * @method static int positionOf(string|int $name, string $type)
 * @method static string alias(string $alias, string $column)
 * @method static list<string> getSelectColumns()
 * @method static void addSelectColumns(Criteria $criteria, ?string $alias = null)
 * @method static void removeSelectColumns(Criteria $criteria, ?string $alias = null)
 * @method static ?string getPrimaryKeyHashFromRow(array $row, int $offset = 0, string $indexType = self::TYPE_NUM)
 * @method static array{?ActiveRecordInterface, int} populateObject(array $row, int $offset = 0, string $type = 'num')
 * @method static ActiveRecordInterface objectOf(array $row, int $offset)
 * @method static list<ActiveRecordInterface> fetchObjects(iterable $rows)
 * @method static array<string, list<class-string<TableMap>>> cascadedColumns()
 * @method static void addInstanceToPool(object $object, ?string $key = null)
 * @method static ActiveRecordInterface|null getInstanceFromPool(?string $key)
 * @method static void removeInstanceFromPool(mixed $value)
 * @method static void rowWritten(ActiveRecordInterface $object)
 * @method static bool hasInPool(ActiveRecordInterface $object)
 * @method static array<int|string, ActiveRecordInterface> objectPool()
 * @method static void clearInstancePool()
 * @method static void clearRelatedInstancePool()
 * @method static ?string getInstanceKey(mixed $value)
 * @method static list<string> getValueSet(string $colname)
 */
class TableMap
{
    public const TYPE_PHPNAME = 'phpName';
    public const TYPE_CAMELNAME = 'camelName';
    public const TYPE_COLNAME = 'colName';
    public const TYPE_FIELDNAME = 'fieldName';
    public const TYPE_NUM = 'num';

    /** The default key type of toArray() and similar methods. */
    public const DEFAULT_KEY_TYPE = self::TYPE_PHPNAME;

    /**
     * For rows that hydrateRow() can read, but whose key is not a single column usable as a PHP array key.
     *
     * @internal
     */
    public const NO_PLAIN_KEY = -1;

    /**
     * For rows that only hydrate() can read.
     *
     * @internal
     */
    public const NO_PLAIN_ROW = -2;

    // Generated maps override these constants.

    /** The connection name; empty in maps that were not generated. */
    public const DATABASE_NAME = '';
    public const TABLE_NAME = '';

    /** The model class; empty if it is abstract, so that no objects can be created. */
    public const OM_CLASS = '';

    /** The number of columns that hydrate() reads, and of those that their getters load. */
    public const NUM_HYDRATE_COLUMNS = 0;
    public const NUM_LAZY_LOAD_COLUMNS = 0;

    /** The format of `(string) $object`. */
    public const DEFAULT_STRING_FORMAT = 'YAML';

    /** The statement that finds a row by its key, for databases that do not need quotes in it. */
    public const FIND_BY_KEY_SQL = '';

    /** Whether fromArray() throws for unknown keys. */
    public const REFUSE_UNKNOWN_KEYS = false;

    /** Positions of the primary key columns among the columns that hydrate() reads. */
    public const PRIMARY_KEY_POSITIONS = [];

    /** Positions of the columns that must be integers in a native row, not strings. */
    public const INTEGER_POSITIONS = [];

    /**
     * The type of the primary key, or of its first column, that must be converted when it is bound; null: no conversion
     * is needed.
     */
    public const KEY_TYPE = null;

    /** The column whose values the database generates. */
    public const AUTO_INCREMENT = null;

    /** phpNames of columns that the database fills on INSERT, such as those with a default expression. */
    public const DATABASE_DEFAULTS = [];

    /** phpNames of further required columns that the database may fill, so that an INSERT may leave them out. */
    public const OPTIONAL_ON_INSERT = [];

    /** phpNames of columns that the database changes with every UPDATE. */
    public const DATABASE_UPDATES = [];

    /** phpNames of the columns of each unique key except the primary key. No two rows have the same values in them. */
    public const UNIQUE_KEYS = [];

    /** Whether an auto-increment column may be set before an insert. */
    public const ALLOW_PK_INSERT = false;

    /** Position, among the columns that hydrate() reads, of the column that determines a row's model class. */
    public const CLASS_KEY_POSITION = null;

    /** Model classes by key of the inheritance column; null: the column contains the class name itself. */
    public const CLASS_KEYS = null;

    /** Values of ENUM and SET columns by `table.column`. */
    public const VALUE_SETS = [];

    /** Classes allowed in OBJECT columns, by `table.column`; true for all classes. */
    public const OBJECT_CLASSES = [];

    /** Length limit and unit of columns, by `table.column`. */
    public const LENGTHS = [];

    /** The column whose date marks rows as deleted, as `table.column`. */
    public const DELETED_COLUMN = null;

    /**
     * The columns by normalized name, in schema order: name, phpName, type, and by name what differs from the defaults.
     * Empty in maps that add their columns in initialize().
     */
    public const COLUMNS = [];

    /** The relations by name: the arguments of addRelation(), with the name of the type. */
    public const RELATIONS = [];

    protected ?string $name = null;
    protected ?string $phpName = null;
    protected ?string $className = null;
    protected ?string $package = null;
    protected ?string $primaryKeyMethodInfo = null;

    /** False if there is none, so that a missing class is looked up only once. */
    protected string|false|null $collectionClassName = null;
    protected bool $useIdGenerator = false;
    protected bool $singleTableInheritance = false;
    protected bool $crossRef = false;
    protected bool $identifierQuoting = false;
    protected bool $readOnly = false;

    /** Whether all columns of COLUMNS have been made, in their order. */
    private bool $hasAllColumns;

    /** @var array<string, ColumnMap> by normalized name */
    protected array $columns = [];

    /** @var array<string, ColumnMap> */
    protected array $columnsByPhpName = [];

    private bool $hasAllRelations = false;

    /** @var array<string, RelationMap> */
    private array $relations = [];

    /** @var array<string, RelationMap>|null */
    private ?array $inheritedRelations = null;

    /** @var array<string, ColumnMap>|null */
    private ?array $primaryKeys = null;

    /**
     * @internal for ObjectExport: the steps of converting objects to arrays, by class and key type
     * @var array<class-string, array<string, array{
     *     array<int|string, string|array{string, list<string|null>, bool, bool}>, array<int|string, ColumnMap>}>>
     */
    public array $exports = [];

    public function __construct(?string $name = null, protected ?DatabaseMap $dbMap = null)
    {
        if ($name !== null) {
            $this->setName($name);
        }
        $this->hasAllColumns = static::COLUMNS === [];
        $this->initialize();
    }

    public function initialize(): void
    {
    }

    public function buildRelations(): void
    {
    }

    public function setName(?string $name): void
    {
        $this->name = $name;
    }

    public function getName(): ?string
    {
        return $this->name;
    }

    public function getNameOrFail(): string
    {
        return $this->name ?? throw new OrmException('The table map has no table name');
    }

    public function setPhpName(string $phpName): void
    {
        $this->phpName = $phpName;
    }

    public function getPhpName(): ?string
    {
        return $this->phpName;
    }

    public function getPhpNameOrFail(): string
    {
        return $this->phpName ?? throw new OrmException('The table map has no phpName');
    }

    /** @param class-string $className the model class */
    public function setClassName(string $className): void
    {
        $this->className = $className;
    }

    public function getClassName(): ?string
    {
        return $this->className;
    }

    public function getClassNameOrFail(): string
    {
        return $this->className ?? throw new OrmException('The table map has no model class');
    }

    public function setPackage(string $package): void
    {
        $this->package = $package;
    }

    public function getPackage(): ?string
    {
        return $this->package;
    }

    public function setDatabaseMap(DatabaseMap $databaseMap): void
    {
        $this->dbMap = $databaseMap;
    }

    public function getDatabaseMap(): DatabaseMap
    {
        if ($this->dbMap === null && static::DATABASE_NAME !== '') {
            // Getting the database map may create it, and it then sets itself in the maps of its tables.
            $map = Orm::getServiceContainer()->getDatabaseMap(static::DATABASE_NAME);
            $this->dbMap ??= $map;
        }

        return $this->dbMap ?? throw new OrmException(sprintf('Table map "%s" has no database', $this->name));
    }

    /**
     * Returns the class of a table map that can be created without its database map.
     *
     * @internal
     * @return class-string<TableMap>|null
     */
    public static function soleClass(string $database, string $table): ?string
    {
        return Orm::$hasShortcuts && Orm::$plans?->reportsAdapterChanges
            ? Orm::getServiceContainer()->tableMapClass($database, $table)
            : null;
    }

    /**
     * Returns another table of the same database.
     *
     * @internal
     * @param string $name name of the table, or of its model
     */
    public function relatedTable(string $name): TableMap
    {
        $class = $this->dbMap === null ? self::soleClass(static::DATABASE_NAME, $name) : null;
        if ($class !== null) {
            return $class::getTableMap();
        }
        try {
            return $this->getDatabaseMap()->getTable($name);
        } catch (TableNotFoundException) {
            return $this->getDatabaseMap()->getTableByPhpName($name);
        }
    }

    /** @param string|null $pkInfo the sequence of the key, if it has one */
    public function setPrimaryKeyMethodInfo($pkInfo): void
    {
        $this->primaryKeyMethodInfo = $pkInfo;
    }

    /** @return string|null */
    public function getPrimaryKeyMethodInfo()
    {
        return $this->primaryKeyMethodInfo;
    }

    public function setCollectionClassName(string $collectionClassName): void
    {
        $this->collectionClassName = $collectionClassName;
    }

    /** @return class-string<Collection>|null the class of query results: by default <Model>Collection, if it exists */
    public function getCollectionClassName(): ?string
    {
        if ($this->collectionClassName === null) {
            $class = $this->className . 'Collection';
            $this->collectionClassName = is_subclass_of($class, Collection::class) ? $class : false;
        }

        return $this->collectionClassName ?: null;
    }

    /**
     * Returns a collection of model objects, of the class for query results.
     *
     * @param list<ActiveRecordInterface> $objects
     */
    public function newCollection(array $objects = []): ObjectCollection
    {
        $class = $this->getCollectionClassName() ?? ObjectCollection::class;
        $collection = new $class();
        $collection->setModel($this->className);
        $collection->setData($objects);

        return $collection;
    }

    public function setUseIdGenerator(bool $useIdGenerator): void
    {
        $this->useIdGenerator = $useIdGenerator;
    }

    public function isUseIdGenerator(): bool
    {
        return $this->useIdGenerator;
    }

    public function setSingleTableInheritance(bool $singleTableInheritance): void
    {
        $this->singleTableInheritance = $singleTableInheritance;
    }

    public function isSingleTableInheritance(): bool
    {
        return $this->singleTableInheritance;
    }

    public function setIsCrossRef(bool $crossRef): void
    {
        $this->crossRef = $crossRef;
    }

    public function isCrossRef(): bool
    {
        return $this->crossRef;
    }

    public function setIdentifierQuoting(bool $identifierQuoting): void
    {
        $this->identifierQuoting = $identifierQuoting;
    }

    public function isIdentifierQuotingEnabled(): bool
    {
        return $this->identifierQuoting;
    }

    public function setReadOnly(bool $readOnly): void
    {
        $this->readOnly = $readOnly;
    }

    public function isReadOnly(): bool
    {
        return $this->readOnly;
    }

    public function addColumn(
        string $name,
        string $phpName,
        string $type,
        bool $isNotNull = false,
        ?int $size = null,
        mixed $defaultValue = null,
        bool $primaryKey = false,
        ?string $fkTable = null,
        ?string $fkColumn = null,
    ): ColumnMap {
        return $this->addConfiguredColumn(new ColumnMap($name, $this, $phpName, $type, [
            'notNull' => $isNotNull,
            'size' => $size,
            'defaultValue' => $defaultValue,
            'primaryKey' => $primaryKey,
            'foreignKey' => $fkTable === null || $fkColumn === null ? null : [$fkTable, $fkColumn],
        ]));
    }

    /** Adds a fully configured column. */
    public function addConfiguredColumn(ColumnMap $cmap): ColumnMap
    {
        $this->getColumns();
        $this->columns[$this->getNormalizedColumnName($cmap->getName())] = $cmap;
        $this->columnsByPhpName[$cmap->getPhpName()] = $cmap;
        $this->primaryKeys = null;
        $this->exports = [];

        return $cmap;
    }

    private function make(string $key): ColumnMap
    {
        $given = static::COLUMNS[$key];

        return $this->columns[$key] = $this->columnsByPhpName[$given[1]]
            = new ColumnMap($given[0], $this, $given[1], $given[2], $given);
    }

    /** @param string $key the normalized name */
    private function columnByKey(string $key): ?ColumnMap
    {
        return $this->columns[$key]
            ?? ($this->hasAllColumns || !isset(static::COLUMNS[$key]) ? null : $this->make($key));
    }

    private function columnByPhpName(string $phpName): ?ColumnMap
    {
        if (!isset($this->columnsByPhpName[$phpName]) && !$this->hasAllColumns) {
            foreach (static::COLUMNS as $key => $given) {
                if ($given[1] === $phpName) {
                    return $this->make((string) $key);
                }
            }
        }

        return $this->columnsByPhpName[$phpName] ?? null;
    }

    /** @internal called when a column was added to or removed from the key */
    public function primaryKeyChanged(): void
    {
        $this->getColumns();
        $this->primaryKeys = null;
    }

    /** Returns the key of a column in getColumns(): `table.column` and `column` become `COLUMN`. */
    protected function getNormalizedColumnName(string $columnName): string
    {
        return ColumnMap::normalizeName($columnName);
    }

    public function addPrimaryKey(
        string $name,
        string $phpName,
        string $type,
        bool $isNotNull = false,
        ?int $size = null,
        ?string $defaultValue = null,
    ): ColumnMap {
        return $this->addColumn($name, $phpName, $type, $isNotNull, $size, $defaultValue, true);
    }

    public function addForeignKey(
        string $name,
        string $phpName,
        string $type,
        string $fkTable,
        string $fkColumn,
        bool $isNotNull = false,
        ?int $size = null,
        ?string $defaultValue = null,
    ): ColumnMap {
        return $this->addColumn($name, $phpName, $type, $isNotNull, $size, $defaultValue, false, $fkTable, $fkColumn);
    }

    public function addForeignPrimaryKey(
        string $name,
        string $phpName,
        string $type,
        string $fkTable,
        string $fkColumn,
        bool $isNotNull = false,
        ?int $size = null,
        ?string $defaultValue = null,
    ): ColumnMap {
        return $this->addColumn($name, $phpName, $type, $isNotNull, $size, $defaultValue, true, $fkTable, $fkColumn);
    }

    /**
     * @param ColumnMap|string $name phpName, camelName, column or `table.column`
     * @param bool $normalize false: accept only the column name in upper case
     */
    public function hasColumn($name, bool $normalize = true): bool
    {
        $name = $name instanceof ColumnMap ? $name->getName() : (string) $name;

        return $this->columnByKey($name) !== null || ($normalize && $this->findColumnByName($name) !== null);
    }

    /**
     * @param string $name column, `table.column`, phpName or camelName; a column name takes precedence over an equal
     *     phpName of another column
     * @param bool $normalize false: accept only the column name in upper case
     */
    public function getColumn(string $name, bool $normalize = true): ColumnMap
    {
        if ($normalize) {
            $key = ColumnMap::normalizeName($name);
            $column = $this->columns[$key] ?? $this->columnByKey($key);
            if ($column !== null && ($column->getName() === $name || str_ends_with($name, '.' . $column->getName()))) {
                return $column;
            }
        }

        return $this->columnByKey($name)
            ?? ($normalize ? $this->findColumnByName($name) : null)
            ?? throw new ColumnNotFoundException(sprintf('Table "%s" has no column "%s"', $this->name, $name));
    }

    /** @param string $phpName */
    public function hasColumnByPhpName($phpName): bool
    {
        return $this->columnByPhpName((string) $phpName) !== null;
    }

    public function getColumnByPhpName(string $phpName): ColumnMap
    {
        return $this->columnByPhpName($phpName) ?? throw new ColumnNotFoundException(
            sprintf('Table "%s" has no column with the phpName "%s"', $this->name, $phpName),
        );
    }

    public function findColumnByName(string $name): ?ColumnMap
    {
        return $this->columnByPhpName($name)
            ?? $this->columnByKey(ColumnMap::normalizeName($name))
            ?? $this->columnByPhpName(ucfirst($name))
            ?? $this->findQualifiedColumn($name);
    }

    /** @return array<string, ColumnMap> by upper-case name, in schema order */
    public function getColumns(): array
    {
        if (!$this->hasAllColumns) {
            $columns = [];
            foreach (static::COLUMNS as $key => $_) {
                $columns[$key] = $this->columns[$key] ?? $this->make((string) $key);
            }
            $this->columns = $columns;
            $this->hasAllColumns = true;
        }

        return $this->columns;
    }

    /**
     * @internal
     * @return array<string, list<int|string>> the names of all columns by TYPE_ constant, in schema order
     */
    public function fieldNames(): array
    {
        $names = [];
        $position = 0;
        foreach ($this->getColumns() as $column) {
            $names[self::TYPE_PHPNAME][] = $column->getPhpName();
            $names[self::TYPE_CAMELNAME][] = lcfirst($column->getPhpName());
            $names[self::TYPE_COLNAME][] = $column->getFullyQualifiedName();
            $names[self::TYPE_FIELDNAME][] = $column->getName();
            $names[self::TYPE_NUM][] = $position++;
        }

        return $names;
    }

    /** Returns whether the database may store another key than the given one, because it rounds numbers and times. */
    public function mayRoundKeys(): bool
    {
        $whole = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'DATE'];
        foreach ($this->getPrimaryKeys() as $column) {
            if (($column->isNumeric() || $column->isTemporal()) && !in_array($column->getType(), $whole, true)) {
                return true;
            }
        }

        return false;
    }

    /** @return array<string, ColumnMap> */
    public function getPrimaryKeys(): array
    {
        return $this->primaryKeys ??= $this->findPrimaryKeys();
    }

    /** @return array<string, ColumnMap> */
    private function findPrimaryKeys(): array
    {
        if ($this->hasAllColumns) {
            return array_filter($this->columns, static fn (ColumnMap $column): bool => $column->isPrimaryKey());
        }
        $columns = [];
        foreach (static::COLUMNS as $key => $given) {
            if (isset($given['primaryKey'])) {
                $columns[$key] = $this->columns[$key] ?? $this->make((string) $key);
            }
        }

        return $columns;
    }

    /**
     * Returns the values of a key, one for each of its columns.
     *
     * @internal
     * @return list<mixed>
     */
    public function keyParts(mixed $key): array
    {
        $parts = is_array($key) ? array_values($key) : [$key];
        $columns = array_values($this->getPrimaryKeys());
        if (count($parts) !== count($columns)) {
            $names = array_map(static fn (ColumnMap $column): string => $column->getName(), $columns);
            throw new InvalidArgumentException(sprintf(
                'A key of table "%s" is %s (%s), not %s',
                $this->getName(),
                count($columns) === 1 ? 'one value' : 'a list of ' . count($columns),
                implode(', ', $names),
                is_array($key) ? 'a list of ' . count($parts) : 'one value',
            ));
        }

        return $parts;
    }

    /**
     * @internal
     * @param mixed $key an array for a composite key
     * @return list<mixed> the key's parts as stored by their columns
     */
    public function storedKey(mixed $key): array
    {
        if (is_int($key) && count($this->getPrimaryKeys()) === 1) {
            return [$key];
        }
        $parts = $this->keyParts($key);
        foreach (array_values($this->getPrimaryKeys()) as $i => $column) {
            if (is_string($parts[$i]) && ($column->isText() || ($column->isNumeric() && is_numeric($parts[$i])))) {
                // The keys of almost all requests: they are converted when they are bound.
                continue;
            }
            if (is_array($parts[$i]) && $column->getValueSet() === []) {
                throw new InvalidArgumentException(
                    sprintf('A key of table "%s" cannot contain an array', $this->getName()),
                );
            }
            $parts[$i] = TypeFamily::key($column, $parts[$i]);
        }

        return $parts;
    }

    /** @return array<string, ColumnMap> */
    public function getForeignKeys(): array
    {
        return array_filter($this->getColumns(), static fn (ColumnMap $column): bool => $column->isForeignKey());
    }

    public function hasPrimaryStringColumn(): bool
    {
        return $this->getPrimaryStringColumn() !== null;
    }

    public function getPrimaryStringColumn(): ?ColumnMap
    {
        foreach ($this->getColumns() as $column) {
            if ($column->isPrimaryString()) {
                return $column;
            }
        }

        return null;
    }

    /**
     * @param string $tablePhpName the name or model class of the other table
     * @param list<array{string, mixed}> $joinConditionMapping pairs of this table's and the other table's columns; if
     *     names start with a colon, pairs of local and foreign columns, where constant values have no colon
     */
    public function addRelation(
        string $name,
        string $tablePhpName,
        int $type,
        array $joinConditionMapping = [],
        ?string $onDelete = null,
        ?string $onUpdate = null,
        ?string $pluralName = null,
        bool $polymorphic = false,
    ): RelationMap {
        $isLocal = $type === RelationMap::MANY_TO_ONE;
        $other = str_contains($tablePhpName, '\\') && !$this->getDatabaseMap()->hasTable($tablePhpName)
            ? $this->getDatabaseMap()->getTableByPhpName($tablePhpName)
            : $tablePhpName;
        $hasColons = str_starts_with((string) ($joinConditionMapping[0][0] ?? ''), ':');
        $relation = new RelationMap(
            $name,
            $isLocal ? $this : $other,
            $isLocal ? $other : $this,
            $type,
            $onDelete,
            $onUpdate,
            $pluralName,
            $polymorphic,
            match (true) {
                $hasColons => [],
                $isLocal => $joinConditionMapping,
                default => array_map(array_reverse(...), $joinConditionMapping),
            },
        );
        foreach ($hasColons ? $joinConditionMapping : [] as [$first, $second]) {
            $relation->addColumnMapping(
                $this->getColumnOrValue($first, $relation->getLocalTable()),
                is_string($second) ? $this->getColumnOrValue($second, $relation->getForeignTable()) : $second,
            );
        }
        $this->relations[$name] = $relation;

        return $relation;
    }

    /** @return ColumnMap|string */
    protected function getColumnOrValue(string $value, TableMap $table)
    {
        return str_starts_with($value, ':') ? $table->getColumn(substr($value, 1)) : $value;
    }

    public function hasRelation(string $name): bool
    {
        return $this->findRelation($name) !== null;
    }

    public function getRelation(string $name): RelationMap
    {
        return $this->findRelation($name) ?? throw new RelationNotFoundException(
            sprintf(
                'Table "%s" has no relation "%s"%s',
                $this->name,
                $name,
                Suggestion::text($name, array_keys($this->getUsableRelations())),
            ),
        );
    }

    /**
     * Returns a relation of this table, or one of getUsableRelations().
     *
     * @internal
     */
    public function findRelation(string $name): ?RelationMap
    {
        return $this->relations[$name] ?? ($this->hasAllRelations || !isset(static::RELATIONS[$name])
            ? $this->getUsableRelations()[$name] ?? null
            : $this->makeRelation($name));
    }

    private function makeRelation(string $name): RelationMap
    {
        $given = static::RELATIONS[$name];
        $given[1] = constant(RelationMap::class . '::' . $given[1]);

        return $this->addRelation($name, ...$given);
    }

    /**
     * Returns the relations of this table, and those inherited from the table whose model class this table's class
     * extends. Each row here has a row with the same key there, so the inherited relation methods apply to it.
     *
     * @internal
     * @return array<string, RelationMap>
     */
    public function getUsableRelations(): array
    {
        return $this->getRelations() + ($this->inheritedRelations ??= $this->findInheritedRelations());
    }

    /**
     * Returns whether each row of this table has a row with the same key in the other table. True for the same table.
     *
     * @internal
     */
    public function hasRowsOf(TableMap $table): bool
    {
        return $this === $table || $this->relationToParent()?->getRightTable()->hasRowsOf($table);
    }

    /** @return array<string, RelationMap> */
    private function findInheritedRelations(): array
    {
        $toParent = $this->relationToParent();
        $parent = $toParent?->getRightTable();
        $inherited = [];
        foreach ($parent?->getUsableRelations() ?? [] as $name => $relation) {
            // Rows of other tables that extend the same parent do not refer to rows here.
            if (!is_subclass_of((string) $relation->getRightTable()->className, (string) $parent->className)) {
                $columns = array_column($toParent->getColumnPairs(), 0, 1);
                $inherited[$name] = $relation->inheritedBy($this, $columns);
            }
        }

        return $inherited;
    }

    /**
     * Returns the relation to the parent table: its rows share the keys of this table's rows, and this table's class
     * extends its class.
     */
    private function relationToParent(): ?RelationMap
    {
        $key = array_map(static fn (ColumnMap $column): string => $column->getName(), $this->getPrimaryKeys());
        foreach ($this->getRelations() as $relation) {
            if (
                $relation->getType() === RelationMap::MANY_TO_ONE
                && array_column($relation->getColumnPairs(), 0) === array_values($key)
                && is_subclass_of((string) $this->className, (string) $relation->getRightTable()->className)
            ) {
                return $relation;
            }
        }

        return null;
    }

    /** @return array<string, RelationMap> */
    public function getRelations(): array
    {
        if (!$this->hasAllRelations) {
            $this->hasAllRelations = true;
            $relations = [];
            foreach (static::RELATIONS as $name => $_) {
                $relations[$name] = $this->relations[$name] ?? $this->makeRelation((string) $name);
            }
            $this->relations = $relations + $this->relations;
            $this->buildRelations();
        }

        return $this->relations;
    }

    /** @return array<string, array<string, string>> parameters by behavior id */
    public function getBehaviors(): array
    {
        return [];
    }

    /**
     * Returns the key from the conditions of a criteria: a value, or an array for a composite key; null if it is
     * incomplete.
     */
    public function extractPrimaryKey(Criteria $criteria): mixed
    {
        $values = [];
        foreach ($this->getPrimaryKeys() as $column) {
            $name = $column->getFullyQualifiedName();
            if (!$criteria->containsKey($name)) {
                return null;
            }
            $values[] = $criteria->getValue($name);
        }

        return count($values) > 1 ? $values : $values[0] ?? null;
    }

    /**
     * @param class-string $className a model class
     * @return list<int|string>
     */
    public static function getFieldnamesForClass(string $className, string $type = self::TYPE_PHPNAME)
    {
        return ($className::TABLE_MAP)::getFieldNames($type);
    }

    /**
     * @param class-string $className a model class
     * @return int|string
     */
    public static function translateFieldnameForClass(
        string $className,
        string $fieldName,
        string $fromType,
        string $toType,
    ) {
        return ($className::TABLE_MAP)::translateFieldName($fieldName, $fromType, $toType);
    }

    private function findQualifiedColumn(string $name): ?ColumnMap
    {
        $dot = strrpos($name, '.');
        if ($dot === false) {
            return null;
        }
        $name = substr($name, $dot + 1);

        return $this->columnByPhpName($name) ?? $this->columnByPhpName(ucfirst($name));
    }
}
