<?php

declare(strict_types=1);

namespace Orm\Bench\Request;

return static function (string $project, bool $isPersistent): object {
    require $project . '/propel/vendor/autoload.php';
    require $project . '/propel/' . ($isPersistent ? 'persistent' : 'generated-conf') . '/config.php';

    return require __DIR__ . '/models.php';
};
