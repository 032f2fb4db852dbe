<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

/**
 * The known name that is nearest to a misspelt one.
 *
 * @internal
 */
final class Suggestion
{
    /**
     * The end of a message about a name that does not exist.
     *
     * @param iterable<int|string> $known
     * @return string such as ' (did you mean "Title"?)', or nothing if no name is near
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
     * The end of a message about a method that does not exist.
     *
     * @param iterable<string> $more names of methods that are answered without being declared
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
