<?php
$serviceContainer = \Orm\Runtime\Orm::getServiceContainer();
$serviceContainer->checkVersion(2);
$serviceContainer->setAdapterClass('bookstore', 'sqlite');
$manager = new \Orm\Runtime\Connection\ConnectionManagerSingle('bookstore');
$manager->setConfiguration(array (
  'dsn' => 'sqlite:' . __DIR__ . '/../var/bookstore.sq3',
  'classname' => 'Orm\\Runtime\\Connection\\ConnectionWrapper',
  'model_paths' =>
  array (
    0 => 'src',
    1 => 'vendor',
  ),
));
$serviceContainer->setConnectionManager($manager);
$serviceContainer->setDefaultDatasource('bookstore');
require_once __DIR__ . '/./loadDatabase.php';
