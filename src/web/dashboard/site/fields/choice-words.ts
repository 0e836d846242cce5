const words: Record<string, string> = {
  region: 'Only where the law asks for it (EU, EEA, UK, Switzerland)',
  always: 'Always, everywhere',
  never: 'Never',
  casestudy: 'Case study',
  intro: 'Introduction',
}

/** A choice in the owner's words. */
export const choiceWords = (option: string): string =>
  words[option] ?? `${option.charAt(0).toUpperCase()}${option.slice(1)}`
