<?php

declare(strict_types=1);

namespace App\Controller;

use App\Form\BookType;
use App\Model\AuthorQuery;
use App\Model\Book;
use App\Model\BookQuery;
use Symfony\Bundle\FrameworkBundle\Controller\AbstractController;
use Symfony\Component\HttpFoundation\JsonResponse;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

final class BookController extends AbstractController
{
    public function list(BookQuery $books): Response
    {
        return $this->render('book/list.html.twig', ['books' => $books->joinWithAuthor()->orderByRank()->find()]);
    }

    /** The template asks each author for the books: the panel of the profiler marks these queries as N+1. */
    public function authors(AuthorQuery $authors): Response
    {
        return $this->render('book/authors.html.twig', ['authors' => $authors->orderByName()->find()]);
    }

    public function add(Request $request): Response
    {
        return $this->edit($request, new Book());
    }

    public function edit(Request $request, Book $book): Response
    {
        $form = $this->createForm(BookType::class, $book);
        $form->handleRequest($request);
        if ($form->isSubmitted() && $form->isValid()) {
            $book->save();
            $this->addFlash('saved', $book->getTitle() . ' is saved.');

            return $this->redirectToRoute('books', [], Response::HTTP_SEE_OTHER);
        }
        $status = $form->isSubmitted() ? Response::HTTP_UNPROCESSABLE_ENTITY : Response::HTTP_OK;

        return new Response($this->renderView('book/edit.html.twig', ['form' => $form->createView()]), $status);
    }

    public function move(Request $request, Book $book): JsonResponse
    {
        $rank = $request->toArray()['rank'] ?? null;
        if (!is_int($rank) || $rank < 1 || $rank > BookQuery::create()->count()) {
            return $this->json(['error' => 'There is no such place.'], Response::HTTP_UNPROCESSABLE_ENTITY);
        }
        $book->moveToRank($rank);

        return $this->json(['rank' => $book->getRank()]);
    }
}
