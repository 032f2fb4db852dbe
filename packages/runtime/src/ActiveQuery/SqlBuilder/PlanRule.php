<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Attribute;

/**
 * Says of a property of a query what it means for the plans of SelectPlan. Where a property is forgotten, a query
 * runs by the plan of another one that differs in it: a test refuses properties without a rule.
 *
 * @internal
 */
#[Attribute(Attribute::TARGET_PROPERTY)]
final class PlanRule
{
    /** Queries that differ in it have different shapes, or it is a value that is bound. */
    public const IN_SHAPE = 'in the shape';

    /** A query that has it has no plan, and is written each time. */
    public const DISABLES = 'disables the plan';

    /** It changes neither the statement nor how rows become objects by a plan. */
    public const NO_PART = 'no part of the statement';

    public function __construct(public readonly string $rule)
    {
    }
}
