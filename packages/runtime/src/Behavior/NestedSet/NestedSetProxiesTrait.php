<?php

declare(strict_types=1);

namespace Orm\Runtime\Behavior\NestedSet;

use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveRecord\RecordState;
use Orm\Runtime\Collection\ObjectCollection;
use Orm\Runtime\Connection\ConnectionInterface;

/**
 * Adds aliases of node methods (behavior parameter `method_proxies`).
 *
 * @method $this makeRoot()
 * @method static|null getParent(?ConnectionInterface $con = null)
 * @method static|null getPrevSibling(?ConnectionInterface $con = null)
 * @method static|null getNextSibling(?ConnectionInterface $con = null)
 * @method static|null getFirstChild(?Criteria $criteria = null, ?ConnectionInterface $con = null)
 * @method static|null getLastChild(?Criteria $criteria = null, ?ConnectionInterface $con = null)
 * @method ObjectCollection<int, static> getAncestors(?Criteria $criteria = null, ?ConnectionInterface $con = null)
 */
trait NestedSetProxiesTrait
{
    use RecordState;

    /** @return static */
    public function createRoot()
    {
        return $this->makeRoot();
    }

    /** @return static|null */
    public function retrieveParent(?ConnectionInterface $con = null)
    {
        return $this->getParent($con);
    }

    /** @return static|null */
    public function retrievePrevSibling(?ConnectionInterface $con = null)
    {
        return $this->getPrevSibling($con);
    }

    /** @return static|null */
    public function retrieveNextSibling(?ConnectionInterface $con = null)
    {
        return $this->getNextSibling($con);
    }

    /** @return static|null */
    public function retrieveFirstChild(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        return $this->getFirstChild($criteria, $con);
    }

    /** @return static|null */
    public function retrieveLastChild(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        return $this->getLastChild($criteria, $con);
    }

    /** @return mixed the ancestors, the root first */
    public function getPath(?Criteria $criteria = null, ?ConnectionInterface $con = null)
    {
        return $this->getAncestors($criteria, $con);
    }
}
