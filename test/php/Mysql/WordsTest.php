<?php

declare(strict_types=1);

namespace Orm\Tests\Mysql;

final class WordsTest extends \Orm\Tests\Common\WordsTest
{
    protected const VENDOR = 'mysql';
}
