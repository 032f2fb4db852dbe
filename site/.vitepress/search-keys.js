// The search box is loaded when it is opened for the first time. This script runs before everything else, so that no keystroke
// is lost if the search is opened earlier, even before the page handles keys.
;(() => {
  /** Letters typed since the search was opened; undefined once the field exists or while the search is closed. */
  let typed
  const field = () => document.querySelector('.VPLocalSearchBox .search-input')

  function open() {
    if (typed !== undefined || field()) return
    typed = ''
    const timer = setInterval(() => {
      const input = field()
      if (!input) {
        // Repeated, because the page ignores the key until it can open the search.
        dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
        return
      }
      clearInterval(timer)
      if (typed !== '') {
        input.value = typed
        input.dispatchEvent(new Event('input'))
      }
      typed = undefined
    }, 30)
  }

  function keep(event) {
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  addEventListener(
    'keydown',
    (event) => {
      if (!event.isTrusted || event.altKey) return
      const isShortcut = event.ctrlKey || event.metaKey
      if (isShortcut ? event.key.toLowerCase() === 'k' : event.key === '/' && typed === undefined) {
        if (!isShortcut && event.target.closest('input, select, textarea, [contenteditable]')) return
        event.preventDefault()
        open()
      } else if (typed !== undefined && !isShortcut) keep(event)
    },
    true,
  )
  addEventListener('click', (event) => event.target.closest('.VPNavBarSearchButton, #local-search') && open(), true)
})()
