<?php
$serviceContainer = \Orm\Runtime\Orm::getServiceContainer();
$serviceContainer->initDatabaseMapFromDumps([
    'shop' => [
        'tablesByName' => [
            'log' => '\\Map\\LogTableMap',
        ],
        'tablesByPhpName' => [
            '\\Log' => '\\Map\\LogTableMap',
        ],
    ],
]);
