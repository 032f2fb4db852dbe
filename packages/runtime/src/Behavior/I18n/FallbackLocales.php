<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\I18n;

/**
 * The order in which locales are searched for translations.
 *
 * @internal
 */
final class FallbackLocales
{
    /**
     * Returns a locale, its shorter forms (de for de_AT), and the fallbacks of the schema.
     *
     * @param list<string> $fallbacks
     * @return non-empty-list<string>
     */
    public static function after(string $locale, array $fallbacks): array
    {
        $chain = [$locale];
        while (preg_match('/^(.+)[_-][^_-]*$/sD', (string) end($chain), $match)) {
            $chain[] = $match[1];
        }

        return array_values(array_unique([...$chain, ...$fallbacks]));
    }
}
