<?php

declare(strict_types=1);

return [
    'default' => 'file',
    'channels' => ['file' => ['driver' => 'single', 'path' => storage_path('logs/laravel.log'), 'level' => 'debug']],
];
