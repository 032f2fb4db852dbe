<?php

declare(strict_types=1);

return [
    'driver' => 'file',
    'files' => storage_path('framework/sessions'),
    'lifetime' => 120,
    'expire_on_close' => false,
    'lottery' => [2, 100],
    'cookie' => 'bookstore',
    'path' => '/',
    'domain' => null,
    'secure' => null,
    'http_only' => true,
    'same_site' => 'lax',
    'encrypt' => false,
];
