// Browsers inside apps, which open a new tab badly or not at all.
const IN_APP =
  /\b(FBAN|FBAV|FB_IAB|Instagram|musical_ly|BytedanceWebview|TikTok|trill|Snapchat|Pinterest|LinkedInApp|Twitter|Line\/|MicroMessenger|GSA)\b|; wv\)/i

/** Whether a user agent is that of a browser inside an app such as Instagram or TikTok. */
export const isInAppBrowser = (userAgent: string): boolean => IN_APP.test(userAgent)
