// The names people know, where the field's own name split into words is not one.
const known: Record<string, string> = {
  range: 'Date range',
  from: 'From date',
  to: 'To date',
  tz: 'Timezone',
  q: 'Search text',
  limit: 'Number of rows',
  cursor: 'Place in the list',
  ad: 'Ad',
  page: 'Page',
  path: 'Page path',
  exactPage: 'Whole page path',
  emailTo: 'Email address for alerts',
  webhookUrl: 'Webhook address for alerts',
  emailNewLead: 'Email about new leads',
  emailTrouble: 'Email about trouble',
  webhookNewLead: 'Webhook about new leads',
  webhookTrouble: 'Webhook about trouble',
  channel: 'Alert channel',
  vendor: 'Service',
  watchTime: 'Watched time',
  tagName: 'Tag in the CRM',
  add: 'Tags to add',
  remove: 'Rules to end',
  isActive: 'Switch',
  ipAddress: 'IP address',
  password: 'Password',
  oldPassword: 'Current password',
  newPassword: 'New password',
  bytes: 'Picture',
  steps: 'Watched steps',
  media: 'Video',
  dense: 'Dense rows',
  include: 'Kind of leads',
  dimension: 'Kind of filter',
  step: 'Step of the funnel',
  landing_page: 'Landing page',
}

/** A field's name for people: 'Date range' for `range`, 'Watched steps, entry 2' for `steps.1`. */
export function fieldName(path: readonly PropertyKey[]): string {
  const words = path.map(String)
  const entry = words.at(-1)
  if (entry !== undefined && /^\d+$/.test(entry) && words.length > 1)
    return `${fieldName(words.slice(0, -1))}, entry ${Number(entry) + 1}`
  const key = entry ?? ''
  // A caller may make up fields, and name them as it likes.
  if (!/^\w{1,40}$/.test(key)) return 'A field'
  return Object.hasOwn(known, key) ? (known[key] ?? '') : split(key)
}

const split = (key: string): string => {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
