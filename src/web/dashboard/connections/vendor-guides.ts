import type { EnteredVendor, VendorFieldName } from '#contract/vendor-settings.ts'

/** How a vendor is connected, in the coach's words. */
export type VendorGuide = {
  /** The title of its form. */
  title: string
  /** What to do at the vendor, step by step, and where what is asked for below is found. */
  steps: string[]
  /** What the coach should know beside that. */
  note?: string
  /** A word beneath each field. */
  notes: Partial<Record<VendorFieldName, string>>
  placeholders: Partial<Record<VendorFieldName, string>>
  /** Whether the secret is the coach's own to choose, so that one can be made here. */
  canMakeSecret: boolean
  /** What follows when it is removed: what stops, and what is kept. */
  afterRemoval: string
}

const OWN_SECRET = 'Make a secret below, or choose one of 16 characters or more, and copy it.'

/** Each vendor whose values can be entered here. */
export const vendorGuides: Record<EnteredVendor, VendorGuide> = {
  crm: {
    title: 'Connect GoHighLevel',
    steps: [
      'In GoHighLevel open the sub-account itself, not the agency.',
      'Settings → Private Integrations → create one, and tick View Contacts, Edit Contacts, View Custom Fields and Edit Custom Fields.',
      'To read what became of calls, tick View Calendars and View Calendar Events, too; for the stages of your pipelines, View Opportunities.',
      'Copy its token (pit-…). It is shown there only once.',
      'The location id is in the address of every page of the sub-account, after /location/. You can paste the whole address.',
    ],
    notes: {},
    placeholders: { token: 'pit-…', locationId: 've9EPM428h8vShlRW1KT' },
    canMakeSecret: false,
    afterRemoval:
      'Leads and tags are no longer sent there. Leads, tags, notes and next steps stay here, and what is there stays there. What waits, and what comes meanwhile, goes out once a CRM is connected again.',
  },
  typeform: {
    title: 'Connect Typeform',
    steps: [
      OWN_SECRET,
      'In Typeform open the form → Connect → Webhooks → Add a webhook, and paste the address.',
      'Edit that webhook: enter the same secret, save it here first, and then switch the webhook on. It starts switched off.',
      'In the form add the hidden fields first_name, last_name, email, phone_number, lead_id, utm_source, utm_medium, utm_campaign, utm_content and utm_term. Typeform drops what a form does not name, and applications are then matched by email alone.',
    ],
    notes: { secret: 'It is not shown again once it is saved.' },
    placeholders: {},
    canMakeSecret: true,
    afterRemoval:
      'Applications from Typeform are no longer accepted, and Typeform switches its webhook off at the first one: switch it on there again later. Applications that came are kept.',
  },
  cal: {
    title: 'Connect Cal.com',
    steps: [
      OWN_SECRET,
      'In Cal.com open Settings → Developer → Webhooks → New, and paste the address and the same secret.',
      'Choose the triggers booking created, requested, rescheduled, cancelled, rejected, paid and no-show updated. Leave the payload template empty.',
      'In the event type → Advanced, set Redirect on booking to your site’s address followed by /callbooked, with Forward parameters on. Without it nobody who booked sees your confirmation page.',
    ],
    notes: { secret: 'It is not shown again once it is saved.' },
    placeholders: {},
    canMakeSecret: true,
    afterRemoval:
      'Bookings at Cal.com are no longer accepted and count only when somebody comes back to the confirmation page. Bookings that came are kept.',
  },
  stripe: {
    title: 'Connect Stripe',
    steps: [
      'In Stripe open Developers → Webhooks → Add endpoint, and paste the address.',
      'Choose checkout.session.completed, checkout.session.async_payment_succeeded and checkout.session.async_payment_failed.',
      'For what happens after the sale choose charge.refunded, refund.created, refund.updated, refund.failed, and charge.dispute.created, .funds_withdrawn, .funds_reinstated and .closed.',
      'If you sell subscriptions, choose invoice.paid, invoice.payment_failed and invoice_payment.paid, too.',
      'Open the endpoint and copy its signing secret (whsec_…). No API key is needed.',
    ],
    notes: {},
    placeholders: { secret: 'whsec_…' },
    canMakeSecret: false,
    afterRemoval:
      'Payments no longer show up here; people can still pay. Stripe sends what it could not deliver again for three days. Payments that came are kept.',
  },
  voice: {
    title: 'Connect a voice agent',
    steps: [
      'Have the agent send its call states to the address.',
      'With Retell the secret is its API key. With Vapi, or a workflow of the CRM, add the header X-Leadline-Secret with a secret of your own; make one below.',
      'If calls are started by a webhook of the agent or its broker (Make, Zapier, n8n), enter its address, too. It gets the lead, signed with the secret.',
    ],
    notes: {
      secret: 'It is not shown again once it is saved.',
      url: 'Only if calls start there. Without it a CRM tag can start them: Site → AI call.',
    },
    placeholders: { url: 'https://' },
    canMakeSecret: true,
    afterRemoval:
      'Calls are no longer requested at its address, and call states are no longer accepted. A call that waits is set aside with that reason and is not placed automatically; calls that were made are kept.',
  },
  meta: {
    title: 'Report to Meta from the server',
    steps: [
      'In Meta’s Events Manager open your pixel → Settings → Conversions API → Generate access token, and copy it.',
      'For a test, copy the code from its tab Test events.',
      'The pixel’s own number is entered in Site → Pixel.',
    ],
    notes: {
      testEventCode: 'Used for the test alone: real events are never marked with it.',
    },
    placeholders: { token: 'EAA…', testEventCode: 'TEST12345' },
    canMakeSecret: false,
    afterRemoval:
      'From then on, only the pixel in the browser reports. Events that wait are kept, and go out if a token is entered again within seven days: Meta takes nothing older.',
  },
  'meta-ads': {
    title: 'Read what ads cost from Meta',
    steps: [
      'In Meta open Business settings → Users → System users, and add one (role Employee is enough).',
      'Assign your ad account to it, with “View performance” alone.',
      'Generate a token there: choose your app, tick ads_read, and choose that it never expires. Copy it.',
      'The ad account id is in the address of the Ads Manager, after act=. You can paste the whole address.',
    ],
    note: 'It is only read. Today is read each hour, the last seven days each night, and once all of the past 37 months.',
    notes: {},
    placeholders: { token: 'EAA…', accountId: '1234567890123456' },
    canMakeSecret: false,
    afterRemoval:
      'What ads cost is no longer read. What was read is kept; upload the rest as a file, under Ads → Spend.',
  },
}
