<?php

declare(strict_types=1);

namespace App\Controller;

use Bookstore\Book;
use Bookstore\BookQuery;
use Bookstore\Shelf;
use DomainException;
use Orm\Runtime\Orm;
use Orm\Symfony\Controller\MapModel;
use Symfony\Component\HttpFoundation\JsonResponse;
use Symfony\Component\HttpKernel\Attribute\AsController;

#[AsController]
final class Books
{
    public function __construct(private readonly BookQuery $injected)
    {
    }

    public function list(BookQuery $books): JsonResponse
    {
        return new JsonResponse($books->orderByTitle()->find()->getColumnValues('Title'));
    }

    /** A query of the constructor lives as long as the process; conditions of a request do not. */
    public function titles(): JsonResponse
    {
        $titles = $this->injected->filterByTitle('Emma')->find()->getColumnValues('Title');

        return new JsonResponse($this->injected->filterByTitle('Persuasion')->find()->isEmpty() ? $titles : null);
    }

    public function show(Book $book): JsonResponse
    {
        return new JsonResponse($book->getTitle());
    }

    public function maybe(?Book $book): JsonResponse
    {
        return new JsonResponse($book?->getTitle());
    }

    public function byIsbn(#[MapModel('isbn')] Book $book): JsonResponse
    {
        return new JsonResponse($book->getTitle());
    }

    public function maybeByIsbn(#[MapModel('isbn')] ?Book $book): JsonResponse
    {
        return new JsonResponse($book?->getTitle());
    }

    public function shelf(Shelf $shelf): JsonResponse
    {
        return new JsonResponse($shelf->getLabel());
    }

    /** Leaves a transaction, a changed object and a query with conditions. */
    public function leave(BookQuery $books): JsonResponse
    {
        Orm::getConnection()->beginTransaction();
        $books->filterByTitle('Emma')->findOne()->setTitle('Nothing')->save();
        $this->injected->filterByTitle('Nothing');

        return new JsonResponse();
    }

    public function fail(): never
    {
        $this->leave(BookQuery::create());
        throw new DomainException('A failure in the middle of a transaction.');
    }
}
