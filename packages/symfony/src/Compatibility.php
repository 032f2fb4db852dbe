<?php

declare(strict_types=1);

/*
 * Bridges the differences between the supported major versions of Symfony, 5.4, 6.4 and 7.
 *
 * All other code is written so that every version accepts it: with return types that version 7 declares, attributes in
 * place of static properties, and no class that a later version removes.
 */

namespace Orm\Symfony\Compatibility;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpKernel\Controller\ArgumentValueResolverInterface;
use Symfony\Component\HttpKernel\Controller\ValueResolverInterface;
use Symfony\Component\HttpKernel\ControllerMetadata\ArgumentMetadata;
use Symfony\Component\Messenger\Exception\HandlerFailedException;
use Symfony\Component\Messenger\Stamp\HandledStamp;
use Symfony\Component\Security\Core\User\UserInterface;
use Symfony\Component\Security\Core\User\UserProviderInterface;

if (interface_exists(ValueResolverInterface::class)) {
    // Since 6.2. A resolver that is not responsible returns nothing.
    abstract class ValueResolver implements ValueResolverInterface
    {
    }
} else {
    // Until 6.1, a resolver is first asked whether it is responsible.
    abstract class ValueResolver implements ArgumentValueResolverInterface
    {
        abstract protected function isResponsible(Request $request, ArgumentMetadata $argument): bool;

        public function supports(Request $request, ArgumentMetadata $argument): bool
        {
            return $this->isResponsible($request, $argument);
        }
    }
}

if (interface_exists(UserProviderInterface::class)) {
    abstract class UserProvider implements UserProviderInterface
    {
        abstract public function loadUserByIdentifier(string $identifier): UserInterface;

        /** Up to 5.4, the only method of the interface. */
        public function loadUserByUsername(string $username): UserInterface
        {
            return $this->loadUserByIdentifier($username);
        }
    }
}

final class Messages
{
    /** Returns a failure after which a retry of the message calls all of its handlers again. */
    public static function withoutHandledStamps(HandlerFailedException $failure): HandlerFailedException
    {
        // Renamed in 6.4.
        $reasons = method_exists($failure, 'getWrappedExceptions')
            ? $failure->getWrappedExceptions()
            : $failure->getNestedExceptions();

        return new HandlerFailedException($failure->getEnvelope()->withoutAll(HandledStamp::class), $reasons);
    }
}
