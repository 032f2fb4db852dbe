import { startPage } from 'bookstore-page/page.js'
import { Book } from '../schema.xml'

startPage(Book)
