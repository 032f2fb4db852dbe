<?php

declare(strict_types=1);

namespace Orm\Bench\Peers\Eloquent;

use Illuminate\Database\Eloquent\Model;

final class Author extends Model
{
    public $timestamps = false;
    protected $table = 'author';
}
