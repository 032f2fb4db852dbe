<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql\Model;

final class KnownBehaviourTest extends \Orm\Tests\Common\Model\KnownBehaviourTest
{
    protected const VENDOR = 'mysql';
}
