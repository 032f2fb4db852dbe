<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\I18n;

use Orm\Runtime\ActiveQuery\ModelWith;
use PDO;

/** Joins of the translations into one locale. */
trait I18nQueryTrait
{
    private function joinTranslations(
        string $relation,
        string $localeName,
        string $locale,
        ?string $alias,
        string $joinType,
    ): static {
        $name = $alias ?? $relation;

        return $this->relationJoin($relation, $alias, $joinType)
            ->addJoinCondition($name, $name . '.' . $localeName . ' = ?', $locale, null, PDO::PARAM_STR);
    }

    /** A row has one translation at most, so that rows are still objects. */
    private function readTranslations(string $relation, string $locale): static
    {
        $join = $this->getModelJoin($relation);
        $this->with[$relation] = ModelWith::oneOfMany($relation, $join, 'hydrateTranslation', $locale);

        return $this;
    }
}
