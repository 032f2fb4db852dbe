<?php

declare(strict_types=1);

namespace Orm\Tests\Mutants;

// The bootstrap of a PHPUnit run that records which tests call which functions of the runtime. The first
// statement of each function in that copy adds to MutantReach::$tests.

use PHPUnit\Runner\AfterTestHook;
use PHPUnit\Runner\BeforeTestHook;

final class MutantReach implements BeforeTestHook, AfterTestHook
{
    public static string $test = '';

    /** @var array<string, array<string, true>> the tests that called each function */
    public static array $tests = [];

    /** @var array<string, float> seconds by test */
    public static array $seconds = [];

    public function executeBeforeTest(string $test): void
    {
        self::$test = (string) preg_replace('/ with data set .*/s', '', $test);
    }

    public function executeAfterTest(string $test, float $time): void
    {
        self::$seconds[self::$test] = (self::$seconds[self::$test] ?? 0) + $time;
        self::$test = '';
    }
}

register_shutdown_function(static function (int $process): void {
    // Skip children that a test forks.
    if (getmypid() === $process) {
        $reached = ['tests' => array_map(array_keys(...), MutantReach::$tests), 'seconds' => MutantReach::$seconds];
        file_put_contents((string) getenv('ORM_MUTANTS_REACH'), json_encode($reached, JSON_THROW_ON_ERROR));
    }
}, getmypid());

require dirname(__DIR__, 2) . '/php/bootstrap.php';
