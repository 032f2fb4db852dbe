<?php

declare(strict_types=1);

namespace Orm\Laravel\Routing;

use Closure;
use Illuminate\Database\Eloquent\ModelNotFoundException;
use Illuminate\Routing\Middleware\SubstituteBindings;

/** Laravel's middleware, which also replaces route keys with Orm objects. */
final class ModelBindings extends SubstituteBindings
{
    public function handle($request, Closure $next)
    {
        $route = $request->route();
        try {
            // Route::bind() runs first, because a row may belong to a parent that it has bound.
            $this->router->substituteBindings($route);
            RouteModels::bind($this->router, $route);
            $this->router->substituteImplicitBindings($route);
        } catch (ModelNotFoundException $missing) {
            $instead = $route->getMissing();
            if ($instead === null) {
                throw $missing;
            }

            return $instead($request, $missing);
        }

        return $next($request);
    }
}
