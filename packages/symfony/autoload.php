<?php

declare(strict_types=1);

// For applications without Composer: require this file after those of the runtime and of Symfony.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Orm\\Symfony\\')) {
        $name = str_starts_with($class, 'Orm\\Symfony\\Compatibility\\') ? 'Compatibility' : substr($class, 12);
        $file = __DIR__ . '/src/' . strtr($name, '\\', '/') . '.php';
        if (is_file($file)) {
            require_once $file;
        }
    }
});
