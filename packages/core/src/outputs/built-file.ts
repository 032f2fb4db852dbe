/** A file that a build generates. */
export interface BuiltFile {
  /** Path relative to the output directory of the build, with forward slashes. */
  readonly path: string
  readonly contents: string
  readonly kind:
    | 'sql'
    | 'map'
    | 'base'
    | 'stub'
    | 'config'
    | 'loader'
    | 'schema'
    | 'project'
    | 'diagram'
    | 'migration'
    | 'output'
  /** Whether the file belongs to the user once it exists, so that an existing file must not be overwritten. */
  readonly keepExisting: boolean
  /** Set if the file contains a password: only the owner may read it. */
  readonly secret?: true
  /** Only for the loader: the schema files of the model. Some of them may no longer have tables. */
  readonly schemas?: readonly string[]
  /** The schema file that it was generated from, as named in notices, or the output that generated it. */
  readonly from?: string
  /** Directory of its output, relative to that of the build. Defaults to the directory of the build. */
  readonly directory?: string
  /** A notice for the user about the file. */
  readonly notice?: string
}

/** What a writer did with a file, or would do in a dry run. */
export interface WriteResult {
  readonly path: string
  /** `orphaned`: a stub class whose table no longer exists. It belongs to the user, so it is kept. */
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'kept' | 'removed' | 'orphaned'
}
