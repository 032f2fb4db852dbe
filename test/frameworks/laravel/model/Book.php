<?php

declare(strict_types=1);

namespace App\Orm;

use App\Orm\Base\Book as BaseBook;
use Orm\Laravel\Factories\HasFactory;

class Book extends BaseBook
{
    use HasFactory;
}
