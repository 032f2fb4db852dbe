/** A file that a build wants on disk. */
export interface BuiltFile {
  /** Relative to the output directory of the build, with forward slashes. */
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
  /** Belongs to the user once it exists: an existing file must not be overwritten. */
  readonly keepExisting: boolean
  /** Holds a password: only the owner may read it. */
  readonly secret?: true
  /** On the loader: the schema files that take part in the model, of which some may have no tables any more. */
  readonly schemas?: readonly string[]
  /** The schema file that it was made from, as notices write it, or the output that made it. */
  readonly from?: string
  /** The directory of the output that it belongs to, from the directory of the build; that itself by default. */
  readonly directory?: string
  /** Something that the user should know about it. */
  readonly notice?: string
}

/** What a writer did with a file, or would do. */
export interface WriteResult {
  readonly path: string
  /** `orphaned`: a stub class whose table is gone; it belongs to the user, and stays. */
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'kept' | 'removed' | 'orphaned'
}
