// Browsers inside apps, which open a new tab badly or not at all.
const IN_APP =
  /\b(FBAN|FBAV|FB_IAB|Instagram|musical_ly|BytedanceWebview|TikTok|trill|Snapchat|Pinterest|LinkedInApp|Twitter|Line\/|MicroMessenger|GSA)\b|; wv\)/i

// Every real browser of an iPhone says Safari; what an app shows without it is the app's own.
const isAppleView = (userAgent: string): boolean =>
  /\b(iPhone|iPad|iPod)\b/.test(userAgent) && !/Safari\//.test(userAgent)

/** Whether a user agent is that of a browser inside an app such as Instagram, TikTok or Threads. */
export const isInAppBrowser = (userAgent: string): boolean => IN_APP.test(userAgent) || isAppleView(userAgent)
