<?php

declare(strict_types=1);

use App\Orm\Author;
use App\Orm\AuthorQuery;
use App\Orm\Book;
use App\Orm\BookQuery;
use App\Orm\Edition;
use App\Orm\Note;
use Illuminate\Support\Facades\Route;

Route::get('/books/{book}', static fn (Book $book): string => (string) $book->getTitle())->name('book');
Route::get('/slugs/{book:slug}', static fn (Book $book): string => (string) $book->getTitle());
Route::get('/prices/{book:price}', static fn (Book $book): string => (string) $book->getTitle());
Route::get('/nothing/{book:nothing}', static fn (Book $book): string => (string) $book->getTitle());
Route::get('/editions/{edition}', static fn (Edition $edition): string => (string) $edition->getIsbn());
Route::get('/notes/{note}', static fn (Note $note): string => (string) $note->getText());
Route::get('/all-notes/{note}', static fn (Note $note): string => (string) $note->getText())->withTrashed();
Route::get('/authors/{author}/books/{book:slug}', static fn (Author $author, Book $book): string
    => "{$author->getName()}: {$book->getTitle()}");
Route::get('/scoped/{author}/{book}', static fn (Author $author, Book $book): string => (string) $book->getTitle())
    ->scopeBindings();
Route::get('/free/{author}/{book}', static fn (Author $author, Book $book): string => (string) $book->getTitle());
Route::get('/instead/{book}', static fn (Book $book): string => (string) $book->getTitle())
    ->missing(static fn () => response('another page', 410));
Route::get('/optional/{book?}', static fn (?Book $book = null): string => $book?->getTitle() ?? 'no book');
Route::bind('writer', static fn (string $name): Author => AuthorQuery::create()->requireOneByName($name));
Route::get('/writers/{writer}', static fn (Author $writer): string => (string) $writer->getId());
Route::get('/required/{id}', static fn (string $id): string => (string) BookQuery::create()->requirePk($id)->getTitle())
    ->whereNumber('id');
Route::get('/json/{book}', static fn (Book $book) => $book);
