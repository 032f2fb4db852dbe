/** The model is read-only to everybody but the steps that complete it. */
export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** For a step that sets what only it can know. */
export const mutable = <T>(value: T): Mutable<T> => value
