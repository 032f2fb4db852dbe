<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql\Model;

final class RoundTripTest extends \Orm\Tests\Common\Model\RoundTripTest
{
    protected const VENDOR = 'pgsql';
}
