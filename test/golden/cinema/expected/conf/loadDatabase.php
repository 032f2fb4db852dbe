<?php
$serviceContainer = \Orm\Runtime\Orm::getServiceContainer();
$serviceContainer->initDatabaseMapFromDumps([
    'cinema' => [
        'tablesByName' => [
            'director' => '\\Cinema\\Map\\DirectorTableMap',
            'film' => '\\Cinema\\Map\\FilmTableMap',
            'film_sheet' => '\\Cinema\\Map\\FilmSheetTableMap',
            'film_viewer' => '\\Cinema\\Map\\FilmViewerTableMap',
            'notice' => '\\Cinema\\Map\\NoticeTableMap',
            'viewer' => '\\Cinema\\Map\\ViewerTableMap',
        ],
        'tablesByPhpName' => [
            '\\Cinema\\Director' => '\\Cinema\\Map\\DirectorTableMap',
            '\\Cinema\\Film' => '\\Cinema\\Map\\FilmTableMap',
            '\\Cinema\\FilmSheet' => '\\Cinema\\Map\\FilmSheetTableMap',
            '\\Cinema\\FilmViewer' => '\\Cinema\\Map\\FilmViewerTableMap',
            '\\Cinema\\Notice' => '\\Cinema\\Map\\NoticeTableMap',
            '\\Cinema\\Viewer' => '\\Cinema\\Map\\ViewerTableMap',
        ],
    ],
]);
