<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use Orm\Runtime\ActiveQuery\Criteria;

/** Stands for a query in the branches of _if() that do not hold, and swallows every call there. */
class ConditionalProxy
{
    private bool $active;
    private bool $wasTrue;
    private readonly bool $parentActive;

    public function __construct(
        private readonly Criteria $criteria,
        bool $condition,
        private readonly ?ConditionalProxy $parent = null,
    ) {
        $this->parentActive = $parent === null || $parent->active;
        $this->wasTrue = $condition;
        $this->active = $this->parentActive && $condition;
    }

    // phpcs:disable PSR2.Methods.MethodDeclaration.Underscore -- if and else are reserved words
    public function _if(bool $condition): Criteria|ConditionalProxy
    {
        return $this->criteria->_if($condition);
    }

    public function _elseif(bool $condition): Criteria|ConditionalProxy
    {
        $this->active = $this->parentActive && !$this->wasTrue && $condition;
        $this->wasTrue = $this->wasTrue || $condition;

        return $this->getCriteriaOrProxy();
    }

    public function _else(): Criteria|ConditionalProxy
    {
        return $this->_elseif(true);
    }

    public function _endif(): Criteria|ConditionalProxy
    {
        return $this->criteria->_endif();
    }

    // phpcs:enable
    public function getParentProxy(): ?ConditionalProxy
    {
        return $this->parent;
    }

    public function getCriteriaOrProxy(): Criteria|ConditionalProxy
    {
        return $this->active ? $this->criteria : $this;
    }

    /** @param list<mixed> $arguments */
    public function __call(string $name, array $arguments): static
    {
        return $this;
    }
}
