/**
 * Entries are moved by mouse or by the arrow keys; the server keeps the order.
 *
 * @param {HTMLElement} list
 * @param {Record<string, string>} headers of the requests
 */
export function makeSortable(list, headers) {
  let dragged
  list.addEventListener('dragstart', (event) => {
    dragged = event.target.closest('li')
    event.dataTransfer.effectAllowed = 'move'
  })
  list.addEventListener('dragover', (event) => {
    const entry = event.target.closest('li')
    if (!dragged) return
    event.preventDefault()
    if (!entry || entry === dragged) return
    const { top, height } = entry.getBoundingClientRect()
    entry[event.clientY < top + height / 2 ? 'before' : 'after'](dragged)
  })
  list.addEventListener('dragend', () => {
    if (dragged) save(list, dragged, headers)
    dragged = undefined
  })
  list.addEventListener('keydown', (event) => {
    const entry = event.target.closest('li')
    const other = { ArrowUp: entry?.previousElementSibling, ArrowDown: entry?.nextElementSibling }[event.key]
    if (!other) return
    event.preventDefault()
    other[event.key === 'ArrowUp' ? 'before' : 'after'](entry)
    entry.focus()
    save(list, entry, headers)
  })
}

/**
 * @param {HTMLElement} list
 * @param {HTMLElement} entry
 * @param {Record<string, string>} headers
 */
async function save(list, entry, headers) {
  const rank = [...list.children].indexOf(entry) + 1
  const status = list.parentElement.querySelector('.moved')
  const response = await fetch(entry.dataset.address, {
    method: 'PUT',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ rank }),
  }).catch(() => undefined)
  status.textContent = response?.ok
    ? `${entry.querySelector('a').textContent} is now number ${rank}.`
    : 'The new order could not be saved. Reload the page to see the order that is stored.'
}
