import { type Lead, leadStages, stageLabels } from '#contract/lead.ts'

/** How far somebody has come: a segment for each step up to the furthest one, and its name. The tags stand in the title. */
export function Stage({ lead }: { lead: Pick<Lead, 'stage' | 'tags'> }) {
  const reached = leadStages.indexOf(lead.stage)
  return (
    <span
      className="inline-flex min-w-0 items-center gap-2"
      title={lead.tags.length > 0 ? lead.tags.join(', ') : 'No tags'}
    >
      <span aria-hidden="true" className="flex shrink-0 gap-0.5">
        {leadStages.map((stage, index) => (
          <span
            key={stage}
            className={`h-1.5 w-2.5 rounded-full ${index <= reached ? 'mark bg-accent' : 'edged bg-line-strong'}`}
          />
        ))}
      </span>
      <span className={`truncate ${reached === 0 ? 'text-ink-2' : 'text-ink'}`}>
        {stageLabels[lead.stage]}
      </span>
    </span>
  )
}
