<?php

declare(strict_types=1);

// What Composer would make of the application: Debian's Symfony, the runtime, the bundle, the models and `App\`.
require 'Symfony/Bundle/FrameworkBundle/autoload.php';
foreach (['Form', 'Messenger', 'Validator', 'Yaml', 'Console', 'BrowserKit'] as $component) {
    require "Symfony/Component/$component/autoload.php";
}
require 'Symfony/Bundle/SecurityBundle/autoload.php';
require dirname(__DIR__, 3) . '/packages/runtime/autoload.php';
require dirname(__DIR__, 3) . '/packages/symfony/autoload.php';

spl_autoload_register(static function (string $class): void {
    $file = str_starts_with($class, 'App\\')
        ? __DIR__ . '/src/' . strtr(substr($class, 4), '\\', '/') . '.php'
        : getcwd() . '/generated-classes/' . strtr($class, '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});
