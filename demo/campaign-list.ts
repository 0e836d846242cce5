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

/** Every campaign of the month, and last those who came by themselves. */
export const CAMPAIGNS: readonly Campaign[] = [
  {
    ...facebook,
    name: 'Vibe Coding | Cold | US',
    from: 40,
    until: 0,
    weight: 21,
    ads: [
      {
        adset: 'Interest: side hustle',
        ad: 'Talking head v3',
        placements: FEEDS,
        landing: '/lander-hack',
        weight: 5,
      },
      {
        adset: 'Lookalike 2% leads',
        ad: 'Screen recording, hook B',
        placements: FEEDS,
        landing: '/lander-hack',
        weight: 4,
      },
      {
        adset: 'Lookalike 2% leads',
        ad: 'One sentence, one app',
        placements: FEEDS,
        landing: '/freetraining',
        weight: 4,
      },
    ],
  },
  {
    ...facebook,
    name: 'Retargeting | Watched 50%',
    from: 24,
    until: 0,
    weight: 7,
    ads: [
      {
        adset: 'Video viewers 30d',
        ad: 'Testimonial cut',
        placements: FEEDS,
        landing: '/freetraining2',
        weight: 3,
      },
      {
        adset: 'Video viewers 30d',
        ad: 'Three questions',
        placements: FEEDS,
        landing: '/freetrainingc',
        weight: 2,
      },
    ],
  },
  {
    ...instagram,
    name: 'Reels | Students | US-CA',
    from: 31,
    until: 3,
    weight: 14,
    ads: [
      {
        adset: 'College 18-24',
        ad: 'Cheat code, dorm room',
        placements: REELS,
        landing: '/lander-college',
        weight: 6,
      },
      {
        adset: 'College 18-24',
        ad: 'Between two lectures',
        placements: REELS,
        landing: '/lander-college',
        weight: 3,
      },
    ],
  },
  {
    ...instagram,
    name: 'Stories | Memes | Broad',
    from: 40,
    until: 0,
    weight: 10,
    ads: [
      {
        adset: 'Broad 21-44',
        ad: 'Four years or one sentence',
        placements: ['Instagram_Stories'],
        landing: '/meme',
        weight: 4,
      },
      {
        adset: 'Broad 21-44',
        ad: 'This dog cannot code',
        placements: ['Instagram_Stories'],
        landing: '/meme2',
        weight: 3,
      },
    ],
  },
  {
    ...tiktok,
    name: 'Spark | Meme | 18-34',
    from: 26,
    until: 0,
    weight: 13,
    ads: [
      {
        adset: 'US 18-34 auto',
        ad: 'Stitch: I cannot code',
        placements: ['TikTok'],
        landing: '/meme',
        weight: 5,
      },
      {
        adset: 'US 18-34 auto',
        ad: 'Dog at the laptop',
        placements: ['TikTok', 'TikTok_Search'],
        landing: '/meme2',
        weight: 3,
      },
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
      { ad: 'Description link', placements: ['description'], landing: '/', weight: 4 },
      { ad: 'Pinned comment', placements: ['comment'], landing: '/freetraining', weight: 5 },
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
    ads: [
      { ad: 'Main link', placements: ['body'], landing: '/freetraining', weight: 5 },
      { ad: 'P.S.', placements: ['footer'], landing: '/freetrainingc', weight: 2 },
    ],
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
    ads: [
      { ad: '', placements: [], landing: '/', weight: 7 },
      { ad: '', placements: [], landing: '/freetraining', weight: 3 },
      { ad: '', placements: [], landing: '/builder', weight: 0.5 },
    ],
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
    { ad: 'Four years or one sentence', placements: ['bio'], landing: '/meme', weight: 9 },
    { ad: 'This dog cannot code', placements: ['bio'], landing: '/meme2', weight: 1 },
  ],
}
