<?php

declare(strict_types=1);

namespace Orm\Symfony\Security;

use LogicException;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveQuery\RowLookup;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Symfony\Compatibility\UserProvider;
use Symfony\Component\Security\Core\Exception\UnsupportedUserException;
use Symfony\Component\Security\Core\Exception\UserNotFoundException;
use Symfony\Component\Security\Core\User\PasswordUpgraderInterface;
use Symfony\Component\Security\Core\User\UserInterface;

/** Provides users that are rows of a table, identified by one of its columns. */
final class ModelUserProvider extends UserProvider implements PasswordUpgraderInterface
{
    /** @param class-string<ActiveRecordInterface&UserInterface> $class */
    public function __construct(private readonly string $class, private readonly string $property)
    {
        if (!is_subclass_of($class, ActiveRecordInterface::class) || !is_subclass_of($class, UserInterface::class)) {
            throw new LogicException(sprintf(
                'Users of the provider "orm" are of a model class that implements %s; "%s" is not.',
                UserInterface::class,
                $class,
            ));
        }
    }

    public function loadUserByIdentifier(string $identifier): UserInterface
    {
        $user = RowLookup::find(OrmQuery::from($this->class), [$this->property => $identifier]);

        return $user instanceof UserInterface ? $user : throw self::notFound($identifier);
    }

    public function refreshUser(UserInterface $user): UserInterface
    {
        if (!$user instanceof $this->class) {
            throw new UnsupportedUserException(sprintf('"%s" is not a %s.', $user::class, $this->class));
        }
        // The session contains a former state of the user; the row may have changed since.
        $found = OrmQuery::from($this->class)->findPk($user->getPrimaryKey());

        return $found instanceof UserInterface ? $found : throw self::notFound($user->getUserIdentifier());
    }

    public function supportsClass(string $class): bool
    {
        return is_a($class, $this->class, true);
    }

    /** @param UserInterface $user a subtype of UserInterface in later versions of Symfony */
    public function upgradePassword(object $user, string $newHashedPassword): void
    {
        if ($user instanceof $this->class && method_exists($user, 'setPassword')) {
            $user->setPassword($newHashedPassword);
            // A login does not count as a change of the row (behavior timestampable).
            if (method_exists($user, 'keepUpdateDateUnchanged')) {
                $user->keepUpdateDateUnchanged();
            }
            $user->save();
        }
    }

    private static function notFound(string $identifier): UserNotFoundException
    {
        $failure = new UserNotFoundException(sprintf('There is no user "%s".', $identifier));
        $failure->setUserIdentifier($identifier);

        return $failure;
    }
}
