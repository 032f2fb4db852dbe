<?php

declare(strict_types=1);

// A project whose connections go to the server that the environment names, such as one node of several.

require dirname(__DIR__) . '/support/project.php';

use Orm\Runtime\Orm;

(static function (): void {
    $manager = Orm::getServiceContainer()->getConnectionManager(Orm::getDefaultDatasource());
    $manager->setConfiguration(json_decode((string) getenv('ORM_TEST_CONNECTION'), true, 512, JSON_THROW_ON_ERROR));
})();
