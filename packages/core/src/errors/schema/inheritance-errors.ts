import { type Diagnostic, diagnostic } from '../diagnostic.js'
import { didYouMean } from '../nearest.js'
import type { Mark } from '../source.js'

export const secondClassKey = (at: Mark, table: string): Diagnostic =>
  diagnostic('ORM-S601', at, `table "${table}": only one column can have inheritance="single"`)

export const unknownParent = (at: Mark, className: string, parent: string, known: Iterable<string>): Diagnostic =>
  diagnostic('ORM-S603', at, `class "${className}" extends unknown class "${parent}"`, {
    hint: () => didYouMean(parent, known) ?? 'write a class of your own with its namespace',
  })

export const inheritanceKeyTwice = (at: Mark, key: string): Diagnostic =>
  diagnostic('ORM-S604', at, `inheritance key "${key}" is used twice`)

export const inheritanceClassTwice = (at: Mark, className: string): Diagnostic =>
  diagnostic('ORM-S604', at, `inheritance class "${className}" is used twice`)

export const inheritanceConstant = (at: Mark, key: string, constant: string): Diagnostic =>
  diagnostic('ORM-S604', at, `inheritance key "${key}": constant "${constant}" is already used or empty`)

export const inheritanceCycle = (at: Mark, className: string, chain: readonly string[]): Diagnostic =>
  diagnostic('ORM-S605', at, `class "${className}" extends itself: ${chain.join(' > ')}`)

export const inheritanceTooDeep = (at: Mark, className: string, limit: number): Diagnostic =>
  diagnostic('ORM-S607', at, `class "${className}" has more than ${limit} ancestors`)

export const childrenWithoutInheritance = (at: Mark, column: string): Diagnostic =>
  diagnostic('ORM-S606', at, `column "${column}" has <inheritance> children but not inheritance="single"`)
