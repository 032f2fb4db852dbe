<?php

declare(strict_types=1);

namespace App\Message;

final class AddBooks
{
    /** @param list<string> $titles */
    public function __construct(public readonly array $titles)
    {
    }
}
