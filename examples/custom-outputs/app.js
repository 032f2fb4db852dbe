import { Book } from './schema.xml'

console.log(Object.keys(Book.columns).join())
