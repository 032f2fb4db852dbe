<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql\Model;

final class NamesTest extends \Orm\Tests\Common\Model\NamesTest
{
    protected const VENDOR = 'mysql';
}
