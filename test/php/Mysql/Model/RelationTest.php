<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql\Model;

final class RelationTest extends \Orm\Tests\Common\Model\RelationTest
{
    protected const VENDOR = 'mysql';
}
