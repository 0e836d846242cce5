const who = { name: 'Ada Kern', email: 'ada@example.com', phone: '(202) 555-0143' }
const device = {
  fingerprint: '123456789',
  timezone: 'America/New_York',
  language: 'en-US',
  screenWidth: 390,
  screenHeight: 844,
  hardwareConcurrency: 6,
  deviceMemory: 4,
  userAgent: 'a browser',
}
const attribution = {
  utm_source: 'ig',
  utm_medium: 'paid',
  utmCampaign: 'spring',
  utm_term: 't',
  utm_content: 'c',
  fbclid: 'f',
  fbc: 'fb.1.1.a',
  fbp: 'fb.1.1.b',
}
const view = { path: '/meme', title: 'Meme', referrer: 'https://t.co/x', sessionId: 's1' }

/** Each public write of the tracker, the forms and the dashboard's gate with a whole, good body. */
export const goodBodies: Record<string, Record<string, unknown>> = {
  '/api/visitors/track': { ...view, landingPath: '/meme', ...device, ...attribution },
  '/api/visitors/page-view': {
    ...view,
    eventId: '0192f3a0-0000-7000-8000-00000000abcd',
    ...device,
    ...attribution,
  },
  '/api/capture-lead': {
    ...who,
    page: '/meme',
    landing_page: '/meme',
    lead_magnet: 'Meme',
    device_type: 'Mobile',
    fb_campaign_id: '1',
    fb_adset_id: '2',
    fb_ad_id: '3',
    fb_placement: '4',
    website: '',
    elapsed: 9000,
    submissionId: 'sub',
    consentVersion: 'v1',
    callConsent: true,
    ...device,
    ...attribution,
  },
  '/api/analytics/capture-with-visitor': {
    ...who,
    slug: '/meme',
    landingPath: '/meme',
    submissionId: 'sub',
    ...device,
    ...attribution,
  },
  '/api/leads/by-fingerprint': { fingerprint: '123456789' },
}
