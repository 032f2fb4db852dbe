<?php
$serviceContainer = \Orm\Runtime\Orm::getServiceContainer();
$serviceContainer->initDatabaseMapFromDumps([
    'bookstore' => [
        'tablesByName' => [
            'member' => '\\Planner\\Map\\MemberTableMap', // schema.xml
            'task' => '\\Planner\\Map\\TaskTableMap', // schema.xml
        ],
        'tablesByPhpName' => [
            '\\Planner\\Member' => '\\Planner\\Map\\MemberTableMap',
            '\\Planner\\Task' => '\\Planner\\Map\\TaskTableMap',
        ],
    ],
]);
