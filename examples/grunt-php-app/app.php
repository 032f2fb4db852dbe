<?php

declare(strict_types=1);

use Library\Loan;
use Library\Reader;
use Library\ReaderQuery;

require __DIR__ . '/autoload.php';
require __DIR__ . '/generated-conf/config.php';

$reader = (new Reader())->setName('Ada');
(new Loan())->setTitle('Frankenstein')->setReader($reader)->save();
(new Loan())->setTitle('Emma')->setReader($reader)->save();

$found = ReaderQuery::create()->findOneByName('Ada');
echo "{$found->getName()} has {$found->countLoans()} books\n";
