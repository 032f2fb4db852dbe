<?php

declare(strict_types=1);

namespace Orm\Tests\Mutants;

// Loaded by every PHP script of a test, in an ava run that records which test files call which functions of the
// runtime. When a script ends, it writes which functions it has called.

if (!class_exists(MutantReach::class, false)) {
    final class MutantReach
    {
        public static string $test = '';

        /** @var array<string, array<string, true>> by function */
        public static array $tests = [];
    }

    register_shutdown_function(static function (): void {
        [$test, $folder] = [getenv('ORM_TEST_FILE'), getenv('ORM_MUTANTS_REACH')];
        if ($test !== false && $folder !== false && MutantReach::$tests !== []) {
            $report = ['test' => $test, 'functions' => array_keys(MutantReach::$tests)];
            $file = $folder . '/' . getmypid() . '-' . bin2hex(random_bytes(4)) . '.json';
            file_put_contents($file, json_encode($report, JSON_THROW_ON_ERROR));
        }
    });
}
