<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

final class NamesTest extends \Orm\Tests\Common\Model\NamesTest
{
    protected const VENDOR = 'sqlite';
}
