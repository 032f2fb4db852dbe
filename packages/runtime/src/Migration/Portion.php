<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

/** Some rows that come next in a walk. */
final class Portion
{
    /**
     * @param string $sql the statement for these rows only
     * @param string $range tells them, for messages
     * @param Walked $walked what is done with them
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
