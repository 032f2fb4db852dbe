import type { PhpClass } from '../php/code/php-class.js'
import type { CodeContext } from './define-behavior.js'
import { php } from './php.js'

/** Makes queries that write start a write transaction, so that they do not read an old state after waiting for a lock. */
export function writeTransactions(query: PhpClass, { table, cls }: CodeContext): void {
  if (table.model.readOnly || query.findMethod('transactionOptions')) return
  query.methods.push(
    cls.method({
      name: 'transactionOptions',
      visibility: 'protected',
      returns: 'array',
      body: php`return ['write' => true];`,
    }).node,
  )
}
