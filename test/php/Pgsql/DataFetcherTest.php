<?php

declare(strict_types=1);

namespace Orm\Tests\Pgsql;

final class DataFetcherTest extends \Orm\Tests\Common\DataFetcherTest
{
    protected const VENDOR = 'pgsql';

    public function testCastsAndTextsAreNoPlaceholdersInLogs(): void
    {
        $this->con->useDebug();
        $statement = $this->con->prepare("SELECT ?::int, 'why? :p1, it''s', ?::text");
        $statement->execute([1, 'two']);
        self::assertSame(
            "SELECT 1::int, 'why? :p1, it''s', 'two'::text",
            $this->con->getLastExecutedQuery(),
        );
        self::assertSame([1, "why? :p1, it's", 'two'], $statement->fetch(\PDO::FETCH_NUM));
    }
}
