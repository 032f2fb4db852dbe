<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql\Model;

final class KnownQueryMembersTest extends \Orm\Tests\Common\Model\KnownQueryMembersTest
{
    protected const VENDOR = 'pgsql';
}
