<?php

declare(strict_types=1);

use Notes\Note;
use Notes\NoteQuery;

require __DIR__ . '/autoload.php';
require __DIR__ . '/generated-conf/config.php';

(new Note())->setText('Water the plants')->save();
(new Note())->setText('Call Grace')->setColor('pink')->save();

foreach (NoteQuery::create()->orderById()->find() as $note) {
    echo "{$note->getColor()}: {$note->getText()}\n";
}
