<?php

declare(strict_types=1);

require __DIR__ . '/strict.php';

// Loads what an application loads first: the runtime, the generated classes, and the generated configuration.
require dirname(__DIR__, 2) . '/packages/runtime/autoload.php';

spl_autoload_register(static function (string $class): void {
    $file = getcwd() . '/generated-classes/' . strtr($class, '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});

require getcwd() . '/generated-conf/config.php';
