import { dirname } from 'node:path'
import Vinyl from 'vinyl'
import type { BuiltFile } from '../compile/index.js'
import { isOnDisk, textOnDisk } from '../files.js'
import { mergeLoader } from '../php/merge-loader.js'
import { noticeName, speaksFor } from '../php/notice.js'

/** What a file of ours tells the code that writes it. */
export interface OrmProperty extends Pick<BuiltFile, 'kind' | 'keepExisting' | 'secret' | 'schemas'> {
  /** Where the files are that it was made from. */
  readonly sources: readonly string[]
  /** What the names of schema files in notices are relative to. */
  readonly schemaDir?: string
  /** Where it belongs, if that does not depend on the directory that the stream is written to. */
  readonly place?: string
}

/**
 * A built file that is safe with every writer. gulp's own dest() overwrites existing files, and its directory is known
 * only when it has moved the file there. So a file whose place holds a file of the user has no contents, and nothing is
 * written; a file with a place of its own has an absolute path; and the loader also has what other builds registered in
 * the existing one.
 */
export class BuiltVinyl extends (Vinyl as unknown as new (options: object) => Vinyl) {
  declare readonly orm: OrmProperty | undefined
}

const { contents, relative } = Object.getOwnPropertyDescriptors(Vinyl.prototype) as Readonly<
  Record<string, PropertyDescriptor>
>

// The types of vinyl call them properties, which a class cannot override by accessors.
Object.defineProperties(BuiltVinyl.prototype, {
  contents: {
    ...contents,
    get(this: BuiltVinyl) {
      const own = contents?.get?.call(this)
      if (this.orm?.keepExisting && isOnDisk(this.path)) return null
      return this.orm?.schemas && this.orm.place && Buffer.isBuffer(own)
        ? Buffer.from(withOthers(own.toString(), this.orm, this.orm.place))
        : own
    },
  },
  relative: {
    ...relative,
    get(this: BuiltVinyl) {
      return this.orm?.place ?? relative?.get?.call(this)
    },
  },
})

function withOthers(loader: string, { sources, schemas = [], schemaDir = '.' }: OrmProperty, place: string): string {
  const directories = new Set(sources.map((path) => dirname(path)))
  const own = new Set(schemas.map((path) => noticeName(path, schemaDir)))
  return mergeLoader(
    loader,
    textOnDisk(place),
    speaksFor(own, schemaDir, (path) => directories.has(dirname(path))),
  )
}
