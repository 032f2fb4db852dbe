<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite\Model;

final class KnownQueryMembersTest extends \Orm\Tests\Common\Model\KnownQueryMembersTest
{
    protected const VENDOR = 'sqlite';
}
