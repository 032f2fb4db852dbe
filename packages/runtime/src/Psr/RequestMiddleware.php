<?php

declare(strict_types=1);

namespace Orm\Runtime\Psr;

use Orm\Runtime\Orm;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Server\MiddlewareInterface;
use Psr\Http\Server\RequestHandlerInterface;

/**
 * Calls Orm::reset() after each request, so that a worker keeps none of its state: reads go to replicas until the first
 * write of the next request. Add it first, around all other middleware.
 */
final class RequestMiddleware implements MiddlewareInterface
{
    public function process(ServerRequestInterface $request, RequestHandlerInterface $handler): ResponseInterface
    {
        try {
            return $handler->handle($request);
        } finally {
            Orm::reset();
        }
    }
}
