<?php

declare(strict_types=1);

return [
    // The file that "php artisan orm:build" generates.
    'config' => base_path('generated-conf/config.php'),

    // Connections by their names in schema.xml. A string is the name of a connection in config/database.php, so that
    // Orm uses the DB_* variables, too, or a URL such as postgres://user:password@host/database. An array has the keys
    // of a connection in orm.yaml: dsn, user, password, settings, replicas. A connection that is missing or null is the
    // one of orm.yaml.
    'connections' => [
        'default' => env('ORM_CONNECTION'),
    ],

    // The channel of config/logging.php for failures, slow statements and warnings; null: the default channel.
    'log_channel' => env('ORM_LOG_CHANNEL'),

    // Whether statements fire the events StatementExecuted and QueryExecuted, for Telescope, Debugbar and DB::listen();
    // null: only if there are listeners once the application has started.
    'query_events' => env('ORM_QUERY_EVENTS'),

    // The orm-cli script for orm:build and orm:seed; null: the one in node_modules.
    'command' => env('ORM_COMMAND'),
];
