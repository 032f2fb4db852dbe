<?php

declare(strict_types=1);

namespace Orm\Runtime\Pluralizer;

/** Always adds an s. */
final class SimpleEnglishPluralizer implements PluralizerInterface
{
    public function getPluralForm(string $root): string
    {
        return $root . 's';
    }
}
