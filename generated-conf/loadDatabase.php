<?php
$serviceContainer = \Orm\Runtime\Orm::getServiceContainer();
$serviceContainer->initDatabaseMapFromDumps([
    'shop' => [
        'tablesByName' => [
            'log' => '\\Map\\LogTableMap', // ../../../tmp/orm-test-obnCsP/work/orm-cli-oH9QGO/schema.xml
        ],
        'tablesByPhpName' => [
            '\\Log' => '\\Map\\LogTableMap',
        ],
    ],
]);
