<?php

declare(strict_types=1);

namespace App\Controller;

use Symfony\Component\HttpFoundation\JsonResponse;
use Symfony\Component\HttpKernel\Attribute\AsController;
use Symfony\Component\Security\Core\Authentication\Token\Storage\TokenStorageInterface;

#[AsController]
final class Members
{
    public function __construct(private readonly TokenStorageInterface $tokens)
    {
    }

    public function me(): JsonResponse
    {
        return new JsonResponse($this->tokens->getToken()?->getUser()->getUserIdentifier());
    }
}
