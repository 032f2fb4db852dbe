<?php

declare(strict_types=1);

use Orm\Runtime\Exception\EntityNotFoundException;
use Orm\Runtime\Exception\ExceptionInterface;
use Todo\Item;
use Todo\ItemQuery;
use Todo\Map\ItemTableMap;

// GET /items lists, POST /items adds, PATCH /items/<id> moves, DELETE /items/<id> deletes. Each answers the list.
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
require __DIR__ . '/generated-conf/config.php';

/** Sizes are those of schema.xml, here as in the form; values that a column cannot hold are refused by its setter. */
function newItem(array $values): Item
{
    $item = (new Item())->setTitle($values['title'] ?? null)->setPriority($values['priority'] ?? 'normal');
    foreach (ItemTableMap::getTableMap()->getColumns() as $column) {
        $value = $item->getByName($column->getPhpName());
        if (is_string($value) && $column->getSize() !== null && mb_strlen($value) > $column->getSize()) {
            throw new DomainException("{$column->getName()} has more than {$column->getSize()} characters.");
        }
    }
    if (trim($item->getTitle() ?? '') === '') {
        throw new DomainException('title is missing.');
    }

    return $item;
}

/** @return array{int, array<mixed>} the status and what is answered */
function answer(string $method, ?int $id, array $values): array
{
    try {
        match ([$method, $id !== null]) {
            ['GET', false] => null,
            ['POST', false] => newItem($values)->save(),
            ['PATCH', true] => ItemQuery::create()->requirePk($id)->moveToRank((int) ($values['rank'] ?? 0)),
            ['DELETE', true] => ItemQuery::create()->requirePk($id)->delete(),
        };
    } catch (EntityNotFoundException) {
        return [404, ['error' => 'This item is gone. Somebody else may have deleted it.']];
    } catch (DomainException $problem) {
        return [422, ['error' => $problem->getMessage()]];
    } catch (ExceptionInterface) {
        return [422, ['error' => 'This cannot be saved.']];
    } catch (UnhandledMatchError) {
        return [405, ['error' => 'This is not possible.']];
    }

    $items = [];
    foreach (ItemQuery::create()->orderByRank()->find() as $item) {
        $items[] = ['id' => $item->getId(), 'title' => $item->getTitle(), 'priority' => $item->getPriority()];
    }

    return [200, $items];
}

$values = json_decode(file_get_contents('php://input') ?: '[]', true);
[$status, $answer] = answer($_SERVER['REQUEST_METHOD'], isset($match[1]) ? (int) $match[1] : null, (array) $values);
http_response_code($status);
header('Content-Type: application/json');
echo json_encode($answer, JSON_THROW_ON_ERROR);
