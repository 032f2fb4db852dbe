import { Book } from '../schema.xml'
import './app.css'
import { makeSortable } from './sortable.js'

for (const list of document.querySelectorAll('.sortable')) makeSortable(list)

// The columns of the schema: how many characters of the title are left.
const title = document.querySelector('#book_title')
if (title) {
  const note = document.createElement('output')
  const { size } = Book.columns.title
  const show = () => {
    note.textContent = `${size - title.value.length} characters left`
  }
  title.addEventListener('input', show)
  title.after(note)
  show()
}
