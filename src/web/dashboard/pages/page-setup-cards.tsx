import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PageSetup } from '#contract/page-analytics.ts'
import { isOwnOfPage } from '#contract/rule-pages.ts'
import { addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { sentenceOf } from '#web/dashboard/api/call-failed.ts'
import { reading } from '#web/dashboard/api/reading.ts'
import { useRules } from '#web/dashboard/auto-tags/use-rules.ts'
import { type Fact, Facts } from '#web/dashboard/detail/facts.tsx'
import { Badge } from '#web/dashboard/ui/badge.tsx'
import { Button } from '#web/dashboard/ui/button.tsx'
import { useOpened } from '#web/dashboard/ui/use-opened.ts'
import { CrmTagsEditor } from './crm-tags-editor.tsx'
import { hasLeadForm, type PageRule, rulesOfPage } from './rules-of-page.ts'
import { unsavedTags } from './unsaved-tags.ts'

function Tag({ found: { rule, when }, path }: { found: PageRule; path: string }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 text-sm">
      <Badge>{rule.tagName}</Badge>
      <span className="min-w-0 break-words text-ink-2">
        by {when}
        {rule.isActive === 'false' && <span className="text-warning"> · paused</span>}
        <span className="block text-xs text-ink-3">
          Rule “{rule.name}”{isOwnOfPage(rule, path) && ', for this page'}
        </span>
      </span>
    </li>
  )
}

/**
 * The tags that a page's leads get, and by which rule; those of this page alone can be changed
 * (docs/spec.md, 'Tags and rules').
 */
function CrmTags({ path }: { path: string }) {
  const address = useAddress()
  const { rules } = useRules()
  const [begins] = useState(() => unsavedTags(path).read() !== undefined)
  const editing = useOpened({ begins })
  const found = rules.data && rulesOfPage(rules.data, path)
  return (
    <section aria-labelledby="crm-tags" className="mt-7">
      <div className="mb-1 flex min-h-11 items-end justify-between gap-3 md:min-h-9">
        <h3 id="crm-tags" className="pb-1 text-sm font-semibold">
          CRM Tags
        </h3>
        {found && !editing.isOpen && hasLeadForm(path) && (
          <Button ref={editing.opener} look="quiet" onClick={editing.open}>
            Edit<span className="sr-only"> the CRM tags</span>
          </Button>
        )}
      </div>
      {found && editing.isOpen ? (
        <CrmTagsEditor path={path} found={found} onDone={editing.close} />
      ) : (
        <ul className="border-t border-line">
          {rules.error && !found && <li className="py-2 text-sm text-warning">{sentenceOf(rules.error)}</li>}
          {found?.length === 0 && <li className="border-b border-line py-2 text-sm text-ink-3">No tags</li>}
          {found?.map((one) => (
            <Tag key={one.rule.id} found={one} path={path} />
          ))}
        </ul>
      )}
      <p className="mt-1.5 text-xs text-ink-3">
        Changes affect future leads only. All rules are in{' '}
        <Link
          to={{ search: writeAddress(addressOfTab(address, 'autotags')) }}
          className="text-accent-ink underline underline-offset-2"
        >
          AutoTags
        </Link>
        .
      </p>
    </section>
  )
}

const moments: Record<string, string> = {
  load: 'when the page opens',
  popup: 'when the form opens',
  submit: 'when the form is sent',
  checkout: 'on the checkout button',
}

function trackingFacts({ isTracked, pixel }: PageSetup): Fact[] {
  const facts: Fact[] = [
    {
      label: 'Own tracking',
      value: isTracked ? 'Visits and page views' : 'Never: these are your own pages',
    },
  ]
  if (!pixel) return [...facts, { label: 'Meta pixel', value: 'Not set up: nothing is loaded' }]
  facts.push({ label: 'Meta pixel', value: pixel.id })
  for (const { event, moment, value, currency, content } of pixel.events) {
    const worth = value === null ? '' : `, ${value} ${currency ?? ''}`.trimEnd()
    facts.push({
      label: event,
      value: `${moments[moment] ?? moment}${worth}${content ? `, “${content}”` : ''}`,
    })
  }
  if (pixel.events.length === 0) facts.push({ label: 'Events', value: 'None on this page' })
  return facts
}

const crmFacts = ({ isCrmConnected, afterLead }: PageSetup): Fact[] => [
  {
    label: 'CRM',
    value: isCrmConnected
      ? 'Connected: leads and tags are delivered'
      : 'Not connected: leads and tags are kept here',
  },
  { label: 'Lead form', value: afterLead ? `Yes, then on to ${afterLead}` : 'None on this page' },
]

/** What a page sends today and to whom: tracking, CRM, tags. Nothing here is a guess. */
export function PageSetupCards({ path }: { path: string }) {
  const { data, error } = useQuery(reading('GET /api/pages/:path/setup', { path }))
  return (
    <div className="mt-8">
      <CrmTags path={path} />
      {error && !data && <p className="mt-7 text-sm text-warning">{sentenceOf(error)}</p>}
      {data && (
        <div className="mt-7">
          <Facts title="Tracking Codes" facts={trackingFacts(data)} />
          <Facts title="CRM Setup" facts={crmFacts(data)} />
        </div>
      )}
    </div>
  )
}
