// Zones of the EU, the EEA, the United Kingdom and Switzerland that do not begin with "Europe/".
const ELSEWHERE = new Set([
  'Atlantic/Azores',
  'Atlantic/Canary',
  'Atlantic/Faroe',
  'Atlantic/Madeira',
  'Atlantic/Reykjavik',
  'Arctic/Longyearbyen',
  'Africa/Ceuta',
  'Asia/Famagusta',
  'Asia/Nicosia',
  'America/Cayenne',
  'America/Guadeloupe',
  'America/Marigot',
  'America/Martinique',
  'Indian/Mayotte',
  'Indian/Reunion',
  'GB',
  'GB-Eire',
  'Eire',
  'Iceland',
  'Poland',
  'Portugal',
  'CET',
  'MET',
  'EET',
  'WET',
])

// Zones of Europe where no such law holds.
const OTHER_EUROPE =
  /^Europe\/(Astrakhan|Belgrade|Chisinau|Istanbul|Kaliningrad|Kiev|Kirov|Kyiv|Minsk|Moscow|Podgorica|Samara|Sarajevo|Saratov|Simferopol|Skopje|Tirane|Tiraspol|Ulyanovsk|Uzhgorod|Volgograd|Zaporozhye)$/

/**
 * Whether a browser in this timezone is where the law wants opt-in for advertising (EU, EEA, United Kingdom,
 * Switzerland). A heuristic: a timezone names no country, so neighbours that share a zone are asked too, and so is
 * a browser that tells no timezone at all.
 */
export const needsOptIn = (timezone: string | null | undefined): boolean =>
  !timezone || ELSEWHERE.has(timezone) || (timezone.startsWith('Europe/') && !OTHER_EUROPE.test(timezone))
