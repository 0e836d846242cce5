const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Bytes as people read them, with three digits at most: `840 kB`, `12.4 MB`, `252 GB`. */
export function readableBytes(bytes: number): string {
  let value = Math.abs(bytes)
  let unit = 0
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1
  return `${bytes < 0 ? '−' : ''}${value.toFixed(digits)} ${UNITS[unit]}`
}

/** How long something has been running: its two largest units, such as `3 days 4 h`. */
export function runningFor(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'}${hours > 0 ? ` ${hours} h` : ''}`
  if (hours > 0) return `${hours} h${minutes % 60 > 0 ? ` ${minutes % 60} min` : ''}`
  return minutes === 0 ? 'less than a minute' : `${minutes} min`
}
