<?php

declare(strict_types=1);

namespace Orm\Bench;

/** The scenarios that are measured: once written by hand on PDO, once through generated models. */
interface Work extends CommonWork
{
    /** Inserts rows one by one, all in one transaction. */
    public function insertInOneTransaction(int $times): void;

    /** The same count by conditions with names. */
    public function countNamedConditions(int $times): void;

    /** The same rows by a clause with phpNames. */
    public function hydrateFiveByClause(int $times): void;

    /** @return iterable<mixed> every book: as an array where it is written by hand, as an object of a model */
    public function holdAll(): iterable;

    /** Appends items to twenty lists, safe against others who do so too. */
    public function appendToLists(int $times): void;

    /** Appends items to one list. */
    public function appendInOneTransaction(int $times): void;

    /** Moves members of a list to other ranks. */
    public function moveInList(int $times): void;

    /** @return iterable<object> the members of the list, which are held meanwhile */
    public function moveInListOfHeldObjects(int $times): iterable;
}
