<?php

declare(strict_types=1);

use App\Http\Controllers\BookController;
use Illuminate\Support\Facades\Route;

Route::get('/', [BookController::class, 'list'])->name('books');
Route::get('/authors', [BookController::class, 'authors'])->name('authors');
Route::get('/books/new', [BookController::class, 'add'])->name('books.new');
Route::post('/books/new', [BookController::class, 'store']);
Route::get('/books/{book}', [BookController::class, 'edit'])->name('books.edit');
Route::post('/books/{book}', [BookController::class, 'update']);
Route::put('/books/{book}/rank', [BookController::class, 'move'])->name('books.move');
