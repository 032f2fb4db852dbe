/**
 * The list of names for random tables, schemas, and property tests: real names that users have chosen, and some that they might
 * choose. All of these tests use every name in this list.
 */
export const oddNames: readonly string[] = [
  // Names that generated code also uses for something else.
  ...['Text', 'Key', 'key', 'this', 'new', 'class', 'deleted', 'virtual_columns', 'primary_key'],
  ...['order', 'Group', 'select', 'Mixed', 'mixedCase', 'camelCase', 'UPPER'],
  ...['unit price', 'with blank', ' leading', 'a-b', 'price (net)', '(c)', 'a,b', 'a, b', 'a/b', '#d', '$x', 'dollar$'],
  ...['2fa', '1st', '42', 'ünï', '漢字', '😀'],
  ...["it's", 'a"b', 'a`b', 'back`tick', 'open[', 'close]', 'both[]', 'x;y', 'semi;colon', 'x%y', 'per%cent'],
  ...['back\\slash', 'what?', '?', 'at:noon', ':p1', '-- comment', '/* comment */', 't */ x', 'a\tb'],
]
