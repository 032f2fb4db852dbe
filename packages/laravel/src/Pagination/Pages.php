<?php

declare(strict_types=1);

namespace Orm\Laravel\Pagination;

use Illuminate\Pagination\Cursor;
use Illuminate\Pagination\CursorPaginator;
use Illuminate\Pagination\LengthAwarePaginator;
use Illuminate\Pagination\Paginator;
use Orm\Runtime\ActiveQuery\ModelCriteria;
use Orm\Runtime\Exception\InvalidArgumentException;
use Symfony\Component\HttpKernel\Exception\BadRequestHttpException;

/** Pages of a query as Laravel's paginators, for the page that the current request asks for. */
final class Pages
{
    /** Numbered pages: the rows of one, and how many there are. */
    public static function of(
        ModelCriteria $query,
        int $perPage = 15,
        string $pageName = 'page',
        ?int $page = null,
    ): LengthAwarePaginator {
        $page ??= (int) Paginator::resolveCurrentPage($pageName);
        $pager = (clone $query)->paginate($page, $perPage);
        // A page behind the last one is empty.
        $rows = $page > $pager->getLastPage() ? [] : $pager->getResults()->getData();

        return new LengthAwarePaginator($rows, $pager->getNbResults(), $perPage, $page, [
            'path' => Paginator::resolveCurrentPath(),
            'pageName' => $pageName,
        ]);
    }

    /**
     * Pages that begin behind the last row of the page before: each takes the same time, and rows that others insert
     * or delete meanwhile shift nothing. There is a link to the next page, and none to the previous one.
     */
    public static function after(
        ModelCriteria $query,
        int $perPage = 15,
        string $cursorName = 'cursor',
        ?Cursor $cursor = null,
    ): CursorPaginator {
        $cursor ??= CursorPaginator::resolveCurrentCursor($cursorName);
        try {
            return new KeysetPaginator(
                $query->paginateAfter(KeysetPaginator::read($cursor), $perPage),
                $perPage,
                $cursor,
                ['path' => Paginator::resolveCurrentPath(), 'cursorName' => $cursorName],
            );
        } catch (InvalidArgumentException $wrong) {
            throw new BadRequestHttpException($wrong->getMessage(), $wrong);
        }
    }
}
