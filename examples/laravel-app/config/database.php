<?php

declare(strict_types=1);

// ORM_CONNECTION in .env names one of them.
return [
    'default' => 'bookstore',
    'connections' => ['bookstore' => ['driver' => 'sqlite', 'database' => storage_path('bookstore.sq3')]],
    'migrations' => 'migrations',
];
