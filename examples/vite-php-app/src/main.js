import { Item } from '../schema.xml'
import schemaText from '../schema.xml?raw'
import { request } from './api.js'
import { describeRules, fillForm } from './form.js'
import { showItems } from './list.js'
import { makeSortable } from './sort.js'

const [form, list, error, announcement, empty, count] = [
  'form',
  'ol',
  '.error',
  '.announcement',
  '.empty',
  '#count',
].map((selector) => document.querySelector(selector))

function show(items) {
  showItems(list, items)
  empty.hidden = items.length > 0
  count.textContent = items.length === 1 ? '1 item' : `${items.length} items`
}

/** Shows the list that a request gives, and says what has happened; or shows why it has not. */
async function update(asked, message = () => '') {
  try {
    const items = await asked
    show(items)
    error.hidden = true
    announcement.textContent = message(items)
    return true
  } catch ({ message: reason }) {
    error.textContent = reason
    error.hidden = false
    return false
  }
}

const titleOf = (entry) => entry.querySelector('.title').textContent

fillForm(form, Item)
describeRules(document.querySelector('dl'), Item)
document.querySelector('details code').textContent = schemaText
update(request('GET', '/items'))

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const values = Object.fromEntries(new FormData(form))
  // What was typed stays where it cannot be saved.
  if (await update(request('POST', '/items', values), () => `${values.title} is added.`)) form.reset()
  form.elements[0].focus()
})

makeSortable(list, async (entry, rank) => {
  const isMoved = await update(
    request('PATCH', `/items/${entry.dataset.id}`, { rank }),
    (items) => `${titleOf(entry)} is now ${rank} of ${items.length}.`,
  )
  if (!isMoved) showCurrent()
})

list.addEventListener('click', async ({ target }) => {
  if (!target.matches('.delete')) return
  const entry = target.closest('li')
  const next = entry.nextElementSibling ?? entry.previousElementSibling
  const isDeleted = await update(request('DELETE', `/items/${entry.dataset.id}`), () => `${titleOf(entry)} is deleted.`)
  if (!isDeleted) return showCurrent()
  // The focus goes to what took the place of the button.
  const button = next?.querySelector('.delete') ?? form.elements[0]
  button.focus()
})

/** Somebody else may have changed the list meanwhile. The reason why something failed stays on the page. */
const showCurrent = () => request('GET', '/items').then(show, () => {})
