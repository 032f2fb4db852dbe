<?php

declare(strict_types=1);

namespace Orm\Laravel\Auth;

use Closure;
use Illuminate\Contracts\Auth\Authenticatable;
use Illuminate\Contracts\Auth\UserProvider;
use Illuminate\Contracts\Hashing\Hasher;
use Illuminate\Contracts\Support\Arrayable;
use InvalidArgumentException;
use Orm\Laravel\Routing\RouteModels;
use Orm\Runtime\ActiveQuery\Criteria;
use Orm\Runtime\ActiveQuery\OrmQuery;
use Orm\Runtime\ActiveQuery\RowLookup;
use Orm\Runtime\ActiveRecord\ActiveRecordInterface;
use Orm\Runtime\Exception\ExceptionInterface;
use Orm\Runtime\Map\TableMap;

/** Provides users that are rows of a table: the driver `orm` in config/auth.php, with the key `model`. */
final class ModelUserProvider implements UserProvider
{
    /** @param class-string<ActiveRecordInterface&Authenticatable> $model */
    public function __construct(private readonly Hasher $hasher, private readonly string $model)
    {
        if (
            !is_subclass_of($model, ActiveRecordInterface::class)
            || !is_subclass_of($model, Authenticatable::class)
        ) {
            throw new InvalidArgumentException(sprintf(
                'config/auth.php: "%s" must be a model class of Orm that implements %s; the trait %s has its methods',
                $model,
                Authenticatable::class,
                AuthenticatableModel::class,
            ));
        }
    }

    /** @param mixed $identifier */
    public function retrieveById($identifier): ?Authenticatable
    {
        return is_scalar($identifier) ? RouteModels::find(OrmQuery::from($this->model), (string) $identifier) : null;
    }

    /**
     * @param mixed $identifier
     * @param string $token
     */
    public function retrieveByToken($identifier, #[\SensitiveParameter] $token): ?Authenticatable
    {
        $user = $this->retrieveById($identifier);
        $known = (string) $user?->getRememberToken();

        return $known !== '' && hash_equals($known, (string) $token) ? $user : null;
    }

    /** @param string $token */
    public function updateRememberToken(Authenticatable $user, #[\SensitiveParameter] $token): void
    {
        $user->setRememberToken($token);
        $this->save($user);
    }

    /**
     * @param array<string, mixed> $credentials by column: a value, a list of values, or a function that receives the
     *     query
     */
    public function retrieveByCredentials(#[\SensitiveParameter] array $credentials): ?Authenticatable
    {
        $conditions = array_filter(
            $credentials,
            static fn (string $name): bool => !str_contains($name, 'password'),
            ARRAY_FILTER_USE_KEY,
        );
        $query = $conditions === [] ? null : OrmQuery::from($this->model);
        foreach ($conditions as $name => $value) {
            $value = $value instanceof Arrayable ? $value->toArray() : $value;
            if ($value instanceof Closure) {
                $value($query);
            } elseif (is_array($value)) {
                try {
                    $column = $query->getTableMap()->getColumn($name)->getPhpName();
                    $query->filterBy($column, array_values(array_filter($value, is_scalar(...))), Criteria::IN);
                } catch (ExceptionInterface) {
                    return null;
                }
            } else {
                $query = is_scalar($value) ? RowLookup::filter($query, [$name => (string) $value]) : null;
            }
            if ($query === null) {
                return null;
            }
        }

        return $query?->findOne();
    }

    /** @param array<string, mixed> $credentials */
    public function validateCredentials(Authenticatable $user, #[\SensitiveParameter] array $credentials): bool
    {
        $password = $credentials['password'] ?? null;
        $hash = $user->getAuthPassword();

        return is_string($password) && is_string($hash) && $hash !== '' && $this->hasher->check($password, $hash);
    }

    /**
     * Called after a login by Laravel 11 and later.
     *
     * @param array<string, mixed> $credentials
     */
    public function rehashPasswordIfRequired(
        Authenticatable $user,
        #[\SensitiveParameter] array $credentials,
        bool $force = false,
    ): void {
        if ($force || $this->hasher->needsRehash((string) $user->getAuthPassword())) {
            $hash = $this->hasher->make($credentials['password']);
            $user->setByName($user->getAuthPasswordName(), $hash, TableMap::TYPE_FIELDNAME);
            $this->save($user);
        }
    }

    private function save(Authenticatable $user): void
    {
        // A login does not count as a change of the row (behavior timestampable).
        if (method_exists($user, 'keepUpdateDateUnchanged')) {
            $user->keepUpdateDateUnchanged();
        }
        $user->save();
    }
}
