@props(['name', 'label'])
<div>
  <label for="book_{{ $name }}">{{ $label }}</label>
  @error($name)
    <ul id="book_{{ $name }}_errors"><li>{{ $message }}</li></ul>
  @enderror
  {{ $slot }}
</div>
