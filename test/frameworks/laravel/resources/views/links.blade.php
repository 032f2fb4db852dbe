@foreach (range(1, $paginator->lastPage()) as $n) <a href="{{ $paginator->url($n) }}">{{ $n }}</a> @endforeach
