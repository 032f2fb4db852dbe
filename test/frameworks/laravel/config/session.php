<?php

declare(strict_types=1);

return [
    'driver' => 'array',
    'lifetime' => 120,
    'expire_on_close' => false,
    'lottery' => [0, 100],
    'cookie' => 'session',
    'path' => '/',
    'domain' => null,
    'secure' => false,
    'http_only' => true,
    'same_site' => 'lax',
    'encrypt' => false,
];
