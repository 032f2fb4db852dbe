/** What a bundled behavior promises; `sql` where the promise is kept by statements, so that each database must show it. */
export interface Rule {
  readonly rule: string
  readonly sql?: true
}

const sql = (rule: string): Rule => ({ rule, sql: true })
const build = (rule: string): Rule => ({ rule })

/** The rules of each behavior in their order: `B1.3` is the third one of `B1`. Titles of tests name them. */
export const rules: Readonly<Record<string, readonly Rule[]>> = {
  // aggregate_column
  B1: [
    build('the column is a nullable INTEGER, unless the table declares it'),
    build('name, foreign_table and expression are needed, and a foreign key to one table'),
    sql('the column of a new owner is null until a row changes'),
    sql('rows that objects insert, change and delete count, in the database and in memory'),
    sql('a row that moves by its relation or its key, or is detached, changes both owners'),
    sql('update(), delete() and deleteAll() of queries change the owners before and after'),
    sql('without rows COUNT is 0 and SUM is null'),
    sql('compute…() tells and update…() stores what the rows say'),
    sql('the condition counts, and SQL may hold quotes'),
    sql('foreign_key chooses among several foreign keys'),
    sql('a table may have several'),
    sql('a statement that changes many rows costs few statements, and no hook of the owner runs'),
    sql('the date of the owner changes unless keep_update_date'),
    sql('rows of a table that others inherit from count'),
    sql('a rollback takes the value back'),
    sql('a table may count its own rows'),
    sql('random changes of one and of many processes leave the columns right'),
    sql('a deadlock is tried again outside of a transaction of the caller'),
    sql('an aggregate over a column that is one itself'),
  ],
  // aggregate_multiple_columns
  B2: [
    sql('several columns by one statement'),
    sql('the methods are numbered for one foreign table, in each build anew'),
    build('columns, each with a name and an expression, are needed'),
  ],
  // aggregate_column_relation
  B3: [sql('the table with the rows has a relation behavior and protected methods for each aggregate')],
  // archivable
  B4: [
    sql('rows are archived before they are deleted, by objects and queries'),
    sql('archive(), getArchive() and restoreFromArchive()'),
    sql('on insert and on update where the schema says so'),
    sql('what is left out is left out once, and setters can be chained'),
    sql('archive() of a query takes few statements'),
    build('the archive has all columns, plain indexes, no ids of its own and no foreign keys'),
    build('foreign keys of the archive, given or inherited'),
    build('at database level archives and versions have no archive'),
    sql('a declared archive is used as it is, and gets what it lacks with sync'),
    sql('archive_class names another model'),
    sql('an update that changes what its query asks for archives the rows'),
    sql('populateFromArchive() takes the key only when asked'),
    build('archive_class and archive_table exclude each other'),
    sql('related rows are not archived'),
    sql('random changes leave the archive right'),
  ],
  // auto_add_pk
  B5: [
    sql('a table without a key gets one, as its last column'),
    sql('parameters are attributes of the column'),
    sql('at database level only tables without a key get it'),
    build('a table that inherits takes the key of its parent'),
    sql('foreign keys may refer to it'),
  ],
  // concrete_inheritance
  B6: [
    build('the child has the columns, foreign keys and indexes of its parent'),
    sql('the classes of the child extend those of the parent'),
    sql('a save writes the row of the parent first, under the same key'),
    sql('changes reach the parents, and a delete takes them along'),
    sql('getParentOrCreate() reuses a row without child'),
    sql('getSyncParent() has the values of the child'),
    sql('columns can be copied back to the child'),
    sql('without copying there is no row and no method'),
    sql('the descendant column may have another name'),
    sql('behaviors are inherited unless they are excluded'),
    build('a parent that does not exist and a table that extends itself are refused'),
    sql('places in lists are not copied'),
    build('a stub that says no leaves no row'),
  ],
  // concrete_inheritance_parent
  B7: [build('the parent has a column for the class of the child'), sql('getChildObject() finds the last descendant')],
  // delegate
  B8: [
    sql('a foreign key of either table, or one that is added'),
    sql('calls go to the delegates in their order, and new ones are saved'),
    sql('what is only read leaves no delegate'),
    sql('one level deep; unknown methods do not exist'),
    sql('toArray() and fromArray() know the columns of delegates'),
    sql('queries filter and order by them'),
    sql('columns that several tables have are not passed on'),
    build('the docblock names the methods'),
    build('what cannot be a delegate is refused'),
  ],
  // i18n
  B9: [
    build('the table of translations has the main key and the locale as key, and stands where the main table is'),
    build('columns move with their foreign keys and indexes'),
    build('unknown columns, columns of the key and keys of several columns are refused'),
    build('at database level only the default locale is given'),
    sql('a declared table is used as it is'),
    sql('an object has a locale, with an alias'),
    sql('translations are found or new, and saved with the object'),
    sql('removeTranslation()'),
    sql('proxies have the signatures of the accessors'),
    sql('add…() shows what it adds, clear() goes back to the default'),
    sql('setTranslation()'),
    sql('joinI18n() joins one locale'),
    sql('joinWithI18n() reads both in one statement, one row an object'),
    sql('useI18nQuery()'),
    sql('deleting the object deletes its translations'),
    sql('the date of the main row tells of changed translations'),
    build('rules of validate move with their columns'),
    sql('random changes leave the translations right, also when transactions are rolled back'),
    sql('translations follow a row whose key changes'),
  ],
  // sluggable
  B12: [
    build('the column and its unique index are added unless the column is declared'),
    sql('duplicates get numbers'),
    sql('letters outside of ASCII'),
    sql('a pattern with getters'),
    sql('slugs that are set are kept and made unique; an empty one is made anew'),
    sql('sources that change make a new slug, unless it is permanent'),
    sql('unique within a scope'),
    sql('a slug fits into its column and no character is cut'),
    sql('text that regular expressions and LIKE know'),
    sql('a number that begins with 0'),
    sql('at most four statements a save'),
    sql('rows without slug'),
    sql('the unique index decides'),
    sql('names for a column of another name'),
    build('the steps can be overridden'),
    build('intl and the table say the same, whatever the locale of the process'),
    build('wrong parameters are refused'),
    sql('random changes leave slugs that are unique and of their titles'),
  ],
  // timestampable
  B13: [
    sql('one instant with microseconds in both columns of a new row'),
    sql('dates that the user sets'),
    sql('an update sets one date, a save without change none'),
    sql('keepUpdateDateUnchanged()'),
    sql('numbers hold Unix seconds'),
    sql('queries by date'),
    sql('update() of a query sets the date only if the schema says so'),
    sql('setting the same value is no change'),
    build('columns with other names, declared or left out'),
  ],
  // validate
  B14: [
    build('rules with options'),
    build('parents, the object and its children'),
    sql('Unique and Date'),
    build('save() does not validate'),
    build('wrong rules are refused'),
    build('without Symfony it says what to install'),
    build('no failures before the first call'),
    build('own constraints come before those of Symfony'),
    build('options are checked by constraint'),
  ],
  // versionable
  B15: [
    sql('numbers of versions'),
    sql('enforced, disabled, asked for'),
    sql('back to a version'),
    sql('who, when and why'),
    sql('what differs'),
    sql('deleting the row deletes its versions'),
    sql('versions of related rows'),
    build('the table of the versions'),
    build('at database level versions have no versions'),
    sql('random and concurrent saves: 1..n without gaps and duplicates'),
    sql('places and aggregates are not restored'),
    sql('all versions, the last ones and one'),
    sql('a foreign key that comes with a new object'),
    sql('a stub that says no'),
    sql('a declared table of versions'),
    sql('addVersion()'),
    sql('versions follow a row whose key changes'),
  ],
  // alternative_coding_standards
  B19: [build('builds with one warning')],
  // soft_delete and others that existed once
  B20: [build('are refused with the way out')],
  // behaviors together
  C: [
    sql('archivable and timestampable'),
    sql('archivable and sluggable'),
    sql('archivable and sortable'),
    sql('archivable and versionable'),
    sql('archivable and nested_set'),
    sql('archivable and auto_add_pk'),
    sql('archivable of the database and i18n'),
    sql('archivable of the database and versionable'),
    sql('versionable and i18n'),
    sql('versionable and timestampable'),
    sql('versionable and sortable'),
    sql('i18n and timestampable'),
    build('i18n and validate'),
    build('concrete_inheritance and validate'),
    sql('concrete_inheritance and sortable'),
    sql('concrete_inheritance and nested_set'),
    build('concrete_inheritance and auto_add_pk'),
    sql('aggregate_column and concrete_inheritance_parent'),
    sql('aggregate_column and timestampable'),
    sql('sluggable and i18n'),
    sql('delegate and delegate'),
    build('query_cache and hooks of queries'),
    build('two behaviors with one name of a method'),
    sql('concrete_inheritance without an excluded behavior'),
  ],
}

/** The names of the rules: `B1.1`, and `C1` of behaviors together. */
export const ruleNames: ReadonlyMap<string, Rule> = new Map(
  Object.entries(rules).flatMap(([group, list]) =>
    list.map((rule, index): [string, Rule] => [`${group}${group === 'C' ? '' : '.'}${index + 1}`, rule]),
  ),
)
