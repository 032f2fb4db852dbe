import test from 'ava'
import {
  foreignKeyIndexName,
  generatedName,
  inheritanceSuffix,
  nameWithSuffix,
  phpNameOf,
  pluralize,
  pluralizeSimply,
  readList,
  valueConstant,
  writeList,
} from '#core/model/index.js'

/** By naming method: underscore, phpname, clean, nochange. */
const naming: Record<string, readonly [string, string, string, string]> = {
  book_club_list: ['BookClubList', 'BookClubList', 'BookClubList', 'book_club_list'],
  BookClub: ['Bookclub', 'BookClub', 'Bookclub', 'BookClub'],
  my_HTTP_log: ['MyHttpLog', 'MyHTTPLog', 'MyHttpLog', 'my_HTTP_log'],
  x$RAW$VAL_min: ['X$raw$valMin', 'X$RAW$VALMin', 'XRawValMin', 'x$RAW$VAL_min'],
  'author-id': ['Author-id', 'Author-id', 'AuthorId', 'author-id'],
  foo__bar_: ['FooBar', 'FooBar', 'FooBar', 'foo__bar_'],
  __foo: ['Foo', 'Foo', 'Foo', '__foo'],
  a1_b2: ['A1B2', 'A1B2', 'A1B2', 'a1_b2'],
  ISBN: ['Isbn', 'ISBN', 'Isbn', 'ISBN'],
  '2fa_code': ['2faCode', '2faCode', '2faCode', '2fa_code'],
  'ß-ß': ['ß-ß', 'ß-ß', 'ß-ß', 'ß-ß'],
}

for (const [name, expected] of Object.entries(naming)) {
  test(`naming methods: ${name}`, (t) => {
    const methods = ['underscore', 'phpname', 'clean', 'nochange'] as const
    t.deepEqual(
      methods.map((method) => phpNameOf(name, method)),
      [...expected],
    )
  })
}

/** Plurals by singular. */
const plurals: Record<string, string> = {
  Category: 'Categories',
  Status: 'Statuses',
  Address: 'Addresses',
  Woman: 'Women',
  Index: 'Indices',
  Virus: 'Viri',
  Hero: 'Heros',
  Analysis: 'Analyses',
  Axis: 'Axes',
  Books: 'Bookss',
  Data: 'Datas',
  Human: 'Humen',
  German: 'Germen',
  Mongoose: 'Mongeese',
  Life: 'Lives',
  bookAlias: 'bookAliases',
  Sheep: 'Sheep',
  BlackSheep: 'BlackSheeps',
  Ox: 'Oxen',
  Box: 'Boxes',
  Church: 'Churches',
  Dish: 'Dishes',
  Day: 'Days',
  Radio: 'Radios',
  Tomato: 'Tomatoes',
  Matrix: 'Matrices',
  Cactus: 'Cacti',
  Crisis: 'Crises',
  Spermatozoon: 'Spermatozoa',
  Arthritis: 'Arthritis',
  Half: 'Halves',
  Shelf: 'Shelves',
  Wolf: 'Wolves',
  Scarf: 'Scarves',
  Knife: 'Knives',
  Person: 'People',
  Quiz: 'Quizzes',
  Housewife: 'Housewives',
}

test('plural forms', (t) => {
  t.deepEqual(Object.fromEntries(Object.keys(plurals).map((name) => [name, pluralize(name)])), plurals)
  t.is(pluralizeSimply('Category'), 'Categorys')
})

test('generated SQL names have the hashes of the reference', (t) => {
  t.is(generatedName('book', 'fk', '.author:author_id:id', 64), 'book_fk_ea464c')
  t.is(generatedName('book', 'i', 'title:', 64), 'book_i_639136')
  t.is(generatedName('book', 'u', 'title:20', 64), 'book_u_212392')
})

test('long names lose characters of the table, never the suffix', (t) => {
  const table = 'a_table_with_a_very_long_name_indeed'
  t.is(nameWithSuffix('book', '_pk', 30), 'book_pk')
  t.is(nameWithSuffix(table, '_SEQ', 30), 'a_table_with_a_very_l_7377_SEQ')
  const name = generatedName(table, 'i', 'title:', 30)
  t.is(name.length, 30)
  t.regex(name, /^a_table_with_a_v_[0-9a-f]{4}_i_639136$/)
})

test('the index behind a foreign key has its name with fi_', (t) => {
  t.is(foreignKeyIndexName('book_fk_ea464c'), 'book_fi_ea464c')
  t.is(foreignKeyIndexName('fk_book_fk_author'), 'fk_book_fi_author')
  t.is(foreignKeyIndexName('written_by'), 'fi_tten_by')
})

test('constants', (t) => {
  t.is(inheritanceSuffix('foo-bar'), 'FOO_BAR')
  t.is(inheritanceSuffix('a_-_b--'), 'A_B')
  t.is(valueConstant('COL_STYLE', 'sci-fi é'), 'COL_STYLE_SCI_FI_é')
})

test('lists: a comma or backslash in an item is escaped', (t) => {
  t.deepEqual(readList(' a , b\\,c,\\\\d, e\\f'), ['a', 'b,c', '\\d', 'e\\f'])
  t.deepEqual(readList(writeList(['a,b', 'c\\', 'd'])), ['a,b', 'c\\', 'd'])
})
