<?php

declare(strict_types=1);

namespace Orm\Runtime\Logger;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Map\TableMap;

/**
 * Finds the location in the application that led to a call of the library.
 *
 * @internal
 */
final class CallerFinder
{
    /** @var list<string> paths that are not the application */
    private array $ignored;

    /** @var array<class-string, bool> whether a class is generated anew by each build */
    private array $isGenerated = [];

    public function __construct()
    {
        $this->ignored = [dirname(__DIR__) . DIRECTORY_SEPARATOR];
    }

    /** @param array<string> $paths directories and files */
    public function ignore(array $paths): void
    {
        foreach ($paths as $path) {
            $real = realpath($path);
            $path = $real === false ? $path : $real;
            $this->ignored[] = is_dir($path) ? rtrim($path, '/\\') . DIRECTORY_SEPARATOR : $path;
        }
        $this->ignored = array_values(array_unique($this->ignored));
    }

    /** @return array{string, int} file and line; an empty string if all of the stack is the library */
    public function find(): array
    {
        $nearest = ['', 0];
        $frames = debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS);
        foreach ($frames as $i => $frame) {
            if (!isset($frame['file'], $frame['line']) || str_starts_with($frame['file'], $this->ignored[0])) {
                continue;
            }
            // The class whose method contains this line is that of the next frame.
            if ($this->isGenerated($frames[$i + 1]['class'] ?? '')) {
                continue;
            }
            if (!$this->isIgnored($frame['file'])) {
                return [$frame['file'], $frame['line']];
            }
            if ($nearest[0] === '') {
                $nearest = [$frame['file'], $frame['line']];
            }
        }

        return $nearest;
    }

    private function isIgnored(string $file): bool
    {
        if (preg_match('~[/\\\\]vendor[/\\\\]~', $file) === 1) {
            return true;
        }
        foreach ($this->ignored as $path) {
            if (str_starts_with($file, $path)) {
                return true;
            }
        }

        return false;
    }

    private function isGenerated(string $class): bool
    {
        return $this->isGenerated[$class] ??= preg_match('/(?:^|\\\\)(?:Base|Map)\\\\\w+$/', $class) === 1
            && (is_subclass_of($class, ActiveRecordInterface::class) || is_subclass_of($class, Criteria::class)
                || is_subclass_of($class, TableMap::class));
    }
}
