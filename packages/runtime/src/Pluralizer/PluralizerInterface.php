<?php

declare(strict_types=1);

namespace Orm\Runtime\Pluralizer;

/** Returns the plural of names. */
interface PluralizerInterface
{
    public function getPluralForm(string $root): string;
}
