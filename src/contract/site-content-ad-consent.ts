import { choice, group, prose, words } from './content-fields.ts'

/**
 * The banner that asks before a visitor is remembered and, where there is a pixel, before adverts are measured.
 * Publishing changed words names a new version by itself.
 */
export const AdConsent = group('Cookies', {
  ask: choice('Ask before remembering visitors', ['region', 'always', 'never'], 'region').meta({
    title: 'Ask before remembering visitors',
    description:
      'region: visitors in the EU, the EEA, the United Kingdom and Switzerland. Who is asked has no cookie before a yes: each page they open counts as a new visitor, and adverts are not measured.',
  }),
  version: words('Version', '2026-11-22', 64).meta({ title: 'Version', format: 'automatic' }),
  visit: prose(
    'What the banner asks',
    'May we remember your visit with a cookie, to learn what brought you here?',
    400,
  ),
  text: prose(
    'What it adds where there is an advert pixel',
    'It is also shared with Meta, to measure our adverts.',
    400,
  ),
  accept: words('Yes', 'Accept', 24),
  decline: words('No', 'Decline', 24),
  change: words('Link in the footer', 'Cookie choices', 40),
  label: words('Name of the banner, read aloud', 'Cookie choices', 60),
  close: words('Close', 'Close', 24),
  signal: words(
    'When the browser already says no',
    'Your browser asks not to be followed (Global Privacy Control or Do Not Track), and we keep to that: nothing goes to advert networks.',
    240,
  ),
})
