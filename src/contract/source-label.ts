// How links spell the platforms, letter case and blanks aside; any other source is shown as its links spell it.
// A map: a source may be called what every object has, such as valueOf.
const platforms = new Map(
  Object.entries({
    facebook: 'Facebook',
    fb: 'Facebook',
    instagram: 'Instagram',
    ig: 'Instagram',
    messenger: 'Messenger',
    msg: 'Messenger',
    threads: 'Threads',
    th: 'Threads',
    'audience network': 'Audience Network',
    an: 'Audience Network',
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

const plain = (source: string): string => source.trim().replace(/\s+/g, ' ')

/** The readable name of a UTM source: a platform as it writes itself, any other as it is spelled. */
export const sourceLabel = (source: string): string =>
  platforms.get(plain(source).toLowerCase()) ?? plain(source)

/** Every spelling of a platform that is known, in small letters. */
export const platformSpellings: string[] = [...platforms.keys()]

/** What each spelling that is no other's case or blanks stands for, both in small letters: `fb` for `facebook`. */
export const sourceAliases: Record<string, string> = Object.fromEntries(
  [...platforms].flatMap(([spelling, label]) =>
    spelling === label.toLowerCase() ? [] : [[spelling, label.toLowerCase()] as const],
  ),
)
