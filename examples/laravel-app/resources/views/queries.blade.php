<details class="queries">
  <summary>{{ $totals['queries'] }} queries in {{ number_format($totals['seconds'] * 1000, 2) }} ms, N+1: {{ $totals['repeated'] }}</summary>
  <ol>
    @foreach ($queries as $query)
      <li>
        <code>{{ $query->sql }}</code>
        @if ($query->parameters) <code>{{ json_encode($query->parameters, JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE | JSON_PARTIAL_OUTPUT_ON_ERROR) }}</code> @endif
        @isset ($repetitions[$query->number]) <strong>N+1: sent {{ $repetitions[$query->number] }} times from one line</strong> @endisset
        {{ number_format($query->getSeconds() * 1000, 2) }} ms, {{ $query->getCaller() }}
        @if ($query->getError()) <strong>{{ $query->getError() }}</strong> @endif
      </li>
    @endforeach
  </ol>
</details>
