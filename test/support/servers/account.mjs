/**
 * The account that tests use on every private server. It has all privileges and can also create databases. The space in the
 * password is intended: it breaks code that does not escape connection strings.
 */
export const account = { user: 'orm', password: 'orm secret', database: 'orm_test' }
