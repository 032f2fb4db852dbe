<?php

declare(strict_types=1);

namespace Orm\Bench;

/** The scenarios that every library can do. */
interface CommonWork
{
    public function insertParentAndChild(int $times): void;

    public function findByKey(int $times): void;

    public function countWithOr(int $times): void;

    public function hydrateFive(int $times): void;

    public function joinBothSides(int $times): void;

    /** @return iterable<object> every book */
    public function hydrateAll(): iterable;

    /** @return iterable<object> the books, as they are after they were saved */
    public function saveCollection(int $size): iterable;
}
