<?php

declare(strict_types=1);

// "composer install" makes an autoloader of all packages. Without it, Debian's package of Laravel does the same.
if (is_file(__DIR__ . '/vendor/autoload.php')) {
    return require __DIR__ . '/vendor/autoload.php';
}
require_once 'Illuminate/autoload.php';
require_once __DIR__ . '/node_modules/orm-runtime/autoload.php';
require_once __DIR__ . '/node_modules/orm-laravel/autoload.php';
require_once __DIR__ . '/node_modules/bookstore-page/Vite.php';
spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/app/' . str_replace('\\', '/', substr($class, 4)) . '.php';
    if (str_starts_with($class, 'App\\') && is_file($file)) {
        require $file;
    }
});
