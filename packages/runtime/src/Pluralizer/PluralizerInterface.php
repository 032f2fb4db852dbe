<?php

declare(strict_types=1);

namespace Orm\Runtime\Pluralizer;

/** Makes the plural of a name. */
interface PluralizerInterface
{
    public function getPluralForm(string $root): string;
}
