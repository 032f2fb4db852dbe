<?php

declare(strict_types=1);

namespace App\Providers;

use BookstorePage\Vite;
use Illuminate\Support\Facades\Blade;
use Illuminate\Support\ServiceProvider;

final class AppServiceProvider extends ServiceProvider
{
    public function boot(): void
    {
        // Laravel has @vite since 9.19.
        if (!class_exists(\Illuminate\Foundation\Vite::class)) {
            Blade::directive('vite', static fn (string $entry): string
                => sprintf('<?= %s::tags(public_path(), %s) ?>', Vite::class, $entry));
        }
    }
}
