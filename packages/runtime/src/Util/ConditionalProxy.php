<?php

declare(strict_types=1);

namespace Orm\Runtime\Util;

use IteratorAggregate;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\Exception\LogicException;
use Traversable;

/**
 * Replaces a query in the branches of _if() that do not apply, and ignores all calls that change the query. It has no
 * results: a call that needs one means that _endif() is missing.
 *
 * @implements IteratorAggregate<never, never>
 */
class ConditionalProxy implements IteratorAggregate
{
    /**
     * Methods that return a result; all others return the query. A stub class may override them with any return type.
     */
    private const RESULTS = '/^(?:find|require|retrieve|get|is[A-Z]|has[A-Z]|do[A-Z]|archive|reorder|check|repair'
        . '|count|exists|paginate|chunk|explain|delete|update|upsert|equals|keys$|size$|contains|keyContains'
        . '|createSelectSql|completeSelectSql|toString|quoteIdentifier|replaceNames|forgeSelectQueryAlias)/';

    private bool $active = false;
    private bool $wasTrue = false;
    private readonly bool $parentActive;

    public function __construct(
        protected readonly Criteria $criteria,
        mixed $cond,
        protected readonly ?ConditionalProxy $parent = null,
    ) {
        $this->parentActive = $parent === null || $parent->getConditionalState();
        $this->setConditionalState($cond);
    }

    // phpcs:disable PSR2.Methods.MethodDeclaration.Underscore -- if and else are reserved words
    /**
     * @param mixed $cond
     * @return Criteria|ConditionalProxy
     */
    public function _if($cond)
    {
        return $this->criteria->_if((bool) $cond);
    }

    /**
     * @param mixed $cond
     * @return Criteria|ConditionalProxy
     */
    public function _elseif($cond)
    {
        return $this->setConditionalState(!$this->wasTrue && $cond);
    }

    /** @return Criteria|ConditionalProxy */
    public function _else()
    {
        return $this->setConditionalState(!$this->wasTrue);
    }

    /** @return Criteria|ConditionalProxy */
    public function _endif()
    {
        return $this->criteria->_endif();
    }

    // phpcs:enable
    public function getParentProxy(): ?ConditionalProxy
    {
        return $this->parent;
    }

    /** Returns whether the current branch applies. */
    protected function getConditionalState(): bool
    {
        return $this->active;
    }

    /**
     * Enters a branch.
     *
     * @param mixed $cond
     * @return Criteria|ConditionalProxy
     */
    protected function setConditionalState($cond)
    {
        $this->active = $this->parentActive && $cond;
        $this->wasTrue = $this->wasTrue || $cond;

        return $this->getCriteriaOrProxy();
    }

    /** @return Criteria|ConditionalProxy */
    public function getCriteriaOrProxy()
    {
        return $this->active ? $this->criteria : $this;
    }

    /**
     * @param list<mixed> $arguments
     * @return $this
     */
    public function __call(string $name, array $arguments)
    {
        return preg_match(self::RESULTS, $name) === 1 ? throw self::missingEnd($name . '()') : $this;
    }

    public function getIterator(): Traversable
    {
        throw self::missingEnd('foreach');
    }

    public function __toString(): string
    {
        throw self::missingEnd('its text');
    }

    /** @internal */
    public static function missingEnd(string $call): LogicException
    {
        return new LogicException(sprintf('_endif() is missing: the query has an open _if() before %s', $call));
    }
}
