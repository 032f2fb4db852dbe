<?php

declare(strict_types=1);

namespace Orm\Runtime\Psr;

use Orm\Runtime\Connection\ConnectionWrapper;
use Orm\Runtime\Orm;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Server\MiddlewareInterface;
use Psr\Http\Server\RequestHandlerInterface;
use Throwable;

/**
 * Runs each request that may write in a transaction. It is committed after the response was created, and rolled back if
 * the handler throws or the response reports a server error. GET, HEAD, OPTIONS and TRACE requests have no transaction,
 * so their reads can go to replicas.
 */
final class TransactionMiddleware implements MiddlewareInterface
{
    private const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

    /**
     * @param string|null $connection the name of the connection; null: the default one
     * @param int $rollBackFrom the lowest status code that causes a rollback
     */
    public function __construct(
        private readonly ?string $connection = null,
        private readonly int $rollBackFrom = 500,
    ) {
    }

    public function process(ServerRequestInterface $request, RequestHandlerInterface $handler): ResponseInterface
    {
        if (in_array(strtoupper($request->getMethod()), self::SAFE_METHODS, true)) {
            return $handler->handle($request);
        }
        $con = ConnectionWrapper::wrap(Orm::getWriteConnection($this->connection ?? Orm::getDefaultDatasource()));
        $con->beginTransaction();
        try {
            $response = $handler->handle($request);
            if ($response->getStatusCode() >= $this->rollBackFrom) {
                $con->rollBack();
            } else {
                $con->commit();
            }
        } catch (Throwable $failure) {
            $con->rollBackAfter($failure);
            throw $failure;
        }

        return $response;
    }
}
