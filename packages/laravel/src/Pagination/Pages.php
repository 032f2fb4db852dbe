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

/** Returns pages of a query as Laravel paginators, for the page that the current request asks for. */
final class Pages
{
    /** Returns a numbered page, with the total number of rows. */
    public static function of(
        ModelCriteria $query,
        int $perPage = 15,
        string $pageName = 'page',
        ?int $page = null,
    ): LengthAwarePaginator {
        $page ??= (int) Paginator::resolveCurrentPage($pageName);
        $pager = (clone $query)->paginate($page, $perPage);
        // A page after the last one is empty.
        $rows = $page > $pager->getLastPage() ? [] : $pager->getResults()->getData();

        return new LengthAwarePaginator($rows, $pager->getNbResults(), $perPage, $page, [
            'path' => Paginator::resolveCurrentPath(),
            'pageName' => $pageName,
        ]);
    }

    /**
     * Returns a page that starts after the last row of the previous page. Every page takes the same time, and
     * concurrent inserts and deletes do not shift rows. There is a link to the next page, but none to the previous one.
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
