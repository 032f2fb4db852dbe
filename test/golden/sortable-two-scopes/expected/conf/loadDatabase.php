<?php
$serviceContainer = \Orm\Runtime\Orm::getServiceContainer();
$serviceContainer->initDatabaseMapFromDumps([
    'bookstore' => [
        'tablesByName' => [
            'member' => '\\Planner\\Map\\MemberTableMap',
            'task' => '\\Planner\\Map\\TaskTableMap',
        ],
        'tablesByPhpName' => [
            '\\Planner\\Member' => '\\Planner\\Map\\MemberTableMap',
            '\\Planner\\Task' => '\\Planner\\Map\\TaskTableMap',
        ],
    ],
]);
