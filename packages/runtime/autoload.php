<?php

declare(strict_types=1);

// For applications without Composer: require this file, then the generated configuration.
spl_autoload_register(static function (string $class): void {
    static $files = null;
    $files ??= require __DIR__ . '/class-map.php';
    if (isset($files[$class])) {
        require __DIR__ . '/src/' . $files[$class];
    } elseif (str_starts_with($class, 'Orm\\Runtime\\')) {
        // A class that is not in the map yet, in a checkout.
        $file = __DIR__ . '/src/' . strtr(substr($class, 12), '\\', '/') . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});
