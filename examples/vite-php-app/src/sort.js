/**
 * Lets people change the order of a list, by mouse, finger, pen and keys. `move` is called with an entry and its new place,
 * from 1, when somebody has moved it; it puts the entry there.
 */
export function makeSortable(list, move) {
  list.addEventListener('pointerdown', (event) => {
    const entry = event.target.closest('li')
    const isHandle = event.target.closest('.handle') !== null
    const isOtherButton = !isHandle && event.target.closest('button') !== null
    // A finger beside the handle scrolls the page.
    const scrolls = event.pointerType === 'touch' && !isHandle
    if (entry && event.isPrimary && event.button === 0 && !isOtherButton && !scrolls) drag(list, entry, event, move)
  })
  list.addEventListener('keydown', (event) => {
    if (!event.target.matches('.handle')) return
    const entry = event.target.closest('li')
    const [last, place] = [list.children.length, placeOf(entry)]
    const wanted = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 1, End: last }[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    if (wanted >= 1 && wanted <= last && wanted !== place) move(entry, wanted)
  })
}

const placeOf = (entry) => [...entry.parentElement.children].indexOf(entry) + 1

/** Pixels that a pointer moves before it drags, and from the edge of the window where the page scrolls. */
const [slack, edge] = [4, 56]

function drag(list, entry, { clientY: startY, pageY: startPageY, pointerId }, move) {
  const others = [...list.children].filter((other) => other !== entry)
  const listening = new AbortController()
  const listen = (target, type, listener) => target.addEventListener(type, listener, { signal: listening.signal })
  let isDragging = false
  let clientY = startY
  let place = placeOf(entry)

  const follow = () => {
    if (listening.signal.aborted) return
    const step = clientY < edge ? -8 : clientY > innerHeight - edge ? 8 : 0
    if (step !== 0) scrollBy(0, step)
    entry.style.transform = `translateY(${clientY + scrollY - startPageY}px)`
    place = 1 + others.filter((other) => middleOf(other) < clientY).length
    showPlace(others, place, placeOf(entry))
    requestAnimationFrame(follow)
  }
  const end = (isDropped) => {
    listening.abort()
    entry.classList.remove('dragged')
    entry.style.transform = ''
    showPlace(others)
    if (isDropped && isDragging && place !== placeOf(entry)) move(entry, place)
  }

  list.setPointerCapture(pointerId)
  listen(list, 'pointermove', (event) => {
    clientY = event.clientY
    if (isDragging || Math.abs(clientY - startY) < slack) return
    isDragging = true
    entry.classList.add('dragged')
    follow()
  })
  listen(list, 'pointerup', () => end(true))
  listen(list, 'pointercancel', () => end(false))
  listen(document, 'keydown', ({ key }) => key === 'Escape' && end(false))
}

function middleOf(entry) {
  const { top, height } = entry.getBoundingClientRect()
  return top + height / 2
}

/** A line where the entry would come to stand; none where it stands already. */
function showPlace(others, place, now) {
  for (const [at, other] of others.entries()) {
    other.classList.toggle('drop-before', place !== now && at === place - 1)
    other.classList.toggle('drop-after', place !== now && at === place - 2 && place - 1 === others.length)
  }
}
