<?php

declare(strict_types=1);

namespace Orm\Symfony\Controller;

use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Symfony\Compatibility\ValueResolver;
use Orm\Symfony\Queries;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpKernel\ControllerMetadata\ArgumentMetadata;

/** Creates a query for a controller argument such as `BookQuery $books`, whether or not the controller is a service. */
final class QueryValueResolver extends ValueResolver
{
    public function __construct(private readonly Queries $queries)
    {
    }

    protected function isResponsible(Request $request, ArgumentMetadata $argument): bool
    {
        $class = $argument->getType();

        return $class !== null && !$argument->isVariadic() && is_subclass_of($class, ModelCriteria::class)
            && !is_object($request->attributes->get($argument->getName()));
    }

    /** @return list<ModelCriteria> */
    public function resolve(Request $request, ArgumentMetadata $argument): array
    {
        return $this->isResponsible($request, $argument) ? [$this->queries->create((string) $argument->getType())] : [];
    }
}
