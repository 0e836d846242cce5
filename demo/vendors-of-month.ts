import { createMeta } from '#server/integrations/vendors/meta/meta.ts'
import { createSmtpMailer } from '#server/integrations/vendors/smtp/smtp-mailer.ts'
import type { Clock } from '#server/platform/clock.ts'
import { COACHS_EMAIL, type DemoVendors } from './demo-vendors.ts'
import type { MonthParts } from './lead-story.ts'

/** The vendors as the month that ends now is told to them: by the product's own adapters, before the product runs. */
export function vendorsOfMonth(
  { crm, meta, mailbox, hook }: DemoVendors,
  clock: Clock,
): Pick<MonthParts, 'crm' | 'ads' | 'alerts'> {
  const mailer = createSmtpMailer({ url: mailbox.url, from: 'alerts@example.com' })
  return {
    crm,
    ads: createMeta({ baseUrl: meta.url, token: meta.token, now: () => clock.now() }),
    alerts: {
      ways: {
        mailer: () => mailer,
        outside: { allowsLoopback: true, clock },
      },
      emailTo: COACHS_EMAIL,
      webhookUrl: hook.url,
    },
  }
}
