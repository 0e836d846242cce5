import { z } from 'zod'
import { choice, prose, words } from './content-fields.ts'

/** The banner that asks before advertising is measured (decisions §4). Publishing changed words names a new version by itself. */
export const AdConsent = z
  .object({
    ask: choice('Ask before measuring adverts', ['region', 'always', 'never'], 'region').meta({
      title: 'Ask before measuring adverts',
      description: 'region: visitors in the EU, the EEA, the United Kingdom and Switzerland',
    }),
    version: words('Version', '2026-11-21', 64).meta({ title: 'Version', format: 'automatic' }),
    text: prose(
      'What the banner asks',
      'May we measure which advert brought you here? It uses a cookie shared with Meta.',
      400,
    ),
    accept: words('Yes', 'Accept', 24),
    decline: words('No', 'Decline', 24),
    change: words('Link in the footer', 'Cookie choices', 40),
    label: words('Name of the banner, read aloud', 'Cookie choices', 60),
    close: words('Close', 'Close', 24),
    signal: words(
      'When the browser already says no',
      'Your browser asks not to be followed (Global Privacy Control or Do Not Track), so nothing is measured.',
      240,
    ),
  })
  .prefault({})
  .meta({ title: 'Advert cookies' })
