/**
 * The one list of names that random tables, schemas and property tests draw from: names that people have really given, and
 * some that they might. A form that is new here is met by all of them.
 */
export const oddNames: readonly string[] = [
  // Those that generated code has other uses for.
  ...['Text', 'Key', 'key', 'this', 'new', 'class', 'deleted', 'virtual_columns', 'primary_key'],
  ...['order', 'Group', 'select', 'Mixed', 'mixedCase', 'camelCase', 'UPPER'],
  ...['unit price', 'with blank', ' leading', 'a-b', 'price (net)', '(c)', 'a,b', 'a, b', 'a/b', '#d', '$x', 'dollar$'],
  ...['2fa', '1st', '42', 'ünï', '漢字', '😀'],
  ...["it's", 'a"b', 'a`b', 'back`tick', 'open[', 'close]', 'both[]', 'x;y', 'semi;colon', 'x%y', 'per%cent'],
  ...['back\\slash', 'what?', '?', 'at:noon', ':p1', '-- comment', '/* comment */', 't */ x', 'a\tb'],
]
