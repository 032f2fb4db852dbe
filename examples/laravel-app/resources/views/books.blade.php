@extends('layout')

@section('body')
  <h1>Books</h1>
  <p id="how-to-move">Drag a book to its place, or focus it and press ↑ or ↓.</p>
  <ol class="sortable" aria-label="Books">
    @foreach ($books as $book)
      <li draggable="true" tabindex="0" aria-describedby="how-to-move" data-address="{{ route('books.move', $book) }}">
        <a href="{{ route('books.edit', $book) }}">{{ $book->getTitle() }}</a>
        by {{ $book->getAuthor()->getName() }}, {{ $book->getKind() }}
      </li>
    @endforeach
  </ol>
  <p role="status" class="moved"></p>
@endsection
