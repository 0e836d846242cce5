import type { Lead } from '#contract/lead.ts'
import { Badge } from '#web/dashboard/ui/badge.tsx'

type Delivery = Lead['delivery']

const words: Record<Delivery['state'], { word: string; tone: 'neutral' | 'good' | 'warning' | 'danger' }> = {
  waiting: { word: 'Waiting', tone: 'neutral' },
  delivered: { word: 'Delivered', tone: 'good' },
  failing: { word: 'Failing', tone: 'warning' },
  parked: { word: 'Parked', tone: 'danger' },
}

/** A delivery state as one word. */
export const deliveryWord = ({ state }: Delivery): string => words[state].word

/** How far a lead's delivery to the CRM has come; its title gives the reason where there is one. */
export function DeliveryState({ delivery }: { delivery: Delivery }) {
  const { word, tone } = words[delivery.state]
  return (
    <Badge tone={tone} title={delivery.reason ?? undefined}>
      {word}
    </Badge>
  )
}
