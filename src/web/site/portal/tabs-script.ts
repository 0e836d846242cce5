/** Which way a key moves among `count` tabs from `index`, or undefined for every other key. */
export function tabAfterKey(key: string, index: number, count: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key]
  return step === undefined ? undefined : (index + step + count) % count
}

// Where the tabs are one long row, the open one comes into it; the page itself stays where it is.
function intoRow(list: HTMLElement, tab: HTMLElement): void {
  const [row, place] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (place.left < row.left || place.right > row.right)
    list.scrollLeft += (place.left + place.right - row.left - row.right) / 2
}

/** Makes tabs of the links to the weeks; `open` is called with the id of the week that is asked for. */
export function startTabs(list: HTMLElement, weeks: HTMLElement[], open: (week: string) => void) {
  const tabs = weeks.flatMap((week) => list.querySelector<HTMLElement>(`#${week.id}-tab`) ?? [])
  list.setAttribute('role', 'tablist')
  tabs.forEach((tab, index) => {
    const week = weeks[index]
    if (!week) return
    tab.setAttribute('role', 'tab')
    tab.setAttribute('aria-controls', week.id)
    week.setAttribute('role', 'tabpanel')
    week.setAttribute('aria-labelledby', tab.id)
    tab.addEventListener('click', (event) => {
      event.preventDefault()
      open(week.id)
    })
    tab.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const next = event.key === ' ' ? index : tabAfterKey(event.key, index, tabs.length)
      const [other, at] = next === undefined ? [] : [tabs[next], weeks[next]]
      if (!other || !at) return
      event.preventDefault()
      open(at.id)
      other.focus()
    })
  })
  return {
    /** Shows one week and hides the others. */
    show(id: string) {
      weeks.forEach((week, index) => {
        const tab = tabs[index]
        const isOpen = week.id === id
        week.hidden = !isOpen
        tab?.setAttribute('aria-selected', String(isOpen))
        tab?.setAttribute('tabindex', isOpen ? '0' : '-1')
        if (tab && isOpen) intoRow(list, tab)
      })
    },
  }
}
