import type { PhpClass } from '../php/code/php-class.js'

/** Tells editors of methods that the class does not have in its own text, or that are more precise in it. */
export function addMethodTags(cls: PhpClass, tags: readonly string[]): void {
  if (tags.length > 0) cls.doc = cls.doc.length > 0 ? [...cls.doc, '', ...tags] : [...tags]
}
