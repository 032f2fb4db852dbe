<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery;

use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Map\RelationMap;
use Orm\Runtime\Map\TableMap;
use Orm\Runtime\Orm;

/** Describes how rows of a joined relation become related objects. */
class ModelWith
{
    /** The name of the join in the query. */
    public string $name = '';

    /** The name of the with() entry of the left objects; null: they are the objects of the query itself. */
    public ?string $leftName = null;
    public string $relationName = '';
    public string $pluralName = '';
    public bool $isToMany = false;
    public bool $isOneToOne = false;

    /** @var class-string<TableMap> */
    public string $tableMapClass = TableMap::class;
    public string $modelName = '';

    /** The property of the left object that contains the related object or objects. */
    public string $property = '';

    /** The property of the related object that refers back to the left one; null if that is a collection. */
    public ?string $inverseProperty = null;

    /** The method of the left object that accepts the related object or null, with $argument as its second argument. */
    public ?string $receiver = null;
    public ?string $argument = null;

    /** The part of a query's shape for this relation. */
    public string $shape = '';

    /**
     * Whether several queries share this object. It must be cloned before it is passed to code that may change it.
     *
     * @internal
     */
    public bool $isShared = false;
    private ?TableMap $tableMap = null;
    private ?bool $isSingleTableInheritance = null;
    private ?string $relationMethod = null;
    private ?string $givenRelationName = null;
    private ?string $initMethod = null;
    private ?string $resetPartialMethod = null;

    public function __construct(?ModelJoin $join = null)
    {
        if ($join !== null) {
            $this->init($join);
        }
    }

    public static function of(string $name, ModelJoin $join): self
    {
        $relation = $join->getRelationMap();
        $leftName = self::leftName($join);
        $key = spl_object_id($relation) . $name . '.' . $leftName;
        $known = Orm::$plans->withs[$key] ?? null;
        if ($known === null || $known[0] !== $relation) {
            $with = new self($join);
            $with->name = $name;
            $with->shape = '|+' . $name;
            $with->isShared = true;
            $known = [$relation, $with];
            if (Orm::services()->plans->keep('withs', strlen($key))) {
                Orm::$plans->withs[$key] = $known;
            }
        }

        return $known[1];
    }

    /**
     * Creates the entry for a to-many relation whose join finds at most one row, which a method of the left object
     * accepts.
     */
    public static function oneOfMany(string $name, ModelJoin $join, string $receiver, string $argument): self
    {
        $with = new self($join);
        $with->name = $name;
        $with->receiver = $receiver;
        $with->argument = $argument;
        $with->isToMany = false;
        $with->shape = "|+$name($receiver $argument)";

        return $with;
    }

    /** Returns the same entry for a join that starts elsewhere. */
    public function along(ModelJoin $join): self
    {
        return $this->receiver === null
            ? self::of($this->name, $join)
            : self::oneOfMany($this->name, $join, $this->receiver, (string) $this->argument);
    }

    /** Sets all properties from a join. */
    public function init(ModelJoin $join): void
    {
        $relation = $join->getRelationMap();
        $this->name = $join->getRightTableAlias() ?? $relation->getName();
        $this->leftName = self::leftName($join);
        $this->shape = '|+' . $this->name;
        $this->relationName = $relation->getName();
        $this->pluralName = $relation->getPluralName();
        $this->isToMany = $relation->getType() === RelationMap::ONE_TO_MANY;
        $this->isOneToOne = $relation->getType() === RelationMap::ONE_TO_ONE;
        $this->tableMap = $relation->getRightTable();
        $this->tableMapClass = $this->tableMap::class;
        $this->modelName = (string) $this->tableMap->getClassName();
        $this->property = $relation->getProperty();
        $inverse = $relation->getSymmetricalRelation();
        $this->inverseProperty = $inverse === null || $inverse->getType() === RelationMap::ONE_TO_MANY
            ? null
            : $inverse->getProperty();
    }

    public function getTableMap(): TableMap
    {
        return $this->tableMap ?? throw new LogicException('The relation is not initialized with a join');
    }

    public function setModelName(string $modelName): void
    {
        $this->modelName = ltrim($modelName, '\\');
    }

    public function getModelName(): string
    {
        return $this->modelName;
    }

    public function setIsSingleTableInheritance(bool $isSingleTableInheritance): void
    {
        $this->isSingleTableInheritance = $isSingleTableInheritance;
    }

    public function isSingleTableInheritance(): bool
    {
        return $this->isSingleTableInheritance ?? $this->tableMap?->isSingleTableInheritance() ?? false;
    }

    public function setIsAdd(bool $isAdd): void
    {
        $this->isToMany = $isAdd;
    }

    /** Returns whether related objects are added one by one, instead of being set. */
    public function isAdd(): bool
    {
        return $this->isToMany;
    }

    public function setIsWithOneToMany(bool $isWithOneToMany): void
    {
        $this->isToMany = $isWithOneToMany;
    }

    public function isWithOneToMany(): bool
    {
        return $this->isToMany;
    }

    public function setRelationName(string $relationName): void
    {
        $this->givenRelationName = $relationName;
    }

    /** Returns the relation name; for a to-many relation, its plural. */
    public function getRelationName(): string
    {
        return $this->givenRelationName ?? ($this->isToMany ? $this->pluralName : $this->relationName);
    }

    public function setRelationMethod(string $relationMethod): void
    {
        $this->relationMethod = $relationMethod;
    }

    /** Returns the method that relates an object to the left one: addBook(), setAuthor(). */
    public function getRelationMethod(): string
    {
        return $this->relationMethod ?? ($this->isToMany ? 'add' : 'set') . $this->relationName;
    }

    public function setInitMethod(string $initMethod): void
    {
        $this->initMethod = $initMethod;
    }

    /** Returns the method that initializes the left object's collection. */
    public function getInitMethod(): string
    {
        return $this->initMethod ?? ($this->isToMany ? 'init' . $this->pluralName : '');
    }

    public function setResetPartialMethod(string $resetPartialMethod): void
    {
        $this->resetPartialMethod = $resetPartialMethod;
    }

    public function getResetPartialMethod(): string
    {
        return $this->resetPartialMethod ?? ($this->isToMany ? 'resetPartial' . $this->pluralName : '');
    }

    public function setLeftPhpName(string $leftPhpName): void
    {
        $this->leftName = $leftPhpName;
    }

    public function getLeftPhpName(): ?string
    {
        return $this->leftName;
    }

    public function setRightPhpName(string $rightPhpName): void
    {
        $this->name = $rightPhpName;
        $this->shape = '|+' . $rightPhpName;
    }

    public function getRightPhpName(): ?string
    {
        return $this->name === '' ? null : $this->name;
    }

    /** Returns whether the left objects are those of the query itself. */
    public function isPrimary(): bool
    {
        return $this->leftName === null;
    }

    public function __toString(): string
    {
        return sprintf(
            'modelName: %s, relationName: %s, relationMethod: %s, leftPhpName: %s, rightPhpName: %s',
            $this->modelName,
            $this->getRelationName(),
            $this->getRelationMethod(),
            $this->leftName ?? '',
            $this->name,
        );
    }

    public function __clone()
    {
        $this->isShared = false;
    }

    private static function leftName(ModelJoin $join): ?string
    {
        $previous = $join->getPreviousJoin();

        return $previous === null
            ? null
            : $previous->getRightTableAlias() ?? $previous->getRelationMap()->getName();
    }
}
