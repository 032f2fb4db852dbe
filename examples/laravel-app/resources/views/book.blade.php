@extends('layout')

@section('title', 'A book')

@section('body')
  <h1>A book</h1>
  <form method="post" novalidate>
    @csrf
    <div>
      <x-field name="title" label="Title">
        <input id="book_title" name="title" maxlength="{{ $columns->getColumn('title')->getSize() }}" value="{{ $value('title') }}" required>
      </x-field>
      <x-field name="isbn" label="Isbn">
        <input id="book_isbn" name="isbn" maxlength="{{ $columns->getColumn('isbn')->getSize() }}" value="{{ $value('isbn') }}" required>
      </x-field>
      <x-field name="kind" label="Kind">
        <select id="book_kind" name="kind" required>
          @foreach ($columns->getColumn('kind')->getValueSet() as $kind)
            <option @if ($value('kind') === $kind) selected @endif>{{ $kind }}</option>
          @endforeach
        </select>
      </x-field>
      <x-field name="published_on" label="Published on">
        <input id="book_published_on" name="published_on" type="date" value="{{ $value('published_on') }}">
      </x-field>
      <x-field name="author_id" label="Author">
        <select id="book_author_id" name="author_id" required>
          @foreach ($authors as $author)
            <option value="{{ $author->getId() }}" @if ((int) $value('author_id') === $author->getId()) selected @endif>{{ $author->getName() }}</option>
          @endforeach
        </select>
      </x-field>
    </div>
    <button>Save</button>
  </form>
@endsection
