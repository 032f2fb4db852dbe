<?php

declare(strict_types=1);

namespace Orm\Laravel\Auth;

use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveQuery\RowLookup;
use Orm\Runtime\Map\ColumnMap;
use Orm\Runtime\Map\TableMap;

/**
 * For model classes that implement Illuminate\Contracts\Auth\Authenticatable. The password is in the column `password`;
 * the column `remember_token` is used if the table has it.
 */
trait AuthenticatableModel
{
    public function getAuthIdentifierName(): string
    {
        $columns = OrmQuery::from(static::class)->getTableMap()->getPrimaryKeys();

        return implode(',', array_map(static fn (ColumnMap $column): string => $column->getName(), $columns));
    }

    /** @return mixed the primary key; a string for a composite one */
    public function getAuthIdentifier()
    {
        $key = $this->getPrimaryKey();

        return is_array($key) ? RowLookup::keyOf($this) : $key;
    }

    /** Returns the name of the column with the password hash. Override it to use another column. */
    public function getAuthPasswordName(): string
    {
        return 'password';
    }

    /** @return string|null */
    public function getAuthPassword()
    {
        return $this->getByName($this->getAuthPasswordName(), TableMap::TYPE_FIELDNAME);
    }

    public function getRememberTokenName(): string
    {
        return 'remember_token';
    }

    public function getRememberToken(): ?string
    {
        return method_exists(parent::class, 'getRememberToken') ? parent::getRememberToken() : null;
    }

    /** @param string|null $value */
    public function setRememberToken($value): static
    {
        if (method_exists(parent::class, 'setRememberToken')) {
            parent::setRememberToken($value);
        }

        return $this;
    }
}
