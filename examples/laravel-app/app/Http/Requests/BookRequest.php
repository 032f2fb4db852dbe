<?php

declare(strict_types=1);

namespace App\Http\Requests;

use App\Orm\Author;
use App\Orm\Book;
use Illuminate\Foundation\Http\FormRequest;
use Illuminate\Validation\Rule;
use Orm\Laravel\Validation\Unique;

/** What a book must be: lengths and kinds are those of schema.xml. */
final class BookRequest extends FormRequest
{
    /** @return array<string, list<mixed>> */
    public function rules(): array
    {
        $table = Book::TABLE_MAP::getTableMap();

        return [
            'title' => ['required', 'string', 'max:' . $table->getColumn('title')->getSize()],
            'isbn' => [
                'required',
                'regex:/^97[89]-(?=[\d-]{13}$)(?:\d+-){3}\d$/',
                (new Unique(Book::class))->ignore($this->route('book') ?? new Book()),
            ],
            'kind' => ['required', Rule::in($table->getColumn('kind')->getValueSet())],
            'published_on' => ['nullable', 'date_format:Y-m-d'],
            'author_id' => ['required', 'integer', Rule::exists(Author::class, 'id')],
        ];
    }

    /** @return array<string, string> */
    public function messages(): array
    {
        return [
            'title.required' => 'A book has a title.',
            'title.string' => 'A title is a text.',
            'title.max' => 'A title has at most :max characters.',
            'isbn.required' => 'A book has an ISBN.',
            'isbn.regex' => 'This value is not an ISBN-13 with hyphens.',
            'isbn.unique' => 'Another book has this number.',
            'kind.*' => 'Choose a kind.',
            'published_on.date_format' => 'This value is not a date.',
            'author_id.*' => 'Choose an author.',
        ];
    }
}
