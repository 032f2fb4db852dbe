@extends('layout')

@section('title', 'Authors')

@section('body')
  <h1>Authors</h1>
  <ul>
    @foreach ($authors as $author)
      <li>{{ $author->getName() }}: {{ count($author->getBooks()) }}</li>
    @endforeach
  </ul>
@endsection
