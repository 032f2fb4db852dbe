<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Map\TableMap;

/**
 * The state of a model object and its table map, for the traits of generated models. These properties contain
 * upper-case letters, and those of columns do not, so the names cannot clash.
 *
 * @internal
 * @method bool isNew()
 * @method bool isPrimaryKeyNull()
 * @method int|string hashCode()
 * @method $this clearAllReferences(bool $deep = false)
 */
trait RecordState
{
    /** @var bool */
    protected $rowIsNew = true;

    /** @var bool */
    protected $rowIsDeleted = false;

    /** @var array<string, true> */
    protected $modifiedColumns = [];

    /** @var array<string, mixed> */
    protected $virtualColumns = [];

    /** @var list<mixed>|null the key of the row while the object has another, unsaved key */
    protected $originalKey = null;

    /** @var bool whether a statement may have changed the row since it was read */
    protected $rowIsStale = false;

    /** The plan of the last insert. The next object often has the same modified columns. */
    private static ?InsertPlan $lastInsert = null;

    /** @return mixed a value; an array for a composite key; null without a primary key */
    abstract public function getPrimaryKey();

    /** @return list<mixed> the row's key as stored in its columns */
    abstract protected function keyParts();

    /** @return bool whether the object has a row: it is neither new nor deleted */
    abstract protected function rowExists();

    /** @return class-string<TableMap> */
    private static function tableMap(): string
    {
        /** @disregard P1012 every generated model has the constant, and a trait cannot declare one before PHP 8.2 */
        return self::TABLE_MAP;
    }
}
