<?php

declare(strict_types=1);

namespace Orm\Bench;

/** Rows with behaviors: each inserted, changed and found one by one. */
interface Behaviors
{
    public function insert(string $behavior, int $times): void;

    /** Reads the rows that update() changes; not measured. */
    public function load(string $behavior, int $times): void;

    public function update(string $behavior, int $times): void;

    public function find(string $behavior, int $times): void;
}
