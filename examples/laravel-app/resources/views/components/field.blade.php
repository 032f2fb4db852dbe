@props(['name', 'label'])
<div>
  <label for="book_{{ $name }}">{{ $label }}</label>
  @error($name)
    <ul><li>{{ $message }}</li></ul>
  @enderror
  {{ $slot }}
</div>
