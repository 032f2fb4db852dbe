<?php

declare(strict_types=1);

namespace Orm\Tests\Unit;

use Orm\Runtime\ActiveQuery\QueryExecutor\ManyValues;
use Orm\Runtime\ActiveQuery\QueryExecutor\QueryExecutionException;
use Orm\Runtime\Adapter\Pdo\MssqlAdapter;
use Orm\Runtime\Adapter\Pdo\MysqlAdapter;
use Orm\Runtime\Exception\LogicException;
use Orm\Runtime\Map\DatabaseMap;
use PHPUnit\Framework\TestCase;

final class ManyValuesTest extends TestCase
{
    public function testTooManyValuesAreRefusedInAShortMessage(): void
    {
        $params = array_fill(0, 2_001, ['table' => null, 'column' => null, 'value' => 'x']);
        $this->expectException(LogicException::class);
        $this->expectExceptionMessageMatches('/has 2001 values, and this database takes 2000\. .{1,400}$/');
        ManyValues::reduced('SELECT ' . str_repeat(':p1,', 3_000), $params, new MssqlAdapter(), new DatabaseMap('x'));
    }

    public function testPlaceholdersInTextsStay(): void
    {
        $sql = "SELECT 'it\\'s :p1', :p2, ':p2', :p1";
        self::assertSame(
            ["SELECT 'it\\'s :p1', ?, ':p2', ?", ['b', 'a']],
            ManyValues::withoutNames($sql, ['a', 'b'], new MysqlAdapter()),
        );
    }

    public function testMessagesAreLimited(): void
    {
        $message = (new QueryExecutionException('begin ' . str_repeat('x', 1_000_000) . ' end'))->getMessage();
        self::assertLessThan(5_000, strlen($message));
        self::assertStringEndsWith('x end', $message);
    }
}
