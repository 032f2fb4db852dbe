<?php

declare(strict_types=1);

namespace App;

use Illuminate\Support\Facades\Route;
use Illuminate\Support\ServiceProvider;

class AppServiceProvider extends ServiceProvider
{
    public function boot(): void
    {
        Route::middleware('web')->group($this->app->basePath('routes/web.php'));
    }
}
