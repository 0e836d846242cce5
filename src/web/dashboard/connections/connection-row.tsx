import { useState } from 'react'
import { Link } from 'react-router'
import type { Comparison, Connection } from '#contract/connections.ts'
import { isEnteredVendor } from '#contract/vendor-settings.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { DetailLink } from '#web/dashboard/detail/detail-link.tsx'
import { MailServerSettings } from '#web/dashboard/mail/mail-server.tsx'
import { siteAddress } from '#web/dashboard/site/site-address.ts'
import { Moment } from '#web/dashboard/time/moment.tsx'
import { useNow } from '#web/dashboard/time/use-now.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { openLabel, stateLabel, vendorLabels } from './connection-labels.ts'
import { CreateFields } from './create-fields.tsx'
import { CrmReading } from './crm-reading.tsx'
import { HowToConnect } from './how-to-connect.tsx'
import { ParkedItems } from './parked-items.tsx'
import { useConnectionActions } from './use-connections.ts'
import { VendorSettings } from './vendor-settings.tsx'
import { WebhookNews } from './webhook-news.tsx'

const whatWords = {
  'contact-gone': 'The contact was deleted in the CRM again; it stays deleted.',
  'tag-missing': 'was taken off in the CRM again; it stays off:',
  'other-email': 'The contact has another email in the CRM.',
}

function summary({ compared, repaired, toCompare, finishedAt }: Comparison): string {
  if (!finishedAt) return `${compared} of ${toCompare} leads compared so far`
  if (compared === 0) return 'no leads to compare'
  return `${compared} ${compared === 1 ? 'lead' : 'leads'} compared, ${repaired} corrected`
}

/** What the newest comparison with the CRM found, and what it could not put right. */
function CrmComparison({ comparison }: { comparison: Comparison | null }) {
  const { tz } = useAddress()
  if (!comparison)
    return <p className="mt-2 text-sm text-ink-2">Not compared with the CRM yet. This happens every day.</p>
  return (
    <div className="mt-2 text-sm text-ink-2">
      <p>
        Compared <Moment at={comparison.startedAt} tz={tz} within />: {summary(comparison)}.
        {comparison.reason && ` ${comparison.reason}`}
      </p>
      {comparison.differences.length > 0 && (
        <ul aria-label="Differences" className="mt-1 border-t border-line">
          {comparison.differences.map(({ leadId, name, what, detail }) => (
            <li
              key={`${leadId} ${what} ${detail}`}
              className="relative border-b border-line py-2 break-words"
            >
              <DetailLink kind="lead" id={leadId}>
                {name}
              </DetailLink>{' '}
              {what === 'tag-missing' ? `A tag ${whatWords[what]} ${detail}` : whatWords[what]}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Whether a token is there for a pixel that is not. */
const lacksPixel = ({ vendor, fields }: Connection): boolean =>
  vendor === 'meta' && fields.some(({ name, source }) => name === 'token' && source !== 'nothing')

function LacksPixel() {
  return (
    <>
      The token is set; the pixel’s number is missing.{' '}
      <Link to={{ search: siteAddress(useAddress(), 'pixel') }} className="underline underline-offset-2">
        Enter it in Site → Pixel
      </Link>
      .
    </>
  )
}

const dots: Record<Connection['state'], string> = {
  'not-connected': 'border border-control',
  quiet: 'edged bg-control',
  working: 'mark bg-success',
  failing: 'mark bg-danger',
}

type ConnectionRowProps = {
  connection: Connection
  comparison: Comparison | null
  isAddressKnown: boolean
}

/** One outside service: how it stands, what waits, and what can be done about it. */
export function ConnectionRow({ connection, comparison, isAddressKnown }: ConnectionRowProps) {
  const { tz } = useAddress()
  const now = useNow()
  const { vendor, state, reason, lastSuccessAt, canTest, whyNoTest, parked, webhookUrl } = connection
  const { name, by, without } = vendorLabels[vendor]
  const { test, replay, compare } = useConnectionActions(vendor)
  const open = openLabel(connection)
  const delivers = webhookUrl !== null
  const isCrm = vendor === 'crm' && state !== 'not-connected'
  const [testedWith, setTestedWith] = useState('')
  const enteredNow = JSON.stringify(connection.fields)
  // What a test of other values said is no news of these.
  const isNews = testedWith === enteredNow && state !== 'not-connected'
  const answer = test.data ?? (test.error ? { success: false, message: sentenceOf(test.error) } : null)
  const told = isNews ? answer : null
  return (
    <section
      aria-labelledby={`connection-${vendor}`}
      data-vendor={vendor}
      data-state={state}
      className="border-b border-line py-5 md:grid md:grid-cols-[14rem_1fr] md:gap-8"
    >
      <div>
        <h2 id={`connection-${vendor}`} className="text-base font-semibold">
          {name}
        </h2>
        <p className="text-sm text-ink-3">{by}</p>
      </div>
      <div className="min-w-0 max-md:mt-2">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <p className="flex items-center gap-2 text-sm font-medium">
              <span
                aria-hidden="true"
                className={`size-2 shrink-0 rounded-full ${state === 'working' && parked > 0 ? 'mark bg-warning' : dots[state]}`}
              />
              <span className={state === 'failing' ? 'text-danger' : ''}>{stateLabel(connection, now)}</span>
            </p>
            <div className="text-sm text-ink-2 tabular-nums">
              {state === 'not-connected' ? (
                lacksPixel(connection) ? (
                  <LacksPixel />
                ) : (
                  without
                )
              ) : delivers ? (
                <WebhookNews connection={connection} />
              ) : lastSuccessAt ? (
                <>
                  Last success <Moment at={lastSuccessAt} tz={tz} within />
                </>
              ) : vendor === 'email' ? (
                'Nothing has been sent yet'
              ) : (
                'Nothing has come through yet'
              )}
              {open && (delivers ? <p>{open}</p> : ` · ${open}`)}
            </div>
          </div>
          <div className="flex flex-wrap gap-2">
            {isCrm && <CreateFields />}
            {isCrm && (
              <Button disabled={compare.isPending} onClick={() => compare.mutate()}>
                Compare now
              </Button>
            )}
            {canTest && vendor !== 'email' && (
              <Button
                disabled={test.isPending}
                onClick={() => {
                  setTestedWith(enteredNow)
                  test.mutate()
                }}
              >
                {test.isPending ? 'Testing…' : 'Test'}
                <span className="sr-only">{name}</span>
              </Button>
            )}
          </div>
        </div>
        {state === 'failing' && (
          <p className="mt-2 text-sm break-words">{reason ?? 'The reason is not known.'}</p>
        )}
        {whyNoTest && <p className="mt-2 text-sm text-ink-3">{whyNoTest}</p>}
        <p
          role="status"
          className={told ? `mt-2 text-sm ${told.success ? 'text-ink-2' : 'text-danger'}` : ''}
        >
          {told?.message}
        </p>
        {isCrm && <CrmComparison comparison={comparison} />}
        {isCrm && <CrmReading />}
        <ParkedItems
          connection={connection}
          isReplaying={replay.isPending}
          onReplay={(id) => replay.mutate(id)}
        />
        {vendor === 'email' && <MailServerSettings />}
        {isEnteredVendor(vendor) && (
          <>
            <VendorSettings vendor={vendor} connection={connection} isAddressKnown={isAddressKnown} />
            {state !== 'not-connected' && (
              <HowToConnect vendor={vendor} webhookUrl={webhookUrl} isAddressKnown={isAddressKnown} />
            )}
          </>
        )}
      </div>
    </section>
  )
}
