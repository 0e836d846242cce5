// As the platforms write themselves; any other source is shown as its links spell it.
// A map: a source may be called what every object has, such as valueOf.
const platforms = new Map(
  Object.entries({
    facebook: 'Facebook',
    fb: 'Facebook',
    instagram: 'Instagram',
    ig: 'Instagram',
    messenger: 'Messenger',
    msg: 'Messenger',
    meta: 'Meta',
    tiktok: 'TikTok',
    youtube: 'YouTube',
    yt: 'YouTube',
    google: 'Google',
    linkedin: 'LinkedIn',
    whatsapp: 'WhatsApp',
    pinterest: 'Pinterest',
    snapchat: 'Snapchat',
    reddit: 'Reddit',
    twitter: 'Twitter',
  }),
)

/**
 * Readable names for the UTM sources of one list. Two spellings of a platform are counted apart, so where both are in
 * the list each says how it was spelled.
 */
export function sourceLabels(sources: readonly string[]): Map<string, string> {
  const named = sources.map((source) => ({ source, label: platforms.get(source.toLowerCase()) ?? source }))
  return new Map(
    named.map(({ source, label }) => {
      const isAlone = named.filter((other) => other.label === label).length === 1
      return [source, isAlone || source === label ? label : `${label} (${source})`]
    }),
  )
}
