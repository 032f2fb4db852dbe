<?php

declare(strict_types=1);

// "composer install" makes an autoloader of all packages. Without it, Debian's packages of Symfony do the same.
if (is_file(__DIR__ . '/vendor/autoload.php')) {
    return require __DIR__ . '/vendor/autoload.php';
}
foreach (['Framework', 'Twig', 'WebProfiler'] as $bundle) {
    require_once "Symfony/Bundle/{$bundle}Bundle/autoload.php";
}
foreach (['Dotenv', 'Form', 'Security/Csrf', 'Validator', 'Yaml'] as $component) {
    require_once "Symfony/Component/$component/autoload.php";
}
require_once __DIR__ . '/node_modules/orm-runtime/autoload.php';
require_once __DIR__ . '/node_modules/orm-symfony/autoload.php';
require_once __DIR__ . '/node_modules/bookstore-page/Vite.php';
spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, 4)) . '.php';
    if (str_starts_with($class, 'App\\') && is_file($file)) {
        require $file;
    }
});
