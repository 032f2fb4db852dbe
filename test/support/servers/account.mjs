/**
 * The account that tests use on every private server. It may do everything, also create databases. The blank in the
 * password is there on purpose: whoever puts a connection string together carelessly fails.
 */
export const account = { user: 'orm', password: 'orm secret', database: 'orm_test' }
