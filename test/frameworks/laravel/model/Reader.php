<?php

declare(strict_types=1);

namespace App\Orm;

use App\Orm\Base\Reader as BaseReader;
use Illuminate\Contracts\Auth\Authenticatable;
use Orm\Laravel\Auth\AuthenticatableModel;

class Reader extends BaseReader implements Authenticatable
{
    use AuthenticatableModel;
}
