import type { Lead } from '#contract/lead.ts'
import { Badge } from '#web/dashboard/ui/badge.tsx'

type Delivery = Lead['delivery']

const words: Record<Delivery['state'], { word: string; tone: 'warning' | 'danger' | null }> = {
  waiting: { word: 'Waiting', tone: null },
  delivered: { word: 'Delivered', tone: null },
  failing: { word: 'Failing', tone: 'warning' },
  parked: { word: 'Set aside', tone: 'danger' },
}

/** How far a lead's delivery to the CRM has come; its title gives the reason where there is one. */
export function DeliveryState({ lead }: { lead: Pick<Lead, 'delivery' | 'isHeld'> }) {
  const { delivery, isHeld } = lead
  if (isHeld && delivery.state === 'waiting') return <span className="text-ink-3">Not sent</span>
  const { word, tone } = words[delivery.state]
  // Most leads arrive; only what needs a look stands out.
  if (tone === null) return <span className="text-ink-2">{word}</span>
  return (
    <Badge tone={tone} title={delivery.reason ?? undefined}>
      {word}
    </Badge>
  )
}
