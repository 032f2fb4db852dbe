<?php

declare(strict_types=1);

error_reporting(E_ALL);
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    if ((error_reporting() & $level) === 0) {
        return false;
    }
    // What a later PHP no longer likes in PHPUnit and its like is not ours to mend.
    if ($level === E_DEPRECATED && !str_starts_with($file, dirname(__DIR__, 2) . '/')) {
        return true;
    }
    throw new ErrorException($message, 0, $level, $file, $line);
});

require __DIR__ . '/../../packages/runtime/autoload.php';

spl_autoload_register(static function (string $class): void {
    $places = [
        'Orm\\Tests\\' => __DIR__ . '/',
        // Classes of golden cases: what is tested is what is generated.
        'Cinema\\' => __DIR__ . '/../golden/cinema/expected/php/Cinema/',
        'League\\' => __DIR__ . '/../golden/every-shape/expected/php/League/',
        'Planner\\' => __DIR__ . '/../golden/sortable-two-scopes/expected/php/Planner/',
        'Bookstore\\' => __DIR__ . '/../golden/author-and-book/expected/php/Bookstore/',
    ];
    foreach ($places as $prefix => $folder) {
        if (str_starts_with($class, $prefix)) {
            $file = $folder . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
            if (is_file($file)) {
                require $file;
            }
        }
    }
});

// The same tests must pass on the long ways: ORM_FAST_PATHS=0 switches all shortcuts off.
Orm\Runtime\Orm::$hasShortcuts = getenv('ORM_FAST_PATHS') !== '0';
