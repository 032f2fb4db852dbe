<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

/**
 * Finds the known name closest to a misspelled one.
 *
 * @internal
 */
final class Suggestion
{
    /**
     * Returns the end of a message about an unknown name.
     *
     * @param iterable<int|string> $known
     * @return string such as ' (did you mean "Title"?)'; empty if no name is similar
     */
    public static function text(string $name, iterable $known): string
    {
        $nearest = null;
        $least = min(4, intdiv(strlen($name) + 1, 2));
        foreach ($known as $candidate) {
            $distance = levenshtein(strtolower($name), strtolower((string) $candidate));
            if ($distance < $least) {
                [$nearest, $least] = [(string) $candidate, $distance];
            }
        }

        return $nearest === null ? '' : sprintf(' (did you mean "%s"?)', $nearest);
    }

    /**
     * Returns the end of a message about an unknown method.
     *
     * @param iterable<string> $more names of methods that are handled without being declared
     */
    public static function method(object $object, string $name, iterable $more = []): string
    {
        $declared = array_filter(
            get_class_methods($object),
            static fn (string $method): bool => !str_starts_with($method, '__')
                && (new \ReflectionMethod($object, $method))->isPublic(),
        );

        return self::text($name, [...$declared, ...$more]);
    }
}
