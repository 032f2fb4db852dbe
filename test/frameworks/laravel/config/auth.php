<?php

declare(strict_types=1);

return [
    'defaults' => ['guard' => 'web', 'passwords' => 'readers'],
    'guards' => ['web' => ['driver' => 'session', 'provider' => 'readers']],
    'providers' => ['readers' => ['driver' => 'orm', 'model' => App\Orm\Reader::class]],
];
