<?php

declare(strict_types=1);

namespace Orm\Tests\Common\Model;

use ArrayObject;
use DateTime;
use League\Kit;
use League\KitQuery;
use League\KitSize;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Orm;
use Orm\Tests\Support\Part;
use stdClass;
use TypeError;
use ValueError;

/** A value that no column can have is refused by an exception of ours, or by a type; PHP has nothing to warn of. */
abstract class StrangeValueTest extends LeagueTestCase
{
    private const COMPARISONS = [
        null, Criteria::EQUAL, Criteria::NOT_EQUAL, Criteria::IN, Criteria::NOT_IN, Criteria::LIKE,
        Criteria::GREATER_THAN,
        Criteria::CONTAINS_ALL, Criteria::CONTAINS_SOME, Criteria::CONTAINS_NONE, Criteria::BINARY_ALL,
        Criteria::BINARY_AND, Criteria::ISNULL,
    ];

    public function testFiltersRefuseThem(): void
    {
        (new Kit())->save();
        foreach (Kit::TABLE_MAP::getFieldNames() as $column => $name) {
            foreach (self::values() as $what => $value) {
                foreach (self::COMPARISONS as $at => $comparison) {
                    if (Part::has($column + $at)) {
                        $note = "$name, $what, $comparison";
                        $filter = 'filterBy' . $name;
                        $this->attempt(static fn () => KitQuery::create()->$filter($value, $comparison)->find(), $note);
                    }
                }
                $others = [
                    static fn () => KitQuery::create()->filterBy($name, $value)->count(),
                    static fn () => KitQuery::create()->where("Kit.$name = ?", $value)->find(),
                    static fn () => KitQuery::create()->where("Kit.$name IN ?", $value)->find(),
                ];
                $this->attemptPart($others, $column, "$name, $what");
            }
        }
        foreach (['Color', 'Label'] as $name) {
            foreach (self::values() as $what => $value) {
                $this->attempt(static fn () => KitQuery::create()->{'filterBy' . $name}($value)->find(), "$name,
                $what");
            }
        }
        self::assertSame(1, KitQuery::create()->count());
    }

    public function testSettersAndUpdatesRefuseThem(): void
    {
        (new Kit())->save();
        foreach (Kit::TABLE_MAP::getFieldNames() as $column => $name) {
            foreach (self::values() as $what => $value) {
                $calls = [
                    static fn () => (new Kit())->{'set' . $name}($value),
                    static fn () => (new Kit())->setByName($name, $value),
                    static fn () => (new Kit())->fromArray([$name => $value]),
                    static fn () => KitQuery::create()->filterById(-1)->update([$name => $value]),
                ];
                $this->attemptPart($calls, $column, "$name, $what");
            }
        }
        foreach (['Color', 'Label'] as $name) {
            foreach (self::values() as $what => $value) {
                foreach (['has', 'add', 'remove'] as $verb) {
                    $this->attempt(static fn () => (new Kit())->{$verb . $name}($value), "$verb$name, $what");
                }
            }
        }
        self::assertSame(1, KitQuery::create()->count());
    }

    public function testKeysRefuseThem(): void
    {
        foreach (self::values() as $what => $value) {
            $this->attempt(static fn () => KitQuery::create()->findPk($value), "findPk, $what");
            $this->attempt(static fn () => KitQuery::create()->findPks([$value]), "findPks, $what");
            $this->attempt(static fn () => KitQuery::create()->filterByPrimaryKey($value)->find(), $what);
            $this->attempt(static fn () => KitQuery::create()->filterByPrimaryKeys($value)->find(), $what);
        }
        self::assertSame(0, KitQuery::create()->count());
    }

    /** @return array<string, mixed> */
    private static function values(): array
    {
        $closed = fopen('php://memory', 'r');
        fclose($closed);
        $closure = static fn (): int => 1;

        return [
            'list in a list' => [['a']],
            'deep list' => [[['a']]],
            'mixed list' => ['a', ['b']],
            'named list' => ['min' => ['a'], 'max' => [[]]],
            'null in a list' => [null, [null]],
            'object' => new stdClass(),
            'object in a list' => [new stdClass()],
            'range of objects' => ['min' => new stdClass()],
            'traversable' => new ArrayObject([['a']]),
            'closure' => $closure,
            'closure in a list' => [$closure],
            'stream' => fopen('php://memory', 'r'),
            'stream in a list' => [fopen('php://memory', 'r')],
            'closed stream' => $closed,
            'closed stream in a list' => [$closed],
            'date' => new DateTime('2026-01-02'),
            'date in a list' => [[new DateTime('2026-01-02')]],
            'enum' => KitSize::S,
            'enum in a list' => [[KitSize::S]],
            'not a number' => NAN,
            'infinite' => [INF, -INF, NAN],
            'bool' => [true, [false]],
            'query in a list' => [KitQuery::create()],
            'query in a list in a list' => [[KitQuery::create()]],
            'model' => new Kit(),
            'model in a list' => [[new Kit()]],
            'bytes' => "\xff\0\xfe",
            'bytes in a list' => [["\xff\0"]],
        ];
    }

    /** @param list<callable> $calls */
    private function attemptPart(array $calls, int $column, string $note): void
    {
        foreach ($calls as $at => $call) {
            if (Part::has($column + $at)) {
                $this->attempt($call, $note);
            }
        }
    }

    private function attempt(callable $call, string $note): void
    {
        try {
            $call();
        } catch (ExceptionInterface | TypeError $refusal) {
            self::assertNotSame('', $refusal->getMessage());
            Orm::getConnection('league')->forceRollBack();
        } catch (\Throwable $failure) {
            if ($failure instanceof ValueError && str_starts_with($note, 'AnInstance')) {
                // The class of the values has refused it.
                return;
            }
            if (str_starts_with($failure->getMessage(), 'unexpected NAN value was coerced to ')) {
                // PHP 8.5 itself says so where an application gives NAN as text or as a boolean.
                return;
            }
            self::fail("$note: $failure");
        }
    }
}
