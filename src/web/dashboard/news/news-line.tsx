import { Link } from 'react-router'
import type { News } from '#contract/summary.ts'
import { type AddressState, addressOfTab, writeAddress } from '#web/dashboard/address/address-state.ts'
import { useAddress } from '#web/dashboard/address/use-address.ts'
import { useNow } from '#web/dashboard/time/use-now.ts'
import { sinceWords } from './since-words.ts'
import { useNews } from './use-news.ts'

const kinds: {
  key: 'leads' | 'applications' | 'bookedCalls'
  step: AddressState['step']
  words: [string, string]
}[] = [
  { key: 'leads', step: '', words: ['new lead', 'new leads'] },
  { key: 'applications', step: 'applied', words: ['application', 'applications'] },
  { key: 'bookedCalls', step: 'booked', words: ['booked call', 'booked calls'] },
]

const number = new Intl.NumberFormat('en-US')

function Counts({ news, since }: { news: News; since: string }) {
  const address = useAddress()
  const told = kinds.filter(({ key }) => news[key] > 0)
  if (told.length === 0) return <span>nothing new</span>
  return told.map(({ key, step, words }, index) => (
    <span key={key} className="whitespace-nowrap">
      <Link
        to={{ search: writeAddress({ ...addressOfTab(address, 'leads'), range: 'all', since, step }) }}
        className="-my-3 inline-flex min-h-11 items-center font-medium text-ink underline decoration-line-strong underline-offset-3 hover:decoration-ink md:-my-1 md:min-h-6"
      >
        {number.format(news[key])} {words[news[key] === 1 ? 0 : 1]}
      </Link>
      {index < told.length - 1 && ','}{' '}
    </span>
  ))
}

/** One quiet line: what happened since the owner last looked, each number with the way to its people. */
export function NewsLine() {
  const { tz } = useAddress()
  const now = useNow()
  const news = useNews()
  // What stands below it is not to move once it comes. On a phone it takes two lines.
  const place = 'py-3 text-sm leading-6 text-ink-2 tabular-nums min-h-12 max-md:min-h-18'
  if (!news) return <div className={place} />
  if (!news.since) return null
  return (
    <p className={place}>
      Since you last looked, {sinceWords(news.since, tz, now)}: <Counts news={news} since={news.since} />
    </p>
  )
}
