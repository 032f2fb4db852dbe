<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

enum Suit
{
    case Hearts;
    case Spades;
}
