import type { BrowserKind } from './devices.ts'

/** One ad or link of a campaign, and the page it leads to. */
export type Ad = {
  adset?: string
  ad: string
  placements: readonly string[]
  landing: string
  weight: number
}

/** A campaign; `from` and `until` are days ago. */
export type Campaign = {
  source: string
  platform: string
  medium: string
  name: string
  from: number
  until: number
  weight: number
  /** Only on this weekday, where it is a letter that goes out once a week. */
  weekday?: number
  referrers: readonly (string | undefined)[]
  browsers: readonly (readonly [BrowserKind, number])[]
  ads: readonly Ad[]
}

const REELS = ['Instagram_Reels', 'Instagram_Stories', 'Instagram_Feed'] as const
const FEEDS = [
  'Facebook_Mobile_Feed',
  'Facebook_Mobile_Reels',
  'Facebook_Stories',
  'Facebook_Desktop_Feed',
] as const

const facebook = {
  source: 'facebook',
  platform: 'meta',
  medium: 'paid_social',
  referrers: ['http://m.facebook.com/', 'https://l.facebook.com/', 'https://lm.facebook.com/'],
  browsers: [
    ['facebook', 76],
    ['phone browser', 10],
    ['desktop', 14],
  ],
} as const
const instagram = {
  source: 'instagram',
  platform: 'meta',
  medium: 'paid_social',
  referrers: ['https://l.instagram.com/', 'https://www.instagram.com/'],
  browsers: [
    ['instagram', 90],
    ['phone browser', 7],
    ['desktop', 3],
  ],
} as const
const tiktok = {
  source: 'tiktok',
  platform: 'tiktok',
  medium: 'paid_social',
  referrers: [undefined, undefined, 'https://www.tiktok.com/'],
  browsers: [
    ['tiktok', 92],
    ['phone browser', 8],
  ],
} as const

const ad = (
  name: string,
  landing: string,
  weight: number,
  placements: readonly string[],
  adset?: string,
): Ad => ({ ad: name, landing, weight, placements, adset })

/** Every campaign of the month, and last those who came by themselves. */
export const CAMPAIGNS: readonly Campaign[] = [
  {
    ...facebook,
    name: 'Vibe Coding | Cold | US',
    from: 40,
    until: 0,
    weight: 21,
    ads: [
      ad('Talking head v3', '/lander-hack', 5, FEEDS, 'Interest: side hustle'),
      ad('Screen recording, hook B', '/lander-hack', 4, FEEDS, 'Lookalike 2% leads'),
      ad('One sentence, one app', '/freetraining', 4, FEEDS, 'Lookalike 2% leads'),
    ],
  },
  {
    ...facebook,
    name: 'Retargeting | Watched 50%',
    from: 24,
    until: 0,
    weight: 7,
    ads: [
      ad('Testimonial cut', '/freetraining2', 3, FEEDS, 'Video viewers 30d'),
      ad('Three questions', '/freetrainingc', 2, FEEDS, 'Video viewers 30d'),
    ],
  },
  {
    ...instagram,
    name: 'Reels | Students | US-CA',
    from: 31,
    until: 3,
    weight: 14,
    ads: [
      ad('Cheat code, dorm room', '/lander-college', 6, REELS, 'College 18-24'),
      ad('Between two lectures', '/lander-college', 3, REELS, 'College 18-24'),
    ],
  },
  {
    ...instagram,
    name: 'Stories | Memes | Broad',
    from: 40,
    until: 0,
    weight: 10,
    ads: [
      ad('Four years or one sentence', '/meme', 4, ['Instagram_Stories'], 'Broad 21-44'),
      ad('This dog cannot code', '/meme2', 3, ['Instagram_Stories'], 'Broad 21-44'),
    ],
  },
  {
    ...tiktok,
    name: 'Spark | Meme | 18-34',
    from: 26,
    until: 0,
    weight: 13,
    ads: [
      ad('Stitch: I cannot code', '/meme', 5, ['TikTok'], 'US 18-34 auto'),
      ad('Dog at the laptop', '/meme2', 3, ['TikTok', 'TikTok_Search'], 'US 18-34 auto'),
    ],
  },
  {
    source: 'youtube',
    platform: 'youtube',
    medium: 'video',
    name: 'Build in public',
    from: 40,
    until: 0,
    weight: 11,
    referrers: ['https://www.youtube.com/', 'https://m.youtube.com/'],
    browsers: [
      ['phone browser', 55],
      ['desktop', 45],
    ],
    ads: [
      ad('Description link', '/', 4, ['description']),
      ad('Pinned comment', '/freetraining', 5, ['comment']),
    ],
  },
  {
    source: 'newsletter',
    platform: 'email',
    medium: 'email',
    name: 'The Tuesday Build',
    from: 40,
    until: 0,
    weight: 26,
    weekday: 2,
    referrers: [undefined, undefined, 'https://mail.google.com/'],
    browsers: [
      ['phone browser', 62],
      ['desktop', 38],
    ],
    ads: [ad('Main link', '/freetraining', 5, ['body']), ad('P.S.', '/freetrainingc', 2, ['footer'])],
  },
  {
    source: '',
    platform: '',
    medium: '',
    name: '',
    from: 40,
    until: 0,
    weight: 14,
    referrers: [undefined, undefined, undefined, 'https://www.google.com/', 'https://duckduckgo.com/'],
    browsers: [
      ['phone browser', 55],
      ['desktop', 40],
      ['instagram', 5],
    ],
    ads: [ad('', '/', 7, []), ad('', '/freetraining', 3, []), ad('', '/builder', 0.5, [])],
  },
]

/** The link in the bio under the video that everybody shared. */
export const VIRAL: Campaign = {
  ...tiktok,
  medium: 'social',
  name: 'meme-bio-link',
  from: 40,
  until: 0,
  weight: 1,
  ads: [
    ad('Four years or one sentence', '/meme', 9, ['bio']),
    ad('This dog cannot code', '/meme2', 1, ['bio']),
  ],
}
