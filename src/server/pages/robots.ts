const inXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** `robots.txt`: crawlers stay out of the API, the dashboard, the members' portal and bookings. */
export const robotsTxt = (publicUrl: string): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /analytics',
    'Disallow: /trainingportal',
    'Disallow: /booking',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')

/** `sitemap.xml`: the pages search engines may list. */
export const sitemapXml = (publicUrl: string, paths: string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `  <url><loc>${inXml(publicUrl + path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

/** The site's icon: the brand's mark, a line that sets off and arrives. */
export const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#16192a"/><path d="M8.5 22.5H13c5 0 4-13 9-13h1" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/><circle cx="7" cy="22.5" r="3" fill="#fff"/><circle cx="25" cy="9.5" r="3.6" fill="#6f8cff"/></svg>`
