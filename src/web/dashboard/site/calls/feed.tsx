import { useState } from 'react'
import { Button } from '#web/dashboard/ui/button.tsx'
import { copyText } from '#web/dashboard/ui/copy-text.ts'
import { fieldLook } from '#web/dashboard/ui/field-look.ts'
import { Question } from '#web/dashboard/ui/question.tsx'
import { useAsking } from '#web/dashboard/ui/use-asking.ts'
import { useRenewFeed } from './use-calendar.ts'

/** The address under which the coach's calendar app finds every booked call. */
export function Feed({ feed }: { feed: string }) {
  const [copied, setCopied] = useState('')
  const renew = useRenewFeed()
  const question = useAsking<HTMLInputElement>()
  const copy = async () => {
    if (await copyText(feed)) setCopied(feed)
    // Without permission the address is selected, so that one more key or press copies it.
    else document.querySelector<HTMLInputElement>('#calls-feed')?.select()
  }
  return (
    <section aria-labelledby="feed-title">
      <h2 id="feed-title" className="text-lg font-semibold">
        Your calls in your calendar app
      </h2>
      <p className="mt-1 mb-3 max-w-160 text-sm text-ink-2">
        Subscribe to this address in Google, Apple or Outlook calendar. Whoever has it can read who booked, so
        keep it to yourself; a new address ends the old one. Apple shows a new call within minutes, Google
        within some hours.
      </p>
      <label htmlFor="calls-feed" className="block text-sm text-ink-2">
        Address of the feed
      </label>
      <input id="calls-feed" ref={question.goOn} readOnly value={feed} className={`${fieldLook} mt-1`} />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>{copied === feed ? 'Copied' : 'Copy'}</Button>
        <a
          href={feed.replace(/^https?:/, 'webcal:')}
          className="inline-flex min-h-11 items-center rounded-sm px-3 text-sm text-ink-2 underline underline-offset-2 hover:text-ink md:min-h-9"
        >
          Open in a calendar app
        </a>
        {!question.asking && (
          <Button ref={question.ask} look="quiet" onClick={question.raise}>
            Make a new address…
          </Button>
        )}
      </div>
      {question.asking && (
        <div className="mt-3">
          <Question
            question={question}
            title="Make a new address?"
            yes="Make it"
            happening="Making it…"
            isHappening={renew.isPending}
            onYes={() => renew.mutate(undefined, { onSuccess: question.close })}
            error={renew.error}
          >
            Calendar apps that read the address of now show no new calls any more, until you subscribe to the
            new one in each of them. The old one cannot be brought back.
          </Question>
        </div>
      )}
    </section>
  )
}
