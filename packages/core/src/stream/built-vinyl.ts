import Vinyl from 'vinyl'
import type { BuiltFile } from '../build/index.js'
import { isOnDisk } from '../files.js'

/** What a file of ours says about itself to whoever writes it. */
export interface OrmProperty extends Pick<BuiltFile, 'kind' | 'keepExisting' | 'secret' | 'schemas'> {
  /** Where the files are that it was made from. */
  readonly sources: readonly string[]
  /** What the names of schema files in notices are relative to. */
  readonly schemaDir?: string
  /** Where it belongs, if that does not depend on the directory that the stream is written to. */
  readonly place?: string
}

/**
 * A built file that is safe with every writer, of which gulp's own dest() knows nothing of us: it overwrites what is
 * there, and nobody knows its directory before it has moved the file there. Where a file of the user is in its place it
 * has no contents, so that nothing is written; and one with a place of its own is found relative to no directory.
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
      return this.orm?.keepExisting && isOnDisk(this.path) ? null : contents?.get?.call(this)
    },
  },
  relative: {
    ...relative,
    get(this: BuiltVinyl) {
      return this.orm?.place ?? relative?.get?.call(this)
    },
  },
})
