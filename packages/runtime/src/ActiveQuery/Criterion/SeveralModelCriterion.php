<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\Criterion;

/** A clause with several values: `Book.Pages BETWEEN ? AND ?`. */
class SeveralModelCriterion extends ModelCriterion
{
    protected static function strReplaceOnce(string $search, string $replace, string $subject): string
    {
        $at = strpos($subject, $search);

        return $at === false ? $subject : substr_replace($subject, $replace, $at, strlen($search));
    }
}
