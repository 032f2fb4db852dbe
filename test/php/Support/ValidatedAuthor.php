<?php

declare(strict_types=1);

namespace Orm\Tests\Support;

use Bookstore\Author;
use Orm\Runtime\Validator\Constraints\Unique;
use Symfony\Component\Validator\Mapping\ClassMetadata;

/** An author whose name and address nobody else may have. */
final class ValidatedAuthor extends Author
{
    public static function loadValidatorMetadata(ClassMetadata $metadata): void
    {
        $metadata->addGetterConstraint('name', new Unique());
        $metadata->addGetterConstraint('email', new Unique(['message' => 'taken', 'column' => 'email']));
    }
}
