<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql\Model;

final class CopyTest extends \Orm\Tests\Common\Model\CopyTest
{
    protected const VENDOR = 'pgsql';
}
