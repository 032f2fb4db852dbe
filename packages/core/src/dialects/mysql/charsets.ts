import type { CharsetRules, KeyBytes } from '../../model/index.js'

/** From https://mariadb.com/kb/en/supported-character-sets-and-collations/ and MySQL 8.4. */
const known = new Set(
  (
    'armscii8 ascii big5 binary cp1250 cp1251 cp1256 cp1257 cp850 cp852 cp866 cp932 dec8 eucjpms euckr gb18030 gb2312 gbk ' +
    'geostd8 greek hebrew hp8 keybcs2 koi8r koi8u latin1 latin2 latin5 latin7 macce macroman sjis swe7 tis620 ucs2 ujis ' +
    'utf16 utf16le utf32 utf8 utf8mb3 utf8mb4'
  ).split(' '),
)

const unicode = new Set(['utf8mb3', 'utf8mb4', 'ucs2', 'utf16', 'utf32'])

const plain = (name: string): string => name.toLowerCase().replace(/^utf8(?=_|$)/, 'utf8mb3')

export const charsets: CharsetRules = {
  known,
  charset: ['Charset', 'CHARACTER SET'],
  collation: ['Collation', 'Collate', 'COLLATE'],
  isCollation: (name) => /^(?:binary|uca1400_\w+)$/i.test(name) || known.has(name.toLowerCase().replace(/_.*$/, '')),
  // The UCA 14.0.0 collations work with all Unicode character sets.
  isShared: (collation) => /^uca1400_/i.test(collation),
  fit(charset, collation) {
    const [set, rules] = [plain(charset), plain(collation)]
    return rules.startsWith('uca1400_') ? unicode.has(set) : rules.replace(/_.*$/, '') === set
  },
  isSame: (collation, other) => plain(collation) === plain(other),
  isBytes: (name) => name.toLowerCase() === 'binary',
}

/** The most bytes of a character, for sets in which it has more than one. */
const widths: Readonly<Record<string, number>> = {
  utf8mb4: 4,
  utf16: 4,
  utf16le: 4,
  utf32: 4,
  gb18030: 4,
  utf8mb3: 3,
  ujis: 3,
  eucjpms: 3,
  ucs2: 2,
  big5: 2,
  cp932: 2,
  euckr: 2,
  gb2312: 2,
  gbk: 2,
  sjis: 2,
}

/** See https://dev.mysql.com/doc/refman/8.4/en/innodb-limits.html. */
export const keyBytes: KeyBytes = {
  primaryKey: 3072,
  index: 3072,
  isLimited: (table) => /^innodb$/i.test(table.get('Engine') ?? table.get('Type') ?? table.get('ENGINE') ?? 'InnoDB'),
  charactersOf(column, table) {
    const [named] = [column, table].flatMap(({ vendor }) =>
      [...charsets.charset, ...charsets.collation].flatMap((name) => vendor.get(name) ?? []),
    )
    // The set of the database is not known; a collation of all Unicode sets says nothing.
    const isKnown = named !== undefined && !charsets.isShared(named)
    const charset = isKnown ? plain(named).replace(/_.*$/, '') : 'utf8mb4'
    return { charset, width: widths[charset] ?? 1 }
  },
}
