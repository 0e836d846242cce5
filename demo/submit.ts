import { leadMagnetOf } from '#contract/lead-magnet.ts'
import { readPhone } from '#server/capture/read-phone.ts'
import type { Submit } from '#server/capture/submit.ts'
import { whyQuarantined } from '#server/capture/why-quarantined.ts'
import { idsOn } from '#server/platform/ids.ts'
import { readDevice } from '#server/tracking/read-device.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import { reportOf } from './record-traffic.ts'
import { siteContent } from './site-pages.ts'
import type { DemoVisitor, FormSent } from './visitor.ts'

/** A form as the server would have read it, with the consents that stood under it. */
export function submitOf(random: Random, visitor: DemoVisitor, person: Person, form: FormSent): Submit {
  const { consent } = siteContent
  const { userAgent } = visitor.device
  const isPlainRecord = random.chance(0.02)
  return {
    at: form.at,
    visitorId: visitor.id,
    submissionId: idsOn({ now: () => form.at }, random.bytes)(),
    slug: form.page,
    name: person.name,
    email: person.email,
    phone: person.phone,
    attribution: { ...form.attribution, ...(visitor.fbp ? { fbp: visitor.fbp } : {}) },
    ipAddress: visitor.ipAddress,
    userAgent,
    device: readDevice(userAgent),
    agreedFrom: { ipAddress: visitor.ipAddress, userAgent },
    excluded: null,
    details: {
      ...reportOf(visitor),
      consentVersionShown: consent.version,
      // Now and then only the second of the browser's two calls arrives (docs/spec.md, 'Capturing a lead').
      captureSource: isPlainRecord ? 'analytics' : 'customer',
      phoneE164: readPhone(person.phone, 'US'),
      leadMagnet: isPlainRecord ? null : leadMagnetOf(form.page),
      landingPath: form.landingPath,
    },
    quarantineReason: whyQuarantined({ elapsed: form.elapsed, ...(form.trap ? { website: form.trap } : {}) }),
    consents: isPlainRecord
      ? []
      : [
          { kind: 'marketing', granted: true, text: consent.text, version: consent.version },
          {
            kind: 'automated_call',
            granted: random.chance(0.7),
            text: consent.callLabel,
            version: consent.version,
          },
        ],
  }
}
