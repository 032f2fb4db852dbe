<?php

declare(strict_types=1);

namespace Orm\Tests\Unit;

use PHPUnit\Framework\TestCase;
use ReflectionClass;
use ReflectionMethod;

/** What editors offer for models and queries is for applications: the library has its own ways to their state. */
final class PublicMethodsTest extends TestCase
{
    /** @dataProvider classes */
    public function testNoPublicMethodIsForTheLibraryOnly(string $class): void
    {
        $internal = [];
        foreach ((new ReflectionClass($class))->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
            if (
                str_contains((string) $method->getDocComment(), '@internal')
                || str_starts_with($method->getName(), 'behavior')
            ) {
                $internal[] = $method->getName();
            }
        }
        self::assertSame([], $internal);
    }

    /** @return iterable<string, array{string}> */
    public static function classes(): iterable
    {
        foreach (['author-and-book', 'cinema', 'every-shape', 'sortable-two-scopes'] as $case) {
            $folder = dirname(__DIR__, 2) . '/golden/' . $case . '/expected/php/';
            foreach (glob($folder . '*/Base/*.php') ?: [] as $file) {
                $class = strtr(substr($file, strlen($folder), -4), '/', '\\');
                yield $class => [$class];
            }
        }
    }
}
