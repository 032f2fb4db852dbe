<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use Orm\Runtime\Map\TableMap;

/**
 * The state of a model object, and its table: what every trait of a generated model needs. The properties of columns
 * are in lower case, so that none of these can be that of a column.
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

    /** @var list<mixed>|null the key of the row, while the object's own key is changed */
    protected $originalKey = null;

    /** @var bool Whether a statement may have changed the row since it was read. */
    protected $rowIsStale = false;

    /** The plan of the last insert: the next object often has the same columns to write. */
    private static ?InsertPlan $lastInsert = null;

    /** @return mixed a value, a list for a composite key, null without primary key */
    abstract public function getPrimaryKey();

    /** @return void */
    abstract public function ensureConsistency();

    /** @return list<mixed> the key of the row as its columns store it */
    abstract protected function keyParts();

    /** @return bool whether the object is that of a row: neither a new one nor deleted */
    abstract protected function rowExists();

    /** @return class-string<TableMap> */
    private static function tableMap(): string
    {
        /** @disregard P1012 every generated model has the constant, and a trait cannot declare one before PHP 8.2 */
        return self::TABLE_MAP;
    }
}
