/** What an embedded application form tells the page around it. */
export type ApplicationMessage = { kind: 'ready' } | { kind: 'onward'; address: string }

const ONWARD = ['redirect-after-submit', 'thank-you-screen-redirect']

/** Reads a form's message: that it is on screen, or that its visitor is to go on to a page. Others are undefined. */
export function applicationMessage(data: unknown): ApplicationMessage | undefined {
  const { type, url } = Object(data)
  if (type === 'form-ready') return { kind: 'ready' }
  const leadsOn = ONWARD.includes(type) && typeof url === 'string' && /^https?:\/\//.test(url)
  return leadsOn ? { kind: 'onward', address: url } : undefined
}
