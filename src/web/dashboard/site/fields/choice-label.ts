const words: Record<string, string> = {
  region: 'Only where the law asks for it (EU, EEA, UK, Switzerland)',
  always: 'Always, everywhere',
  never: 'Never',
  casestudy: 'Case study',
  intro: 'Introduction',
  open: 'Not answered: hidden',
  keep: 'Keep it: it is true',
  hide: 'Hide it',
  auto: 'Nothing chosen yet: Wistia where its id is set, else the sample',
  film: 'My own video',
  sample: 'The sample video',
  youtube: 'YouTube',
  off: 'No video yet',
  nothing: 'Nothing',
  automatic: 'Cal.com if its link is filled in, otherwise the built-in calendar',
  own: 'Built-in',
  none: 'Nowhere: you arrange the time yourself',
  light: 'White background on dark pages',
  linked: 'The form at the link below; until there is one, the built-in form',
  name: 'Full name',
  email: 'Email address',
  phone: 'Phone number',
  short: 'A line of text',
  long: 'A longer text',
  choice: 'One of several answers',
  several: 'Any of several answers',
  yesno: 'Yes or no',
  scale: 'A scale',
  link: 'The address of a page',
  '/thankyoucall': 'Two steps: the AI call, then booking (/thankyoucall)',
  '/thankyoucallb': 'The same, variant (/thankyoucallb)',
  '/thankyoucallc': 'Application received (/thankyoucallc)',
  '/qualified': 'The AI call is on its way (/qualified)',
  '/bookstrategy': 'Straight to the calendar (/bookstrategy)',
  dark: 'Dark background on light pages',
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** A choice in the owner's words; two capitals are a country. */
export const choiceLabel = (option: string): string =>
  words[option] ??
  (/^[A-Z]{2}$/.test(option) ? countryNames.of(option) : undefined) ??
  `${option.charAt(0).toUpperCase()}${option.slice(1)}`
