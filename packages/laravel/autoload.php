<?php

declare(strict_types=1);

// For applications without Composer: require this file after those of the runtime and of Laravel.
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Orm\\Laravel\\')) {
        $file = __DIR__ . '/src/' . strtr(substr($class, 12), '\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
