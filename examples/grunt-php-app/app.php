<?php

declare(strict_types=1);

use Library\ReaderQuery;

require __DIR__ . '/autoload.php';
require __DIR__ . '/generated-conf/config.php';

$reader = ReaderQuery::create()->findOneByName('Ada');
echo "{$reader->getName()} has {$reader->countLoans()} books\n";
