import { Ellipsis } from 'lucide-react'
import type { Visitor } from '#contract/visitor.ts'
import { Button } from '#web/dashboard/ui/button.tsx'
import { Popover } from '#web/dashboard/ui/popover.tsx'
import { useOwnBrowser } from './use-own-browser.ts'
import { visitorName } from './visitor-name.tsx'

/** A row's menu: 'This is me' and its way back. Visitors that are hidden for another reason have none. */
export function VisitorMenu({ visitor }: { visitor: Visitor }) {
  const mark = useOwnBrowser()
  if (visitor.excluded !== null && visitor.excluded !== 'self') return null
  const isOwn = visitor.excluded === 'self'
  return (
    <span className="relative z-10">
      <Popover
        button={
          <>
            <Ellipsis size={16} aria-hidden="true" />
            <span className="sr-only">More about {visitorName(visitor)}</span>
          </>
        }
        label={`More about ${visitorName(visitor)}`}
        className="inline-flex size-11 items-center justify-center rounded-sm text-ink-2 hover:bg-sunken hover:text-ink md:size-8"
      >
        {(close) => (
          <div className="p-3 md:max-w-72">
            <Button
              className="w-full"
              disabled={mark.isPending}
              onClick={() => {
                mark.mutate({ id: visitor.id, excluded: !isOwn })
                close()
              }}
            >
              {isOwn ? 'Count it again' : 'This is me'}
            </Button>
            <p className="mt-2 text-xs whitespace-normal text-ink-3">
              {isOwn
                ? 'Brings back everything this browser did.'
                : 'Leaves this browser out of every number, its leads included. You can take it back.'}
            </p>
          </div>
        )}
      </Popover>
    </span>
  )
}
