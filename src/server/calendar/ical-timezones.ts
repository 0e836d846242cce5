import ical from 'node-ical'
import { isTimezone } from '#contract/timezone-name.ts'

// What a name stands for that is this one, as Outlook's own are, is looked up in the calendar.
const LOOKED_UP = 'Customized Time Zone'

const defining = /^(TZID(?:;[^:]*)?:)(.+)$/i
const naming = /^([\w-]+(?:;[^:"]*)?;TZID=)("[^"]*"|[^:;"]*)(?=[:;])/i

const unquoted = (name: string): string => name.trim().replace(/^"(.*)"$/, '$1')

/**
 * The unfolded lines of a calendar, with the timezones that it describes under names of its own, which would be taken for
 * UTC, under names of places: the one that the name ends with, else one with such a clock in this year.
 */
export function withKnownTimezones(lines: string[], year: number): string[] {
  const places = new Map<string, string>()
  for (const description of descriptionsIn(lines)) {
    const name = nameIn(description)
    if (name === '' || places.has(name) || isTimezone(name) || zoneOf(name, year)) continue
    const place = placeIn(name) ?? zoneOf(LOOKED_UP, year, renamed(description, new Map([[name, LOOKED_UP]])))
    if (place) places.set(name, place)
  }
  return places.size === 0 ? lines : renamed(lines, places)
}

function descriptionsIn(lines: string[]): string[][] {
  const descriptions: string[][] = []
  let description: string[] | undefined
  for (const line of lines) {
    if (/^BEGIN:VTIMEZONE\s*$/i.test(line)) description = []
    description?.push(line)
    if (!description || !/^END:VTIMEZONE\s*$/i.test(line)) continue
    descriptions.push(description)
    description = undefined
  }
  return descriptions
}

const nameIn = (description: string[]): string =>
  unquoted(description.map((line) => defining.exec(line)?.[2] ?? '').find((name) => name !== '') ?? '')

/** The place that a name ends with, such as that of `/freeassociation.sourceforge.net/Europe/Berlin`. */
function placeIn(name: string): string | undefined {
  const parts = name.split('/')
  return parts
    .map((_part, first) => parts.slice(first).join('/'))
    .find((place) => place.includes('/') && isTimezone(place))
}

/** The place that a name is read as, by itself or by its description; undefined where it is none. */
function zoneOf(name: string, year: number, description: string[] = []): string | undefined {
  const event = ['BEGIN:VEVENT', 'UID:1', `DTSTART;TZID="${name}":${year}0701T120000`, 'END:VEVENT']
  const text = ['BEGIN:VCALENDAR', ...description, ...event, 'END:VCALENDAR'].join('\r\n')
  const read = Object.values(ical.sync.parseICS(text)).find((part) => part?.type === 'VEVENT')
  const zone = read?.start && typeof read.start === 'object' ? read.start.tz : undefined
  return zone !== undefined && isTimezone(zone) ? zone : undefined
}

function renamed(lines: string[], names: Map<string, string>): string[] {
  const known = (_line: string, before: string, name: string) => before + (names.get(unquoted(name)) ?? name)
  return lines.map((line) => line.replace(defining, known).replace(naming, known))
}
