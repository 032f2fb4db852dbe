<?php

declare(strict_types=1);

use Tasks\ItemQuery;

// Items of a list are saved as objects: the behavior sortable gives each one its place.
return static function (): void {
    foreach (['Buy bread' => 'normal', 'Water the plants' => 'low', 'Call Grace' => 'high'] as $title => $priority) {
        $item = ItemQuery::create()->filterByTitle($title)->findOneOrCreate();
        if ($item->isNew()) {
            $item->setPriority($priority)->save();
        }
    }
};
