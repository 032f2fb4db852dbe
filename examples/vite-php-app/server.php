<?php

declare(strict_types=1);

// The requests for items are answered by items.php, everything else by the files that "vite build" made.
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (preg_match('~^/items(?:/(\d+))?$~', $path, $match) !== 1) {
    $file = __DIR__ . '/dist' . ($path === '/' ? '/index.html' : $path);
    if (str_contains($path, '..') || !is_file($file)) {
        http_response_code(404);
        return;
    }
    $types = ['html' => 'text/html', 'js' => 'text/javascript', 'css' => 'text/css'];
    header('Content-Type: ' . ($types[pathinfo($file, PATHINFO_EXTENSION)] ?? 'application/octet-stream'));
    readfile($file);
    return;
}

require __DIR__ . '/autoload.php';
require __DIR__ . '/generated-conf/config.php';
require __DIR__ . '/items.php';

$values = json_decode(file_get_contents('php://input') ?: '[]', true);
[$status, $answer] = answer($_SERVER['REQUEST_METHOD'], isset($match[1]) ? (int) $match[1] : null, (array) $values);
http_response_code($status);
header('Content-Type: application/json');
echo json_encode($answer, JSON_THROW_ON_ERROR);
