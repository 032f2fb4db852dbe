<?php

declare(strict_types=1);

use Notes\NoteQuery;

require __DIR__ . '/autoload.php';
require __DIR__ . '/generated-conf/config.php';

foreach (NoteQuery::create()->orderById()->find() as $note) {
    echo "{$note->getColor()}: {$note->getText()}\n";
}
