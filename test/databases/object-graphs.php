<?php

declare(strict_types=1);

use Graph\Group;
use Graph\Member;
use Graph\Topic;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;
use Orm\Runtime\Orm;

/**
 * Random changes of relations between objects, in cycles and from both sides, beside plain arrays that say what must be
 * in the database after all objects were saved, in any order and after any rollback.
 */
final class ObjectGraph
{
    /** @var list<Group> */
    private array $groups = [];

    /** @var list<Member> */
    private array $members = [];

    /** @var list<Topic> */
    private array $topics = [];

    /** @var array<string, array<int, int|null>> what a relation leads to, by the number of the object */
    private array $one = ['parent' => [], 'favourite' => [], 'group' => [], 'guest' => []];

    /** @var array<string, array<string, true>> pairs of numbers */
    private array $many = ['topic' => [], 'fan' => []];

    /** @var list<string> */
    private array $log = [];

    private function __construct(private readonly ConnectionInterface $con)
    {
    }

    public static function run(int $seed, int $steps): void
    {
        mt_srand($seed);
        $con = Orm::getWriteConnection('graph');
        $con->exec('UPDATE team SET parent_id = NULL, favourite_id = NULL');
        foreach (['follower', 'team_topic', 'member', 'topic', 'team'] as $table) {
            $con->exec("DELETE FROM $table");
        }
        Orm::reset();
        $graph = new self(Orm::getWriteConnection('graph'));
        try {
            for ($i = 0; $i < $steps; $i++) {
                $graph->step();
            }
            $graph->finish();
        } catch (Throwable $failure) {
            throw new RuntimeException("seed $seed: " . implode('; ', $graph->log), 0, $failure);
        }
    }

    private function step(): void
    {
        if (count($this->groups) < 2 || mt_rand(0, 9) === 0) {
            $this->add();

            return;
        }
        $a = array_rand($this->groups);
        $b = array_rand($this->groups);
        match (mt_rand(0, 6)) {
            0 => $this->changeParent($a, $b),
            1, 2 => $this->changeMember($a, array_rand($this->members)),
            3 => $this->changeTopics($a, array_rand($this->topics)),
            4 => $this->changeFans($a, $b),
            5 => $this->save(),
            6 => $this->changeTransaction(),
        };
    }

    private function add(): void
    {
        $group = count($this->groups);
        $this->say("new group $group, member and topic");
        $this->groups[] = (new Group())->setName("g$group");
        $this->one['parent'][] = null;
        $this->one['favourite'][] = null;
        $this->members[] = (new Member())->setName("m$group")->setGroup($this->groups[$group]);
        $this->one['group'][] = $group;
        $this->one['guest'][] = null;
        $this->topics[] = (new Topic())->setName("t$group");
    }

    private function changeParent(int $a, int $b): void
    {
        [$group, $other] = [$this->groups[$a], $this->groups[$b]];
        $way = mt_rand(0, 4);
        $this->say("parent of $a, $b: $way");
        match ($way) {
            0 => $group->setParent($other),
            1 => $group->setParent(null),
            2 => $other->addChild($group),
            3 => $other->removeChild($group),
            4 => $other->setChildren(new ObjectCollection([$group])),
        };
        $former = $this->one['parent'][$a];
        if ($way === 4) {
            $this->one['parent'] = array_map(static fn (?int $p): ?int => $p === $b ? null : $p, $this->one['parent']);
        }
        $this->one['parent'][$a] = match ($way) {
            0, 2, 4 => $b,
            1 => null,
            3 => $former === $b ? null : $former,
        };
    }

    private function changeMember(int $a, int $m): void
    {
        [$group, $member] = [$this->groups[$a], $this->members[$m]];
        $way = mt_rand(0, 7);
        $this->say("member $m, group $a: $way");
        if ($way <= 3) {
            if ($way >= 2) {
                $this->groups[$this->one['group'][$m]]->removeMember($member);
            }
            $way % 2 === 0 ? $group->addMember($member) : $member->setGroup($group);
            $this->one['group'][$m] = $a;
        } elseif ($way <= 5) {
            $way === 4 ? $group->addGuest($member) : $member->setHost($group);
            $this->one['guest'][$m] = $a;
        } elseif ($way === 6) {
            $group->removeGuest($member);
            $this->one['guest'][$m] = $this->one['guest'][$m] === $a ? null : $this->one['guest'][$m];
        } else {
            $group->setFavourite($member);
            $this->one['favourite'][$a] = $m;
        }
    }

