<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveRecord;

/**
 * A many-to-many relation of a model class: partners behind the rows of a cross-reference table.
 *
 * @internal
 */
final class ManyToMany extends ToMany
{
    /**
     * @param string $singular what the generated methods call a partner
     * @param string $rows the one-to-many relation with the rows of the cross-reference table, in the plural
     * @param string $row what the generated methods call such a row
     * @param string $rowToPartner the relation of such a row to the partner
     * @param string $inversePlural what the partners call objects of this class
     */
    public function __construct(
        string $plural,
        string $model,
        string $inverse,
        public readonly string $singular,
        public readonly string $rows,
        public readonly string $row,
        public readonly string $rowToPartner,
        public readonly string $inversePlural,
    ) {
        parent::__construct($plural, $model, $inverse);
    }
}
