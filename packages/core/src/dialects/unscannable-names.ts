import type { UnusableNames } from '../model/index.js'

/**
 * PDO looks for placeholders before the server sees a statement. Before PHP 8.4 it knows no other quotes than ' and ", so
 * in other quotes it finds placeholders, literals and comments.
 */
export const unscannableNames: UnusableNames = {
  pattern: /['"?]|:\w|--|\/\*/,
  because: 'PHP drivers take it for a placeholder, a literal or a comment',
}
