<?php
$serviceContainer = \Orm\Runtime\Orm::getServiceContainer();
$serviceContainer->initDatabaseMapFromDumps([
    'cinema' => [
        'tablesByName' => [
            'director' => '\\Cinema\\Map\\DirectorTableMap', // schema.xml
            'film' => '\\Cinema\\Map\\FilmTableMap', // schema.xml
            'film_sheet' => '\\Cinema\\Map\\FilmSheetTableMap', // schema.xml
            'film_viewer' => '\\Cinema\\Map\\FilmViewerTableMap', // schema.xml
            'notice' => '\\Cinema\\Map\\NoticeTableMap', // schema.xml
            'viewer' => '\\Cinema\\Map\\ViewerTableMap', // schema.xml
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
