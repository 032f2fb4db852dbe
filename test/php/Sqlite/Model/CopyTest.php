<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

final class CopyTest extends \Orm\Tests\Common\Model\CopyTest
{
    protected const VENDOR = 'sqlite';
}
