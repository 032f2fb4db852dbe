<?php

declare(strict_types=1);

namespace Orm\Tests\Sqlite;

final class WordsTest extends \Orm\Tests\Common\WordsTest
{
    protected const VENDOR = 'sqlite';
}
