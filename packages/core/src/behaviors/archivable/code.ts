import { phpLiteral, phpString } from '../../escape/php-literal.js'
import type { PhpClass } from '../../php/code/php-class.js'
import type { Member } from '../class-builder.js'
import { keptNames } from '../kept-columns.js'
import { addMethodTags } from '../method-tags.js'
import { methods, optionalConnection } from '../methods.js'
import { archiveTableName, type Context } from './prepare-table.js'

/** Returns the constants with the archive class, for the runtime. */
export function archiveClasses({ table, cls, params }: Context): Member[] {
  const { archive_class, archive_table } = params
  const archive = table.other(archiveTableName(table.model.commonName, archive_table))
  const value = archive_class
    ? phpString(archive_class.replace(/^\\/, ''))
    : `${cls.use(archive!.classes.model.fqcn)}::class`
  return [
    cls.constant({ name: 'ARCHIVE_CLASS', value }),
    // With a custom archive class, the unique keys of its table are unknown.
    cls.constant({ name: 'ARCHIVE_HAS_UNIQUES', value: phpLiteral(!archive || archive.model.uniques.length > 0) }),
    cls.constant({ name: 'NOT_IN_ARCHIVE', value: phpLiteral(keptNames(table)) }),
  ]
}

/** Adds method tags with the archive class for editors, as the trait's methods do not name it. */
export function describeArchive(model: PhpClass, { table, cls, params }: Context): void {
  const archive = table.other(archiveTableName(table.model.commonName, params.archive_table))
  if (table.model.readOnly || params.archive_class || !archive) return
  const name = cls.use(archive.classes.model.fqcn)
  const con = optionalConnection(cls)
  addMethodTags(model, [`@method ${name}|null getArchive(${con})`, `@method ${name} archive(${con})`])
}

export function modelMethods({ cls, params }: Context): Member[] {
  const con = optionalConnection(cls)
  return methods(cls, [
    (params.archive_on_insert || params.archive_on_update) && [
      `saveWithoutArchive(${con}): int`,
      'return $this->withoutArchive(fn (): int => $this->save($con));',
      'Saves without archiving.',
    ],
    params.archive_on_delete && [
      `deleteWithoutArchive(${con}): void`,
      `${cls.use('Orm\\Runtime\\ActiveQuery\\QueryAccess')}::call(${cls.query}::create(), 'withoutArchive', fn () => $this->delete($con), $con);`,
      'Deletes without archiving.',
    ],
  ])
}

export function queryMethods({ cls, params }: Context): Member[] {
  const con = optionalConnection(cls)
  const setter = (operation: 'Update' | 'Delete') =>
    [
      `setArchiveOn${operation}(bool $archiveOn${operation}): static`,
      `$this->archiveOn${operation} = $archiveOn${operation};\n\nreturn $this;`,
      `Sets whether the next ${operation.toLowerCase()}() archives the rows.`,
    ] as const
  const { archive_on_update, archive_on_delete } = params
  return methods(cls, [
    archive_on_update && setter('Update'),
    archive_on_update && [
      `updateWithoutArchive(array $values, ${con}, bool $forceIndividualSaves = false): int`,
      'return $this->setArchiveOnUpdate(false)->update($values, $con, $forceIndividualSaves);',
      'Updates rows without archiving.',
    ],
    archive_on_delete && setter('Delete'),
    archive_on_delete && [
      `deleteWithoutArchive(${con}): int`,
      'return $this->setArchiveOnDelete(false)->delete($con);',
      'Deletes rows without archiving.',
    ],
    archive_on_delete && [
      `deleteAllWithoutArchive(${con}): int`,
      'return $this->setArchiveOnDelete(false)->deleteAll($con);',
      'Deletes all rows without archiving.',
    ],
  ])
}
