const words: Record<string, string> = {
  region: 'Only where the law asks for it (EU, EEA, UK, Switzerland)',
  always: 'Always, everywhere',
  never: 'Never',
  casestudy: 'Case study',
  intro: 'Introduction',
  open: 'Not answered: hidden',
  keep: 'Keep it: it is true',
  hide: 'Hide it',
  nothing: 'Nothing',
  light: 'A white ground on dark pages',
  link: 'The form at the address below',
  own: 'The questions here, under “Application”',
  dark: 'A dark ground on light pages',
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

/** A choice in the owner's words; two capitals are a country. */
export const choiceLabel = (option: string): string =>
  words[option] ??
  (/^[A-Z]{2}$/.test(option) ? countryNames.of(option) : undefined) ??
  `${option.charAt(0).toUpperCase()}${option.slice(1)}`
