<?php

declare(strict_types=1);

namespace App\Http\Middleware;

use Closure;
use Illuminate\Http\Request;
use Orm\Laravel\Framework;
use Orm\Runtime\Orm;
use Symfony\Component\HttpFoundation\Response;

/** Adds the queries of a page to its end, while the application is developed. */
final class QueryPanel
{
    public function handle(Request $request, Closure $next): Response
    {
        if (!config('app.debug')) {
            return $next($request);
        }
        $log = Orm::getQueryLog()->ignoreCallersIn(Framework::directory())->start();
        $response = $next($request);
        $page = (string) $response->getContent();
        $end = strripos($page, '</body>');
        if ($response->isRedirection() || $end === false) {
            return $response;
        }
        $repetitions = [];
        foreach ($log->getRepetitions() as $group) {
            foreach ($group as $query) {
                $repetitions[$query->number] = count($group);
            }
        }
        $panel = view('queries', [
            'queries' => $log->getQueries(),
            'totals' => $log->getTotals(),
            'repetitions' => $repetitions,
        ]);

        return $response->setContent(substr_replace($page, $panel->render(), $end, 0));
    }
}
