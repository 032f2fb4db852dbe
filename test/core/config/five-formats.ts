/** One configuration in the five formats, as users write it. */
export const sameInFiveFormats: Readonly<Record<string, string>> = {
  'orm.yaml': `orm:
  general:
    project: cinema
  paths:
    schemaDir: ./schema
    phpDir: ./lib/model
  database:
    connections:
      main:
        adapter: mysql
        classname: Orm\\Runtime\\Connection\\ConnectionWrapper
        dsn: "mysql:host=db1;dbname=cinema"
        user: "%env.DB_USER%"
        password: "%env.DB_PASSWORD%"
        attributes: {}
        settings:
          charset: utf8mb4
          queries:
            utf8: "SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci"
        replicas:
          - dsn: "mysql:host=db2;dbname=cinema"
      archive:
        adapter: sqlite
        dsn: "sqlite:./var/archive.sq3"
        user: ""
        password: ""
  runtime:
    defaultConnection: main
    connections: [main, archive]
    log:
      defaultLogger: { type: stream, path: ./var/orm.log, level: 300 }
  generator:
    defaultConnection: main
    connections: [main]
    objectModel:
      addTimeStamp: false
`,
  'orm.php': `<?php
return [
    'orm' => [
        'general' => ['project' => 'cinema'],
        'paths' => ['schemaDir' => './schema', 'phpDir' => './lib/model'],
        'database' => ['connections' => [
            'main' => [
                'adapter' => 'mysql',
                'classname' => 'Orm\\Runtime\\Connection\\ConnectionWrapper',
                'dsn' => 'mysql:host=db1;dbname=cinema',
                'user' => '%env.DB_USER%',
                'password' => '%env.DB_PASSWORD%',
                'attributes' => [],
                'settings' => ['charset' => 'utf8mb4', 'queries' => ['utf8' => 'SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci']],
                'replicas' => [['dsn' => 'mysql:host=db2;dbname=cinema']],
            ],
            'archive' => ['adapter' => 'sqlite', 'dsn' => 'sqlite:./var/archive.sq3', 'user' => '', 'password' => ''],
        ]],
        'runtime' => [
            'defaultConnection' => 'main',
            'connections' => ['main', 'archive'],
            'log' => ['defaultLogger' => ['type' => 'stream', 'path' => './var/orm.log', 'level' => 300]],
        ],
        'generator' => ['defaultConnection' => 'main', 'connections' => ['main'], 'objectModel' => ['addTimeStamp' => false]],
    ],
];
`,
  'orm.json': `{ "orm": {
  "general": { "project": "cinema" },
  "paths": { "schemaDir": "./schema", "phpDir": "./lib/model" },
  "database": { "connections": {
    "main": {
      "adapter": "mysql",
      "classname": "Orm\\\\Runtime\\\\Connection\\\\ConnectionWrapper",
      "dsn": "mysql:host=db1;dbname=cinema",
      "user": "%env.DB_USER%", "password": "%env.DB_PASSWORD%",
      "attributes": [],
      "settings": { "charset": "utf8mb4", "queries": { "utf8": "SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci" } },
      "replicas": [ { "dsn": "mysql:host=db2;dbname=cinema" } ]
    },
    "archive": { "adapter": "sqlite", "dsn": "sqlite:./var/archive.sq3", "user": "", "password": "" }
  } },
  "runtime": { "defaultConnection": "main", "connections": ["main", "archive"],
    "log": { "defaultLogger": { "type": "stream", "path": "./var/orm.log", "level": 300 } } },
  "generator": { "defaultConnection": "main", "connections": ["main"], "objectModel": { "addTimeStamp": false } }
} }
`,
  'orm.ini': `[orm]
general.project = cinema
paths.schemaDir = ./schema
paths.phpDir    = ./lib/model

database.connections.main.adapter    = mysql
database.connections.main.classname  = Orm\\Runtime\\Connection\\ConnectionWrapper
database.connections.main.dsn        = "mysql:host=db1;dbname=cinema"
database.connections.main.user       = %env.DB_USER%
database.connections.main.password   = %env.DB_PASSWORD%
database.connections.main.attributes =
database.connections.main.settings.charset = utf8mb4
database.connections.main.settings.queries.utf8 = "SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci"
database.connections.main.replicas.0.dsn = "mysql:host=db2;dbname=cinema"
database.connections.archive.adapter  = sqlite
database.connections.archive.dsn      = sqlite:./var/archive.sq3
database.connections.archive.user     =
database.connections.archive.password =

runtime.defaultConnection = main
runtime.connections[0] = main
runtime.connections[1] = archive
runtime.log.defaultLogger.type  = stream
runtime.log.defaultLogger.path  = ./var/orm.log
runtime.log.defaultLogger.level = 300

generator.defaultConnection = main
generator.connections[0] = main
generator.objectModel.addTimeStamp = false
`,
  'orm.xml': `<?xml version="1.0" encoding="UTF-8"?>
<config>
  <orm>
    <general><project>cinema</project></general>
    <paths><schemaDir>./schema</schemaDir><phpDir>./lib/model</phpDir></paths>
    <database>
      <connections>
        <connection id="main">
          <adapter>mysql</adapter>
          <classname>Orm\\Runtime\\Connection\\ConnectionWrapper</classname>
          <dsn>mysql:host=db1;dbname=cinema</dsn>
          <user>%env.DB_USER%</user>
          <password>%env.DB_PASSWORD%</password>
          <attributes></attributes>
          <settings>
            <charset>utf8mb4</charset>
            <queries><utf8>SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci</utf8></queries>
          </settings>
          <replica><dsn>mysql:host=db2;dbname=cinema</dsn></replica>
        </connection>
        <connection id="archive">
          <adapter>sqlite</adapter><dsn>sqlite:./var/archive.sq3</dsn><user></user><password></password>
        </connection>
      </connections>
    </database>
    <runtime>
      <defaultConnection>main</defaultConnection>
      <connection>main</connection>
      <connection>archive</connection>
      <log name="defaultLogger"><type>stream</type><path>./var/orm.log</path><level>300</level></log>
    </runtime>
    <generator>
      <defaultConnection>main</defaultConnection>
      <connection>main</connection>
      <objectModel><addTimeStamp>false</addTimeStamp></objectModel>
    </generator>
  </orm>
</config>
`,
}
