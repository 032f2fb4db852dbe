<?php

declare(strict_types=1);

use Orm\Runtime\Exception\EntityNotFoundException;
use Orm\Runtime\Exception\ExceptionInterface;
use Tasks\Item;
use Tasks\ItemQuery;
use Tasks\Map\ItemTableMap;

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

/**
 * GET /items lists, POST /items adds, PATCH /items/<id> moves, DELETE /items/<id> deletes. Each answers the list.
 *
 * @return array{int, array<mixed>} the status and what is answered
 */
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
