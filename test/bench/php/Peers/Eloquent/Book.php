<?php

declare(strict_types=1);

namespace Orm\Bench\Peers\Eloquent;

use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\Eloquent\Relations\BelongsTo;

final class Book extends Model
{
    public $timestamps = false;
    protected $table = 'book';

    public function author(): BelongsTo
    {
        return $this->belongsTo(Author::class);
    }
}