    private function changeTopics(int $a, int $t): void
    {
        [$group, $topic] = [$this->groups[$a], $this->topics[$t]];
        $way = mt_rand(0, 4);
        $this->say("topic $t, group $a: $way");
        match ($way) {
            0 => $group->addTopic($topic),
            1 => $topic->addGroup($group),
            2 => $group->removeTopic($topic),
            3 => $topic->removeGroup($group),
            4 => $group->setTopics(new ObjectCollection([$topic])),
        };
        if ($way === 4) {
            $isOther = static fn (string $pair): bool => !str_starts_with($pair, "$a-");
            $this->many['topic'] = array_filter($this->many['topic'], $isOther, ARRAY_FILTER_USE_KEY);
        }
        $this->changePair('topic', "$a-$t", $way <= 1 || $way === 4);
    }

    private function changeFans(int $a, int $b): void
    {
        [$fan, $idol] = [$this->groups[$a], $this->groups[$b]];
        $way = mt_rand(0, 3);
        $this->say("fan $a, idol $b: $way");
        match ($way) {
            0 => $fan->addIdol($idol),
            1 => $idol->addFan($fan),
            2 => $fan->removeIdol($idol),
            3 => $idol->removeFan($fan),
        };
        $this->changePair('fan', "$a-$b", $way <= 1);
    }

    private function changePair(string $relation, string $pair, bool $isThere): void
    {
        if ($isThere) {
            $this->many[$relation][$pair] = true;
        } else {
            unset($this->many[$relation][$pair]);
        }
    }

    private function save(): void
    {
        $objects = $this->objects();
        $i = array_rand($objects);
        $this->say("save $i");
        $objects[$i]->save();
        self::check("state of $i after save()", [false, false], [$objects[$i]->isNew(), $objects[$i]->isModified()]);
    }

    private function changeTransaction(): void
    {
        if (!$this->con->isInTransaction()) {
            $this->say('begin');
            $this->con->beginTransaction();
        } elseif (mt_rand(0, 2) === 0) {
            $this->say('commit');
            $this->con->commit();
        } else {
            $this->say('roll back');
            $this->con->rollBack();
        }
    }

    private function finish(): void
    {
        if ($this->con->isInTransaction()) {
            $this->say('roll back');
            $this->con->rollBack();
        }
        $objects = $this->objects();
        shuffle($objects);
        foreach ($objects as $object) {
            $object->save();
        }
        foreach ($objects as $i => $object) {
            self::check("rows of the second save of $i", 0, $object->save());
        }
        $group = fn (?int $i): ?int => $i === null ? null : $this->groups[$i]->getId();
        $member = fn (?int $i): ?int => $i === null ? null : $this->members[$i]->getId();
        $topic = fn (int $i): int => $this->topics[$i]->getId();
        $this->checkRows('SELECT id, parent_id, favourite_id FROM team', array_map(
            fn (int $i): array => [$group($i), $group($this->one['parent'][$i]), $member($this->one['favourite'][$i])],
            array_keys($this->groups),
        ));
        $this->checkRows('SELECT id, team_id, host_id FROM member', array_map(
            fn (int $i): array => [$member($i), $group($this->one['group'][$i]), $group($this->one['guest'][$i])],
            array_keys($this->members),
        ));
        $pairs = ['topic' => [$group, $topic, 'team_id, topic_id FROM team_topic'],
            'fan' => [$group, $group, 'fan_id, idol_id FROM follower']];
        foreach ($pairs as $name => [$left, $right, $columns]) {
            $numbers = array_map(static fn (string $pair): array => explode('-', $pair), array_keys($this->many[$name]));
            $this->checkRows("SELECT $columns", array_map(
                static fn (array $pair): array => [$left((int) $pair[0]), $right((int) $pair[1])],
                $numbers,
            ));
        }
    }

    /** @param list<list<int|null>> $expected */
    private function checkRows(string $sql, array $expected): void
    {
        $number = static fn (mixed $value): ?int => $value === null ? null : (int) $value;
        $rows = array_map(
            static fn (array $row): array => array_map($number, $row),
            $this->con->query($sql)->fetchAll(PDO::FETCH_NUM),
        );
        sort($rows);
        sort($expected);
        self::check($sql, $expected, $rows);
    }

    private static function check(string $what, mixed $expected, mixed $actual): void
    {
        if ($expected !== $actual) {
            throw new RuntimeException("$what: expected " . json_encode($expected) . ', got ' . json_encode($actual));
        }
    }

    /** @return list<ActiveRecordInterface> */
    private function objects(): array
    {
        return [...$this->groups, ...$this->members, ...$this->topics];
    }

    private function say(string $what): void
    {
        $this->log[] = $what;
    }
}
