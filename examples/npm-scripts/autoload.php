<?php

declare(strict_types=1);

// With Composer, "autoload": {"classmap": ["generated-classes/"]} and the package orm/runtime do the same.
require __DIR__ . '/node_modules/orm-runtime/autoload.php';

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/generated-classes/' . str_replace('\\', '/', $class) . '.php';
    if (is_file($file)) {
        require $file;
    }
});
