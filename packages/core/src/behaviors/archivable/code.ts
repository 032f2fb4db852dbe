import { phpLiteral, phpString } from '../../escape/php-literal.js'
import type { Member } from '../class-builder.js'
import type { CodeContext } from '../define-behavior.js'
import { keptNames } from '../kept-columns.js'
import { type Php, php } from '../php.js'
import { archiveTableName } from './prepare-table.js'

interface Parameters {
  readonly archive_class: string
  readonly archive_table: string
  readonly archive_on_insert: boolean
  readonly archive_on_update: boolean
  readonly archive_on_delete: boolean
}

const parameters = ({ params }: CodeContext): Parameters => params as unknown as Parameters

/** The class of the archive, for the runtime. */
export function archiveClasses(context: CodeContext): Member[] {
  const { table, cls } = context
  const { archive_class, archive_table } = parameters(context)
  const archive = table.other(archiveTableName(table.model.commonName, archive_table))
  const value = archive_class
    ? phpString(archive_class.replace(/^\\/, ''))
    : `${cls.use(archive!.classes.model.fqcn)}::class`
  return [
    cls.constant({ name: 'ARCHIVE_CLASS', value }),
    // What the table of another model has is not known here.
    cls.constant({ name: 'ARCHIVE_HAS_UNIQUES', value: phpLiteral(!archive || archive.model.uniques.length > 0) }),
    cls.constant({ name: 'NOT_IN_ARCHIVE', value: phpLiteral(keptNames(table)) }),
  ]
}

export function modelMethods(context: CodeContext): Member[] {
  if (context.table.model.readOnly) return []
  const { archive_on_insert, archive_on_update, archive_on_delete } = parameters(context)
  const { cls } = context
  const con = `?${cls.use('Orm\\Runtime\\Connection\\ConnectionInterface')} $con = null`
  return [
    ...(archive_on_insert || archive_on_update
      ? [
          cls.method({
            name: 'saveWithoutArchive',
            params: [con],
            returns: 'int',
            doc: 'Saves without archiving.',
            body: php`return $this->withoutArchive(fn (): int => $this->save($con));`,
          }),
        ]
      : []),
    ...(archive_on_delete
      ? [
          cls.method({
            name: 'deleteWithoutArchive',
            params: [con],
            returns: 'void',
            doc: 'Deletes without archiving.',
            body: php`${cls.use('Orm\\Runtime\\ActiveQuery\\QueryAccess')}::call(${cls.query}::create(), 'withoutArchive', fn () => $this->delete($con), $con);`,
          }),
        ]
      : []),
  ]
}

export function queryMethods(context: CodeContext): Member[] {
  if (context.table.model.readOnly) return []
  const { archive_on_update, archive_on_delete } = parameters(context)
  const { cls } = context
  const con = `?${cls.use('Orm\\Runtime\\Connection\\ConnectionInterface')} $con = null`
  const method = (name: string, params: string[], returns: string, doc: string, body: Php) =>
    cls.method({ name, params, returns, doc, body })
  return [
    ...(archive_on_update
      ? [
          method(
            'setArchiveOnUpdate',
            ['bool $archiveOnUpdate'],
            'static',
            'Sets whether the next update() archives the rows.',
            php`
            $this->archiveOnUpdate = $archiveOnUpdate;

            return $this;
          `,
          ),
          method(
            'updateWithoutArchive',
            ['array $values', con, 'bool $forceIndividualSaves = false'],
            'int',
            'Updates rows without archiving.',
            php`return $this->setArchiveOnUpdate(false)->update($values, $con, $forceIndividualSaves);`,
          ),
        ]
      : []),
    ...(archive_on_delete
      ? [
          method(
            'setArchiveOnDelete',
            ['bool $archiveOnDelete'],
            'static',
            'Sets whether the next delete() archives the rows.',
            php`
            $this->archiveOnDelete = $archiveOnDelete;

            return $this;
          `,
          ),
          method(
            'deleteWithoutArchive',
            [con],
            'int',
            'Deletes rows without archiving.',
            php`return $this->setArchiveOnDelete(false)->delete($con);`,
          ),
          method(
            'deleteAllWithoutArchive',
            [con],
            'int',
            'Deletes all rows without archiving.',
            php`return $this->setArchiveOnDelete(false)->deleteAll($con);`,
          ),
        ]
      : []),
  ]
}
