<?php

declare(strict_types=1);

use App\Kernel;
use Symfony\Component\DependencyInjection\ContainerInterface;
use Symfony\Component\HttpFoundation\Request;

require __DIR__ . '/autoload.php';

$kernel = new Kernel('test', false);
$kernel->boot();
$services = $kernel->getContainer()->get('test.service_container', ContainerInterface::NULL_ON_INVALID_REFERENCE);

/** The status of an answer and, if it is a good one, its text. */
$send = static function (string $path, array $values = [], array $server = []) use ($kernel): string {
    $request = Request::create($path, $values === [] ? 'GET' : 'POST', $values, [], [], $server);
    $response = $kernel->handle($request);
    $kernel->terminate($request, $response);

    return $response->getStatusCode() . ($response->isOk() ? ' ' . $response->getContent() : '');
};
