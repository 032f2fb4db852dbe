import './page.css'
import { makeSortable } from './sortable.js'

/**
 * Lists that can be sorted, and how many characters of the title are left.
 *
 * @param {{ columns: { title: { size: number } } }} Book the table of the schema
 * @param {Record<string, string>} [headers] what the framework requires of requests that change rows
 */
export function startPage(Book, headers = {}) {
  for (const list of document.querySelectorAll('.sortable')) makeSortable(list, headers)

  const title = document.querySelector('#book_title')
  if (!title) return
  const note = document.createElement('output')
  const { size } = Book.columns.title
  const show = () => {
    note.textContent = `${size - title.value.length} characters left`
  }
  title.addEventListener('input', show)
  title.after(note)
  show()
}
