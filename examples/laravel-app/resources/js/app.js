import { startPage } from 'bookstore-page/page.js'
import { Book } from '../../schema.xml'

startPage(Book, { 'X-CSRF-TOKEN': document.querySelector('meta[name="csrf-token"]').content })
