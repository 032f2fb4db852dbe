<?php

declare(strict_types=1);

namespace Orm\Runtime\ActiveQuery\SqlBuilder;

use Attribute;

/**
 * Declares how a property of a query affects the plans of SelectPlan. Without a rule for a property, a query could run
 * with the plan of a query that differs in it. A test rejects properties without a rule.
 *
 * @internal
 */
#[Attribute(Attribute::TARGET_PROPERTY)]
final class PlanRule
{
    /** Queries that differ in this property have different shapes, or the property is a bound value. */
    public const IN_SHAPE = 'in the shape';

    /** A query with this property set has no plan; its SQL is generated each time. */
    public const DISABLES = 'disables the plan';

    /** The property affects neither the statement nor how a plan turns rows into objects. */
    public const NO_PART = 'no part of the statement';

    public function __construct(public readonly string $rule)
    {
    }
}
