/** How a number stands to the one of the period before: the words to show, and which way it went. */
export type Change = { text: string; direction: 'up' | 'down' | 'same' }

/** The change in whole percent ('+12%', '−3%', '0%'); from nothing to something there is no percentage: 'new'. */
export function changeOf(now: number, before: number): Change {
  if (now === before) return { text: '0%', direction: 'same' }
  if (before === 0) return { text: 'new', direction: 'up' }
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return { text: '0%', direction: 'same' }
  const size = Math.abs(percent).toLocaleString('en-US')
  return percent > 0 ? { text: `+${size}%`, direction: 'up' } : { text: `−${size}%`, direction: 'down' }
}
