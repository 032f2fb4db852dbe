<?php

declare(strict_types=1);

namespace Orm\Laravel\Validation;

use Illuminate\Validation\Rules\Unique as UniqueRule;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;

/** Laravel's rule, whose ignore() also accepts an Orm object with any primary key. */
final class Unique extends UniqueRule
{
    /**
     * @param mixed $id an object, or a value of the column
     * @param string|null $idColumn
     */
    public function ignore($id, $idColumn = null): static
    {
        if (!$id instanceof ActiveRecordInterface) {
            parent::ignore($id, $idColumn);

            return $this;
        }

        // A row that is not saved yet cannot be found.
        return $id->isNew() ? $this : $this->using(static fn (PresenceQuery $query) => $query->prune($id));
    }
}
