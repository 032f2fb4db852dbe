<?php
$serviceContainer = \Orm\Runtime\Orm::getServiceContainer();
$serviceContainer->checkVersion(2);
$serviceContainer->setAdapterClass('league', 'sqlite');
$manager = new \Orm\Runtime\Connection\ConnectionManagerSingle('league');
$manager->setConfiguration(array (
  'dsn' => 'sqlite:' . __DIR__ . '/../var/league.sq3',
  'classname' => 'Orm\\Runtime\\Connection\\ConnectionWrapper',
  'model_paths' =>
  array (
    0 => 'src',
    1 => 'vendor',
  ),
));
$serviceContainer->setConnectionManager($manager);
$serviceContainer->setDefaultDatasource('league');
require_once __DIR__ . '/./loadDatabase.php';
