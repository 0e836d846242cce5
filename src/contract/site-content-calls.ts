import { amount, choice, group, list, toggle, words } from './content-fields.ts'
import { countryCodes } from './country-codes.ts'

/**
 * The voice agent's call after an application. Whatever stands here, only who agreed to it is called, between 8 and 21
 * o'clock where the number is, and never a premium, satellite or special number.
 */
export const Calls = group('AI call', {
  tag: words('CRM tag that starts the call (empty: none)', '', 100),
  onForm: toggle('Call as soon as the application form confirms, whatever page follows'),
  perHour: amount('Calls an hour, at most', 20, 0, 1000).meta({
    title: 'Calls an hour, at most',
    description:
      'Once that many were placed, visitors are offered a booking instead and you are alerted. 0: no calls.',
  }),
  perDay: amount('Calls in 24 hours, at most', 100, 0, 10_000),
  countries: list(
    'Countries whose numbers are called (none listed: only your own)',
    choice('Country', countryCodes, 'US'),
    [],
    countryCodes.length,
  ),
})
