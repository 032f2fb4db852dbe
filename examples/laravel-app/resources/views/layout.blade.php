<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <meta name="csrf-token" content="{{ csrf_token() }}">
    <title>@yield('title', 'Bookstore')</title>
    <link rel="icon" href="data:,">
    @vite('resources/js/app.js')
  </head>
  <body>
    <nav aria-label="Pages">
      <a href="{{ route('books') }}">Books</a>
      <a href="{{ route('authors') }}">Authors</a>
      <a href="{{ route('books.new') }}">New book</a>
    </nav>
    <main>
      @if (session('saved'))<p role="status">{{ session('saved') }}</p>@endif
      @yield('body')
    </main>
  </body>
</html>
