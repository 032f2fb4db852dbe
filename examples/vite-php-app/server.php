<?php

declare(strict_types=1);

use Todo\Item;
use Todo\ItemQuery;

// GET /items lists, POST /items adds, POST /items/<id> moves to the rank that the body names; all answer the list.
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (preg_match('~^/items(?:/(\d+))?$~', $path, $match) !== 1) {
    // What "vite build" made.
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
chdir(__DIR__);
require __DIR__ . '/generated-conf/config.php';

if ($_SERVER['REQUEST_METHOD'] === 'POST') {
    $values = json_decode(file_get_contents('php://input'), true, flags: JSON_THROW_ON_ERROR);
    if (isset($match[1])) {
        ItemQuery::create()->requirePk((int) $match[1])->moveToRank((int) $values['rank']);
    } else {
        (new Item())->setTitle($values['title'])->setPriority($values['priority'])->save();
    }
}

$items = [];
foreach (ItemQuery::create()->orderByRank()->find() as $item) {
    $items[] = [
        'id' => $item->getId(),
        'title' => $item->getTitle(),
        'priority' => $item->getPriority(),
        'rank' => $item->getRank(),
    ];
}
header('Content-Type: application/json');
echo json_encode($items, JSON_THROW_ON_ERROR);
