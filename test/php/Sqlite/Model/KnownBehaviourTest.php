<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

final class KnownBehaviourTest extends \Orm\Tests\Common\Model\KnownBehaviourTest
{
    protected const VENDOR = 'sqlite';
}
