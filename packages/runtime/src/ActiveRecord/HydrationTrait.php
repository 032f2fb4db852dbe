<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Map\RelationMap;

/** What becomes of a model object when its row is read. */
trait HydrationTrait
{
    /** Whether a statement may have changed the row since it was read. */
    protected bool $rowIsStale = false;

    /**
     * The object is now as its row is.
     *
     * @internal used while rows are read
     */
    public function becomeHydrated(): void
    {
        $this->modifiedColumns = [];
        $this->rowIsNew = false;
        $this->rowIsStale = false;
    }

    /**
     * The row may not be what this object shows any more: queries must not find the object in place of it.
     *
     * @internal
     */
    public function becomeStale(): void
    {
        $this->rowIsStale = true;
    }

    /**
     * Puts a related object where its getter finds it, without any other effect.
     *
     * @internal used while rows are read
     */
    public function hydrateRelation(string $property, object $object): void
    {
        if (
            ($this->$property === null && $this->modifiedColumns === [])
            || ($this->$property !== $object && $this->keepsNothingFor($property, $object))
        ) {
            $this->$property = $object;
        }
    }

    /**
     * Takes from a row that was read again what is not modified here.
     *
     * @internal used while rows are locked
     * @param array<int|string, mixed> $row
     */
    public function rereadFrom(array $row, int $offset, string $indexType): void
    {
        $modified = $this->modifiedColumns;
        $tableMap = (self::TABLE_MAP)::getTableMap();
        $kept = $agreed = [];
        foreach ($tableMap->getColumns() as $column) {
            if (isset($modified[$column->getFullyQualifiedName()])) {
                $property = $column->getProperty();
                foreach ([$property, $property . '_isLoaded', $property . '_isUnserialized'] as $name) {
                    if (property_exists($this, $name)) {
                        $kept[$name] = $this->$name;
                    }
                }
            }
        }
        foreach ($tableMap->getRelations() as $name => $relation) {
            $object = $relation->getType() === RelationMap::MANY_TO_ONE ? $this->{'a' . $name} : null;
            if ($object !== null && $this->agreesWith($name, $object)) {
                $agreed[$name] = $object;
            }
        }
        $this->hydrate($row, $offset, false, $indexType);
        foreach ($kept as $name => $value) {
            $this->$name = $value;
        }
        $this->modifiedColumns = $modified;
        foreach ($agreed as $name => $object) {
            if (!$this->agreesWith($name, $object)) {
                $this->{'a' . $name} = null;
            }
        }
    }

    /**
     * Whether this object refers to another one by a foreign key, as both are now.
     *
     * @internal
     * @param string $name of the many-to-one relation
     */
    public function agreesWith(string $name, object $object): bool
    {
        $relation = (self::TABLE_MAP)::getTableMap()->getRelation($name);
        foreach ($relation->getColumnPairs() as $i => [$own, $other]) {
            $value = $this->keyValue($relation->getLeftTable()->getColumn($own)->getPhpName());
            $wanted = $other === null
                ? $relation->getLocalValues()[$i] ?? null
                : $object->keyValue($relation->getRightTable()->getColumn($other)->getPhpName());
            if (($value === null) !== ($wanted === null) || $value != $wanted) {
                return false;
            }
        }

        return true;
    }

    /**
     * Takes over the key of a related object that got one, or another one. A row that refers to another row meanwhile
     * stays there: this object did not know.
     *
     * @param string $name of the many-to-one relation
     */
    protected function followParent(string $name, ConnectionInterface $con): void
    {
        $parent = $this->{'a' . $name};
        if ($this->rowIsNew) {
            // There is no row yet that could refer to another one.
            $this->{'set' . $name}($parent);
        } elseif ($this->rowBelongsElsewhere($name, $parent, $con)) {
            $this->{'a' . $name} = null;
        } else {
            $this->{'set' . $name}($parent);
            $this->takePassedOnKey($name, $con);
        }
    }

    /** The database has given the row its new key already if the key of the parent is a part of it and is passed on. */
    private function takePassedOnKey(string $name, ConnectionInterface $con): void
    {
        $relation = (self::TABLE_MAP)::getTableMap()->getRelation($name);
        $isPassedOn = strtoupper((string) $relation->getOnUpdate()) === 'CASCADE';
        if ($this->originalKey === null || !$isPassedOn || $this->readRowAgain($con) !== null) {
            return;
        }
        $this->originalKey = null;
        foreach ($relation->getLocalColumns() as $column) {
            unset($this->modifiedColumns[$column->getFullyQualifiedName()]);
        }
    }

    private function rowBelongsElsewhere(string $name, object $parent, ConnectionInterface $con): bool
    {
        $relation = (self::TABLE_MAP)::getTableMap()->getRelation($name);
        $keys = [];
        foreach ($relation->getColumnPairs() as [$own, $other]) {
            $column = $relation->getLeftTable()->getColumn($own);
            if ($other === null) {
                continue;
            }
            if (
                isset($this->modifiedColumns[$column->getFullyQualifiedName()])
                || $this->keyValue($column->getPhpName()) === null
            ) {
                return false;
            }
            $keys[] = $column->getPhpName();
        }
        $hasKey = (self::TABLE_MAP)::PRIMARY_KEY_POSITIONS !== [];
        $now = $hasKey ? $this->readRowAgain($con) : null;
        if ($now === null || $now->agreesWith($name, $parent)) {
            return false;
        }
        foreach ($keys as $key) {
            if ($now->keyValue($key) != $this->keyValue($key)) {
                return true;
            }
        }

        return false;
    }

    /** Another object of the same row as it is now, locked; null when there is none. */
    private function readRowAgain(ConnectionInterface $con): ?static
    {
        $query = $this->buildPkeyCriteria()->setFormatter(ModelCriteria::FORMAT_STATEMENT);
        $rows = $query->lockForUpdate()->find($con);
        $row = $rows->fetch();
        $rows->close();
        if ($row === null) {
            return null;
        }
        $object = new static();
        $object->hydrate($row);

        return $object;
    }

    /**
     * What a column has in a key: of a date the object, null as its format.
     *
     * @internal
     */
    public function keyValue(string $phpName): mixed
    {
        return $this->{'get' . $phpName}(null);
    }

    /** Whether a related object that was read takes the place of nothing that is not saved yet. */
    private function keepsNothingFor(string $property, object $object): bool
    {
        if (str_starts_with($property, 'single')) {
            $known = $this->$property;

            return $known === null || !($known->isNew() || $known->isModified());
        }

        return $this->agreesWith(substr($property, 1), $object);
    }
}
