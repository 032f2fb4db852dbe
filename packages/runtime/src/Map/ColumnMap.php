<?php

declare(strict_types=1);

namespace Orm\Runtime\Map;

use Orm\Runtime\Adapter\AdapterInterface;
use Orm\Runtime\Exception\OrmException;
use Orm\Runtime\Map\Exception\ForeignKeyNotFoundException;
use PDO;

/** The definition of a column at runtime. */
class ColumnMap
{
    // Types are written as strings, because almost every statement needs these lists and few need a constant of
    // ColumnTypes.
    public const TEXT_TYPES = ['CHAR', 'VARCHAR', 'LONGVARCHAR', 'CITEXT'];
    public const LOB_TYPES = [
        'VARBINARY', 'LONGVARBINARY', 'BLOB', 'OBJECT', 'GEOMETRY', 'UUID_BINARY', 'UUID_BINARY_UNSWAPPED',
    ];
    /** Types whose columns store integers; ENUM and SET store positions in their value sets. */
    public const INTEGER_TYPES = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'ENUM', 'SET', 'YEAR'];
    /** Types whose values are strings of digits, unless they are compared: then they may be any value. */
    public const DECIMAL_TYPES = ['DECIMAL', 'NUMERIC'];
    /** Types that store UUIDs as bytes, and whether the bytes are swapped. */
    public const UUID_BYTES = ['UUID_BINARY' => true, 'UUID_BINARY_UNSWAPPED' => false];
    public const TEMPORAL_TYPES = [
        'DATE', 'DATETIME', 'TIME', 'TIMESTAMP', 'BU_DATE', 'BU_TIMESTAMP', 'TIMESTAMPTZ',
    ];
    /** Types whose values the adapter converts to strings or numbers before they are bound. */
    public const WRITTEN_TYPES = [
        ...self::TEMPORAL_TYPES, 'DOUBLE', 'FLOAT', 'REAL', 'BOOLEAN', 'BOOLEAN_EMU', 'UUID',
    ];
    /** Types whose values Type\TypeText converts to strings. */
    public const TYPED_TEXTS = [
        'INTERVAL', 'INET', 'CIDR', 'MACADDR', 'HSTORE', 'BIT', 'VARBIT',
        ...self::RANGE_TYPES,
    ];
    public const RANGE_TYPES = ['INT4RANGE', 'INT8RANGE', 'NUMRANGE', 'TSRANGE', 'TSTZRANGE', 'DATERANGE'];
    public const NUMERIC_TYPES = [
        'TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'NUMERIC', 'DECIMAL', 'REAL', 'FLOAT', 'DOUBLE', 'YEAR',
    ];

    private ?string $property = null;

    /** @param array<int|string, mixed> $given an entry of TableMap::COLUMNS, of which the named members are used */
    public function __construct(
        private readonly string $name,
        private readonly TableMap $table,
        private string $phpName,
        private string $type,
        private array $given = [],
    ) {
    }

    public function getName(): string
    {
        return $this->name;
    }

    public function setPhpName(string $phpName): void
    {
        $this->phpName = $phpName;
    }

    public function getPhpName(): string
    {
        return $this->phpName;
    }

    /**
     * Returns the property of a model object for the column: its name in lower case. Bytes that are not allowed in a
     * property name are written as X and two hexadecimal digits. As property names contain no other upper-case letters,
     * no two columns share a property.
     */
    public function getProperty(): string
    {
        return $this->property ??= (string) preg_replace_callback(
            '/^(?:[0-9]|this$)|[^a-z0-9_\x80-\xff]/',
            static fn (array $found): string => 'X' . strtoupper(bin2hex($found[0])),
            strtolower($this->name),
        );
    }

    public function getTable(): TableMap
    {
        return $this->table;
    }

    public function getTableName(): ?string
    {
        return $this->table->getName();
    }

    public function getFullyQualifiedName(): string
    {
        return $this->table->getName() . '.' . $this->name;
    }

    public function setType(string $type): void
    {
        $this->type = $type;
    }

    public function getType(): string
    {
        return $this->type;
    }

    public function getPdoType(): int
    {
        return self::pdoTypeOf($this->type);
    }

    public static function pdoTypeOf(string $type): int
    {
        return match (true) {
            in_array($type, self::INTEGER_TYPES, true), $type === 'BOOLEAN_EMU' => PDO::PARAM_INT,
            in_array($type, self::LOB_TYPES, true) => PDO::PARAM_LOB,
            default => $type === 'BOOLEAN' ? PDO::PARAM_BOOL : PDO::PARAM_STR,
        };
    }

    public function setSize(?int $size): void
    {
        $this->given['size'] = $size;
    }

    public function getSize(): ?int
    {
        return $this->given['size'] ?? null;
    }

    public function setNotNull(bool $notNull): void
    {
        $this->given['notNull'] = $notNull;
    }

    public function isNotNull(): bool
    {
        return $this->given['notNull'] ?? false;
    }

    /** @param mixed $defaultValue */
    public function setDefaultValue($defaultValue): void
    {
        $this->given['defaultValue'] = $defaultValue;
    }

    /** @return mixed */
    public function getDefaultValue()
    {
        return $this->given['defaultValue'] ?? null;
    }

    public function setPrimaryKey(bool $primaryKey): void
    {
        $this->given['primaryKey'] = $primaryKey;
        $this->table->primaryKeyChanged();
    }

    public function isPrimaryKey(): bool
    {
        return $this->given['primaryKey'] ?? false;
    }

    /** @return $this */
    public function setPrimaryString(bool $primaryString)
    {
        $this->given['primaryString'] = $primaryString;

        return $this;
    }

    public function isPrimaryString(): bool
    {
        return $this->given['primaryString'] ?? false;
    }

    public function setLazyLoad(bool $lazyLoad): static
    {
        $this->given['lazyLoad'] = $lazyLoad;

        return $this;
    }

    /** Returns whether the column is omitted from SELECT and loaded when its getter is called. */
    public function isLazyLoad(): bool
    {
        return $this->given['lazyLoad'] ?? false;
    }

    public function setGenerated(bool $generated): static
    {
        $this->given['generated'] = $generated;

        return $this;
    }

    /** Returns whether the database computes the value from other columns, so that it cannot be written. */
    public function isGenerated(): bool
    {
        return $this->given['generated'] ?? false;
    }

    public function setUnsigned(bool $unsigned): static
    {
        $this->given['unsigned'] = $unsigned;

        return $this;
    }

    /** Returns whether the column stores no negative numbers. */
    public function isUnsigned(): bool
    {
        return $this->given['unsigned'] ?? false;
    }

    public function setForeignKey(string $tableName, string $columnName): void
    {
        $this->given['foreignKey'] = [$tableName, $columnName];
    }

    public function isForeignKey(): bool
    {
        return isset($this->given['foreignKey']);
    }

    public function isLob(): bool
    {
        return in_array($this->type, self::LOB_TYPES, true);
    }

    public function isTemporal(): bool
    {
        return in_array($this->type, self::TEMPORAL_TYPES, true);
    }

    public function isTypedText(): bool
    {
        return self::hasTypedText($this->type);
    }

    public static function hasTypedText(string $type): bool
    {
        return in_array($type, self::TYPED_TEXTS, true) || str_ends_with($type, '[]');
    }

    /** Returns the type of the elements if the column is a native array; otherwise null. */
    public function getElementType(): ?string
    {
        return str_ends_with($this->type, '[]') ? substr($this->type, 0, -2) : null;
    }

    public function isNumeric(): bool
    {
        return in_array($this->type, self::NUMERIC_TYPES, true);
    }

    public function isText(): bool
    {
        return in_array($this->type, self::TEXT_TYPES, true);
    }

    public function isSetType(): bool
    {
        return in_array($this->type, ['SET', 'SET_NATIVE', 'SET_ARRAY'], true);
    }

    public function isUuid(): bool
    {
        return $this->type === 'UUID' || isset(self::UUID_BYTES[$this->type]);
    }

    /** Returns the many-to-one relation to which this column belongs. */
    public function getRelation(): ?RelationMap
    {
        if (!$this->isForeignKey()) {
            return null;
        }
        foreach ($this->table->getRelations() as $relation) {
            if (
                $relation->getType() === RelationMap::MANY_TO_ONE
                && $relation->getForeignTable()->getName() === $this->getRelatedTableName()
                && array_key_exists($this->getFullyQualifiedName(), $relation->getColumnMappings())
            ) {
                return $relation;
            }
        }

        return null;
    }

    /** Returns the referenced column as `table.column`. */
    public function getRelatedName(): string
    {
        return $this->getRelatedTableName() . '.' . $this->getRelatedColumnName();
    }

    public function getRelatedTableName(): string
    {
        return $this->given['foreignKey'][0] ?? throw $this->noForeignKey();
    }

    public function getRelatedColumnName(): string
    {
        return $this->given['foreignKey'][1] ?? throw $this->noForeignKey();
    }

    public function getRelatedTable(): TableMap
    {
        return $this->table->getDatabaseMap()->getTable($this->getRelatedTableName());
    }

    public function getRelatedColumn(): ColumnMap
    {
        return $this->getRelatedTable()->getColumn($this->getRelatedColumnName());
    }

    /** @param list<string> $valueSet */
    public function setValueSet(array $valueSet): void
    {
        $this->given['valueSet'] = $valueSet;
    }

    /** @return list<string> */
    public function getValueSet(): array
    {
        return $this->given['valueSet'] ??= $this->table::VALUE_SETS[$this->getFullyQualifiedName()] ?? [];
    }

    /** @param int|string $value */
    public function isInValueSet($value): bool
    {
        return in_array((string) $value, $this->getValueSet(), true);
    }

    /**
     * Returns the number stored for an ENUM or SET value.
     *
     * @param int|string $value
     * @return int
     */
    public function getValueSetKey($value)
    {
        $key = array_search((string) $value, $this->getValueSet(), true);
        if ($key === false) {
            throw new OrmException(sprintf(
                'Enum column %s has no value "%s"',
                $this->getFullyQualifiedName(),
                $value,
            ));
        }

        return $key;
    }

    /** Returns SQL that ignores case in a text column; other columns are returned unchanged. */
    public function ignoreCase(string $str, AdapterInterface $db): string
    {
        return $this->isText() ? $db->ignoreCase($str) : $str;
    }

    /** Converts `table.column` and `COLUMN` to `COLUMN`. */
    public static function normalizeName(string $name): string
    {
        $dot = strrpos($name, '.');

        return strtoupper($dot === false ? $name : substr($name, $dot + 1));
    }

    private function noForeignKey(): ForeignKeyNotFoundException
    {
        return new ForeignKeyNotFoundException(
            sprintf('Column %s is not a foreign key', $this->getFullyQualifiedName()),
        );
    }
}
