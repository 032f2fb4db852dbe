<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Http\Requests\BookRequest;
use App\Orm\AuthorQuery;
use App\Orm\Book;
use App\Orm\BookQuery;
use DateTimeInterface;
use Illuminate\Contracts\View\View;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\RedirectResponse;
use Illuminate\Http\Request;

final class BookController
{
    public function list(): View
    {
        return view('books', ['books' => BookQuery::create()->joinWithAuthor()->orderByRank()->find()]);
    }

    /** The view asks each author for the books: the panel marks these queries as N+1. */
    public function authors(): View
    {
        return view('authors', ['authors' => AuthorQuery::create()->orderByName()->find()]);
    }

    public function add(): View
    {
        return $this->edit(new Book());
    }

    public function edit(Book $book): View
    {
        return view('book', [
            // What was sent last and was wrong, unless it is a list.
            'value' => static function (string $name) use ($book): string {
                $stored = $book->getByName($name, $book::TABLE_MAP::TYPE_FIELDNAME);
                $value = old($name, $stored instanceof DateTimeInterface ? $stored->format('Y-m-d') : $stored);

                return is_array($value) ? '' : (string) $value;
            },
            'columns' => $book::TABLE_MAP::getTableMap(),
            'authors' => AuthorQuery::create()->orderByName()->find(),
        ]);
    }

    public function store(BookRequest $request): RedirectResponse
    {
        return $this->update($request, new Book());
    }

    public function update(BookRequest $request, Book $book): RedirectResponse
    {
        $book->fromArray($request->validated(), $book::TABLE_MAP::TYPE_FIELDNAME)->save();

        return redirect()->route('books')->with('saved', $book->getTitle() . ' is saved.');
    }

    public function move(Request $request, Book $book): JsonResponse
    {
        $rank = $request->json('rank');
        if (!is_int($rank) || $rank < 1 || $rank > BookQuery::create()->count()) {
            return response()->json(['error' => 'There is no such place.'], 422);
        }
        $book->moveToRank($rank);

        return response()->json(['rank' => $book->getRank()]);
    }
}
