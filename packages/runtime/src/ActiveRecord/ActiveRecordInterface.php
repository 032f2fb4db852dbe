<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

use JsonSerializable;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Map\TableMap;

/**
 * The methods of every model object. Objects of writable tables also have save() and delete(). Return types missing in
 * older stub classes are declared in docblocks only, so that such classes can override every method.
 */
interface ActiveRecordInterface extends JsonSerializable
{
    /** @return bool */
    public function isNew();

    /** @return bool */
    public function isDeleted();

    /** @return bool */
    public function isModified();

    /**
     * @param string $col a `table.column` name, as in the COL_ constants
     * @return bool
     */
    public function isColumnModified(string $col);

    /** @return list<string> */
    public function getModifiedColumns();

    /** @return void */
    public function resetModified(?string $col = null);

    /** @return mixed a value; an array for a composite key; null without a primary key */
    public function getPrimaryKey();

    /** @return bool */
    public function isPrimaryKeyNull();

    /** @return bool whether all columns with default values still have them */
    public function hasOnlyDefaultValues();

    /** @return Criteria */
    public function buildCriteria();

    /** @return ModelCriteria a query for this object's row */
    public function buildPkeyCriteria();

    /** @return bool */
    public function equals(mixed $obj);

    /** @return int|string */
    public function hashCode();

    /**
     * Fills the object from a row and returns the next column number.
     *
     * @param array<int|string, mixed> $row
     * @return int
     */
    public function hydrate(
        array $row,
        int $startcol = 0,
        bool $rehydrate = false,
        string $indexType = TableMap::TYPE_NUM,
    );

    /** @return void */
    public function ensureConsistency();

    /** @return array<string, mixed> */
    public function getVirtualColumns();

    /** @return bool */
    public function hasVirtualColumn(string $name);

    /** @return mixed */
    public function getVirtualColumn(string $name);

    /** @return static */
    public function setVirtualColumn(string $name, mixed $value);

    /** @return static */
    public function copy(bool $deepCopy = false);

    /**
     * @param bool $makeNew whether the copy is a new object without the auto-increment key
     * @return void
     */
    public function copyInto(object $copyObj, bool $deepCopy = false, bool $makeNew = true);

    /**
     * Resets the object to the state of a new one.
     *
     * @return static
     */
    public function clear();

    /** @return static */
    public function clearAllReferences(bool $deep = false);

    public function __toString(): string;
}
