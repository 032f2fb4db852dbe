<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

/** The next batch of rows in a walk. */
final class Portion
{
    /**
     * @param string $sql the statement restricted to these rows
     * @param string $range describes the rows, for messages
     * @param Walked $walked the progress after these rows
     */
    public function __construct(
        public readonly string $sql,
        public readonly string $range,
        public readonly Walked $walked,
    ) {
    }

    public function isLast(): bool
    {
        return $this->walked->last === $this->walked->end;
    }
}
