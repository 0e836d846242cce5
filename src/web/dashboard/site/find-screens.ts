import { screens } from './site-address.ts'

/** A screen of the Site area that is no part of the site, and what is done there. */
export type FoundScreen = { name: string; label: string; about: string }

// What is done there, and other words that people look for it by.
const known: Record<(typeof screens)[number]['name'], { about: string; words: string[] }> = {
  '': { about: 'What is still to do', words: ['checklist', 'setup', 'first test call', 'first test lead'] },
  'booked-calls': {
    about: 'Booked calls, hours, days off, where a call takes place',
    words: [
      ...[
        'booked calls',
        'days off',
        'where it takes place',
        'working hours',
        'opening hours',
        'office hours',
        'availability',
        'holiday',
        'vacation',
        'weekend',
      ],
      ...[
        'timezone',
        'time zone',
        'length of a call',
        'pause between calls',
        'minimum notice',
        'how far ahead',
      ],
      ...['calls a day', 'zoom', 'google meet', 'teams', 'video room', 'appointments', 'calendar'],
      ...['busy times', 'double bookings', 'ical', 'google calendar', 'outlook', 'feed'],
    ],
  },
  versions: { about: 'Every earlier state of the site', words: ['history', 'restore', 'undo', 'go back'] },
  pictures: { about: 'All that were uploaded', words: ['photos', 'images', 'uploads'] },
  'ad-links': {
    about: 'Make and check the link of an ad',
    words: ['utm', 'tracking link', 'ads manager', 'campaign', 'link checker'],
  },
}

const LONG_ENOUGH = 3

/** The screens where what is looked for is done, by the beginnings of the words for it. */
export function findScreens(wanted: string): FoundScreen[] {
  const needle = wanted.trim().toLowerCase()
  if (needle.length < LONG_ENOUGH) return []
  return screens
    .map(({ name, label }) => ({ name, label, ...known[name] }))
    .filter(({ label, words }) =>
      [label, ...words].some((text) => ` ${text.toLowerCase()}`.includes(` ${needle}`)),
    )
    .map(({ name, label, about }) => ({ name, label, about }))
}
