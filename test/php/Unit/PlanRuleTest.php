<?php

declare(strict_types=1);

namespace Orm\Tests\Unit;

use Orm\Runtime\ActiveQuery\Criterion\BasicCriterion;
use Orm\Runtime\ActiveQuery\Criterion\BasicModelCriterion;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\ActiveQuery\ModelJoin;
use Orm\Runtime\ActiveQuery\SqlBuilder\PlanRule;
use PHPUnit\Framework\TestCase;
use ReflectionClass;

/** Every piece of state of a query says what it means for the plans of queries. */
final class PlanRuleTest extends TestCase
{
    private const RULES = [PlanRule::IN_SHAPE, PlanRule::DISABLES, PlanRule::NO_PART];

    /** @dataProvider classes */
    public function testEveryPropertyHasARule(string $class): void
    {
        $missing = [];
        for ($reflection = new ReflectionClass($class); $reflection; $reflection = $reflection->getParentClass()) {
            foreach ($reflection->getProperties() as $property) {
                if ($property->isStatic() || $property->getDeclaringClass()->getName() !== $reflection->getName()) {
                    continue;
                }
                $attributes = $property->getAttributes(PlanRule::class);
                $rule = count($attributes) === 1 ? $attributes[0]->newInstance()->rule : null;
                if (!in_array($rule, self::RULES, true)) {
                    $missing[] = $reflection->getShortName() . '::$' . $property->getName();
                }
            }
        }
        self::assertSame([], $missing, 'Put it into the shape in SelectPlan, or let it disable the plan, and say so');
    }

    /** @return iterable<string, array{class-string}> what a plain query is made of */
    public static function classes(): iterable
    {
        yield 'query' => [ModelCriteria::class];
        yield 'condition' => [BasicCriterion::class];
        yield 'clause' => [BasicModelCriterion::class];
        yield 'join' => [ModelJoin::class];
    }
}
