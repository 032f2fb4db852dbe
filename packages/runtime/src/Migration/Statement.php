<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

/** A statement of a migration. */
final class Statement
{
    public function __construct(
        public readonly string $text,
        public readonly Place $place,
        /** The offset of the statement in the file. */
        public readonly int $offset,
        /** The batch parameters, if the statement is executed in batches of rows. */
        public readonly ?Batch $batch = null,
    ) {
    }

    public function inBatches(?Batch $batch): self
    {
        return new self($this->text, $this->place, $this->offset, $batch);
    }
}
