import ical, { type VEvent } from 'node-ical'

const begins = /^BEGIN:VEVENT\s*$/i
const ends = /^END:VEVENT\s*$/i
const end = /^END:VCALENDAR\s*$/i

/**
 * The events of a calendar's unfolded lines. One that breaks the reading is left out, and all others are there. Throws
 * where the calendar was cut off, or nothing of it can be read.
 */
export function readEvents(lines: string[]): VEvent[] {
  if (lines.findLastIndex((line) => begins.test(line)) > lines.findLastIndex((line) => end.test(line)))
    throw new Error('the calendar was cut off')
  try {
    return parsed(lines)
  } catch (error) {
    const { frame, events } = apart(lines)
    const readable = readInHalves(frame, events)
    if (readable.length === 0) throw error
    return readable
  }
}

const parsed = (lines: string[]): VEvent[] =>
  Object.values(ical.sync.parseICS(lines.join('\r\n'))).flatMap((part) =>
    part?.type === 'VEVENT' ? [part] : [],
  )

// So that a broken event among thousands is found by a few readings.
function readInHalves(frame: string[], events: string[][]): VEvent[] {
  if (events.length === 0) return []
  try {
    return parsed([...frame, ...events.flat(), 'END:VCALENDAR'])
  } catch {
    if (events.length === 1) return []
    const half = events.length >> 1
    return [...readInHalves(frame, events.slice(0, half)), ...readInHalves(frame, events.slice(half))]
  }
}

/** What a calendar says of itself, timezones among it, and the lines of its events, a series with its exceptions. */
function apart(lines: string[]): { frame: string[]; events: string[][] } {
  const frame = ['BEGIN:VCALENDAR']
  const events = new Map<string, string[]>()
  let event: string[] | undefined
  for (const line of lines) {
    if (begins.test(line)) event = []
    if (!event && !/^(BEGIN|END):VCALENDAR\s*$/i.test(line)) frame.push(line)
    event?.push(line)
    if (!event || !ends.test(line)) continue
    const name = event.find((one) => /^UID[;:]/i.test(one)) ?? `no name ${events.size}`
    const same = events.get(name)
    if (same) same.push(...event)
    else events.set(name, event)
    event = undefined
  }
  return { frame, events: [...events.values()] }
}
