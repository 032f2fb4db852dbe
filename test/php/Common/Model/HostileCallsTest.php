<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use League\Kit;
use League\KitQuery;
use League\Player;
use League\PlayerQuery;
use League\SkillQuery;
use League\TeamQuery;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\Collection;
use Orm\Runtime\Orm;
use Orm\Tests\Support\HostileCaller;

/**
 * Anybody may call any public method with anything: no other statement is run, no other table read, and what is
 * refused is refused by an exception of ours. The calls are the same in every run; `ORM_FUZZ=1` makes 23,000 others,
 * and `ORM_SEED` those of a failure again.
 */
abstract class HostileCallsTest extends LeagueTestCase
{
    private const SECRET = 'the-word-of-the-canary';

    public function testNoCallReachesWhatIsNotItsOwn(): void
    {
        $this->con->exec('DROP TABLE IF EXISTS canary');
        $this->con->exec('CREATE TABLE canary (word VARCHAR(50))');
        $this->con->exec("INSERT INTO canary VALUES ('" . self::SECRET . "')");
        $isLong = getenv('ORM_FUZZ') !== false;
        $rounds = $isLong ? 8_000 : 250;
        $seed = (int) (getenv('ORM_SEED') ?: ($isLong ? random_int(1, 1_000_000_000) : 1));
        for ($i = 0; $i < $rounds; $i++) {
            mt_srand($seed + $i);
            $caller = new HostileCaller('player.name');
            $note = static fn (): string => 'ORM_SEED=' . ($seed + $i) . "\n" . implode("\n", $caller->calls);
            $results = $caller->attempt(fn (): array => $this->round($caller));
            $caller->attempt(fn () => $this->con->forceRollBack());
            self::assertStringNotContainsString(self::SECRET, serialize($results), $note());
            $words = Orm::getConnection('league')->query('SELECT word FROM canary')->fetchColumn();
            self::assertSame(self::SECRET, $words, $note());
        }
        $this->con->exec('DROP TABLE canary');
    }

    /** @return list<mixed> what the calls gave, in words */
    private function round(HostileCaller $caller): array
    {
        $this->player('Ann');
        $target = match (mt_rand(0, 7)) {
            0 => KitQuery::create(),
            1, 2 => PlayerQuery::create(),
            3 => TeamQuery::create(),
            4 => (new Criteria('league'))->setPrimaryTableName('player')->addSelectColumn('player.name'),
            5 => PlayerQuery::create()->find(),
            6 => new Kit(),
            default => SkillQuery::create()->find(),
        };
        $results = [];
        for ($calls = mt_rand(1, 4); $calls > 0; $calls--) {
            $results[] = self::words($caller->call($target));
        }
        if ($target instanceof ModelCriteria) {
            $results[] = self::words($caller->attempt(static fn () => (clone $target)->find()));
            $results[] = self::words($caller->attempt(static fn () => (clone $target)->count()));
        } elseif ($target instanceof Criteria) {
            $results[] = self::words($caller->attempt(static fn () => iterator_to_array($target->doSelect())));
        } elseif ($target instanceof ActiveRecordInterface) {
            $caller->attempt(static fn () => $target->save());
        }

        return $results;
    }

    private static function words(mixed $result): mixed
    {
        return match (true) {
            $result instanceof Collection => $result->count(),
            $result instanceof Player, $result instanceof Kit => $result->getPrimaryKey(),
            is_object($result), is_resource($result) => get_debug_type($result),
            default => $result,
        };
    }
}
