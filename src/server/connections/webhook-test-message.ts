import type { WebhookVendor } from '#contract/webhooks.ts'

/** What came of a test of the way on which a vendor delivers; `host` is the site's. */
export type WebhookTried =
  | { what: 'no-secret' }
  | { what: 'accepted'; host: string }
  /** It could not be, or was not, tried from outside; `status` is this machine's own answer, null where it is right. */
  | { what: Shut; host: string; status: number | null }
  | { what: 'no-answer'; host: string; why: string; status: number | null }
  | { what: 'other-answer'; host: string; status: number }

/** Why no vendor gets here, or why it cannot be tried whether one does. */
export type Shut = 'no-address' | 'this-machine' | 'not-https' | 'private' | 'private-from-here'

const senders: Record<WebhookVendor, string> = {
  typeform: 'Typeform',
  cal: 'Cal.com',
  stripe: 'Stripe',
  voice: 'the voice agent',
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Says in words for the owner what came of a test, and what to check where it did not go well. */
export function webhookTestMessage(
  vendor: WebhookVendor,
  tried: WebhookTried,
): { success: boolean; message: string } {
  const sender = senders[vendor]
  if (tried.what === 'accepted')
    return {
      success: true,
      message: `The site was reached at ${tried.host}, and the signature was accepted. The first delivery will show whether ${sender} has the same secret.`,
    }
  return { success: false, message: whatIsWrong(sender, tried) }
}

function whatIsWrong(sender: string, tried: Exclude<WebhookTried, { what: 'accepted' }>): string {
  switch (tried.what) {
    case 'no-secret':
      return `No secret is set, so nothing is accepted from ${sender} yet.`
    case 'other-answer':
      return otherAnswer(tried)
    case 'no-answer':
      return `The site could not be reached at ${tried.host}: ${tried.why}. Check PUBLIC_URL, that the domain leads to this server, and that the proxy in front of it runs with a valid certificate. ${here(tried.status)}`
    default:
      return `${shut(sender, tried)} ${here(tried.status)}`
  }
}

function shut(sender: string, { what, host }: { what: Shut; host: string }): string {
  switch (what) {
    case 'no-address':
      return `${capital(sender)} cannot reach this machine: PUBLIC_URL is not set.`
    case 'this-machine':
      return `${capital(sender)} cannot reach this machine: PUBLIC_URL (${host}) is an address of this machine alone.`
    case 'not-https':
      return 'PUBLIC_URL starts with http://. Put https in front of the site and set PUBLIC_URL to that address.'
    case 'private':
      return `${capital(sender)} cannot reach this machine: PUBLIC_URL (${host}) leads into a private network.`
    case 'private-from-here':
      return `Seen from this server, ${host} leads into a private network, so the way from the internet could not be tried.`
  }
}

function otherAnswer({ host, status }: { host: string; status: number }): string {
  const said = `(status ${status})`
  if (status >= 300 && status < 400)
    return `${host} leads elsewhere ${said}, and deliveries are not sent on. Set PUBLIC_URL to where it leads.`
  if (status === 401 || status === 403)
    return `${host} turned the test away ${said}: another installation with another secret answers there, or a proxy asks for a password or changes what is sent.`
  if (status >= 500)
    return `${host} has a problem ${said}: usually the proxy in front cannot reach this server.`
  return `Something else answers at ${host} ${said}. Check that PUBLIC_URL and the proxy in front lead to this server.`
}

const here = (status: number | null): string =>
  status === null
    ? 'On this machine itself the secret and the signature work.'
    : `On this machine itself the test was not accepted either (status ${status}).`
