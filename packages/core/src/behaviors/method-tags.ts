import type { PhpClass } from '../php/code/php-class.js'

/** Adds method tags for editors: for methods that are not in the class text, or with more precise types. */
export function addMethodTags(cls: PhpClass, tags: readonly string[]): void {
  if (tags.length > 0) cls.doc = cls.doc.length > 0 ? [...cls.doc, '', ...tags] : [...tags]
}
