<?php

declare(strict_types=1);

namespace Orm\Runtime\Migration;

use PDOException;

/** The failure of a statement. */
final class Problem
{
    private function __construct(
        /** The SQLSTATE, such as `42P01`. */
        public readonly string $state,
        /** The server's error number. */
        public readonly int $number,
        public readonly string $text,
    ) {
    }

    public static function of(PDOException $failure): self
    {
        $info = $failure->errorInfo ?? [];
        $text = trim((string) ($info[2] ?? $failure->getMessage()));

        return new self((string) ($info[0] ?? $failure->getCode()), (int) ($info[1] ?? 0), $text);
    }
}
