<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use Orm\Runtime\Map\TableMap;

/** A map written by hand, without a model. */
final class PlainTableMap extends TableMap
{
    public const TABLE_NAME = 'plain';
    public const TABLE_PHP_NAME = 'Plain';

    public function initialize(): void
    {
        $this->setName('plain');
        $this->addColumn('id', 'Id', 'INTEGER');
    }
}
