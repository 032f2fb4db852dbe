<?php
$serviceContainer = \Orm\Runtime\Orm::getServiceContainer();
$serviceContainer->initDatabaseMapFromDumps([
    'bookstore' => [
        'tablesByName' => [
            'author' => '\\Bookstore\\Map\\AuthorTableMap', // schema.xml
            'book' => '\\Bookstore\\Map\\BookTableMap', // schema.xml
        ],
        'tablesByPhpName' => [
            '\\Bookstore\\Author' => '\\Bookstore\\Map\\AuthorTableMap',
            '\\Bookstore\\Book' => '\\Bookstore\\Map\\BookTableMap',
        ],
    ],
]);
