<?php

declare(strict_types=1);

namespace Orm\Tests\Unit;

use FilesystemIterator;
use Orm\Runtime\Logger\PsrFileLogger;
use PHPUnit\Framework\TestCase;
use RecursiveDirectoryIterator;
use RecursiveIteratorIterator;
use SplFileInfo;

/** What PHP says of a declaration it says when the class is loaded, and many classes no other test loads. */
final class ClassesTest extends TestCase
{
    private const ROOT = __DIR__ . '/../../..';

    public static function setUpBeforeClass(): void
    {
        require_once 'Symfony/Component/Validator/autoload.php';
        if (!interface_exists('Psr\\EventDispatcher\\StoppableEventInterface')) {
            eval('namespace Psr\EventDispatcher; interface StoppableEventInterface {}');
        }
        if (!interface_exists('Psr\\Container\\ContainerInterface')) {
            eval('namespace Psr\Container; interface ContainerInterface {} interface NotFoundExceptionInterface {}');
        }
        if (!interface_exists('Psr\\Http\\Server\\MiddlewareInterface')) {
            eval('namespace Psr\Http\Server; interface MiddlewareInterface {}');
        }
    }

    /** @return iterable<string, array{string, string, int}> */
    public static function folders(): iterable
    {
        yield 'the runtime' => [self::ROOT . '/packages/runtime/src', 'Orm\\Runtime\\', 180];
        yield 'every shape and column type' => [self::golden('every-shape/expected/php/League'), 'League\\', 100];
        yield 'many relations' => [self::golden('cinema/expected/php/Cinema'), 'Cinema\\', 30];
        yield 'sortable lists' => [self::golden('sortable-two-scopes/expected/php/Planner'), 'Planner\\', 10];
    }

    /** @dataProvider folders */
    public function testEveryClassIsLoadedWithoutANotice(string $folder, string $prefix, int $least): void
    {
        $loaded = 0;
        $files = new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS);
        foreach (new RecursiveIteratorIterator($files) as $file) {
            assert($file instanceof SplFileInfo);
            $path = substr($file->getPathname(), strlen($folder) + 1, -strlen('.php'));
            $class = $prefix . strtr($path, '/', '\\');
            if ($class === PsrFileLogger::class) {
                // It needs psr/log, which would change what other tests get.
                continue;
            }
            self::assertTrue(
                class_exists($class) || interface_exists($class) || trait_exists($class) || enum_exists($class),
                $class,
            );
            $loaded++;
        }
        self::assertGreaterThanOrEqual($least, $loaded);
    }

    private static function golden(string $path): string
    {
        return self::ROOT . '/test/golden/' . $path;
    }
}
