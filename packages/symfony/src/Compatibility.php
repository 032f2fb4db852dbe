<?php

declare(strict_types=1);

/*
 * What differs between the supported major versions of Symfony, 5.4, 6.4 and 7.
 *
 * Everything else that newer versions changed is written so that all of them accept it: return types that version 7
 * declares, attributes in place of static properties, no class that a later version removes.
 */

namespace Orm\Symfony\Compatibility;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpKernel\Controller\ArgumentValueResolverInterface;
use Symfony\Component\HttpKernel\Controller\ValueResolverInterface;
use Symfony\Component\HttpKernel\ControllerMetadata\ArgumentMetadata;

if (interface_exists(ValueResolverInterface::class)) {
    // Since 6.2; a resolver that is not responsible returns nothing.
    abstract class ValueResolver implements ValueResolverInterface
    {
    }
} else {
    // Until 6.1, a resolver is asked first whether it is responsible.
    abstract class ValueResolver implements ArgumentValueResolverInterface
    {
        abstract protected function isResponsible(Request $request, ArgumentMetadata $argument): bool;

        public function supports(Request $request, ArgumentMetadata $argument): bool
        {
            return $this->isResponsible($request, $argument);
        }
    }
}
