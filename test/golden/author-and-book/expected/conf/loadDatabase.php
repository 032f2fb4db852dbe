<?php
$serviceContainer = \Orm\Runtime\Orm::getServiceContainer();
$serviceContainer->initDatabaseMapFromDumps([
    'bookstore' => [
        'tablesByName' => [
            'author' => '\\Bookstore\\Map\\AuthorTableMap',
            'book' => '\\Bookstore\\Map\\BookTableMap',
        ],
        'tablesByPhpName' => [
            '\\Bookstore\\Author' => '\\Bookstore\\Map\\AuthorTableMap',
            '\\Bookstore\\Book' => '\\Bookstore\\Map\\BookTableMap',
        ],
    ],
]);
